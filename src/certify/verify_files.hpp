// verify() from certificate text or file.
#pragma once

#include <string>
#include <string_view>

#include "certify/verify.hpp"

namespace halfspace {

/// A text whose members are not as they should be is rejected; one that is no certificate at all is an Error. `name` is
/// the certificate's in messages, `data` the path of the rows ("-": standard input).
Result<Verification> verify_text(std::string_view certificate, const std::string& name, const std::string& data);

/// The certificate from a file, packed or not, of at most 256 MiB ("-": standard input).
Result<Verification> verify_files(const std::string& certificate, const std::string& data);

}  // namespace halfspace
