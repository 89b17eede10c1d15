// Is what a certificate says true of the rows of a text? Decided by exact arithmetic alone. docs/certificates.md
//
// This file, the reader exact_*.cpp and src/exact are all that a verdict rests on: no solver, no fast parser.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "certify/certificate.hpp"
#include "codec/source.hpp"

namespace halfspace {

struct Verification {
  bool accepted = false;
  std::string statement;  // of the certificate
  std::string reason;     // what was checked, or the first thing found wrong, with both values
  std::string question;   // classes, columns, bias and label, as the certificate says; "" where it is none
};

/// Opens the text anew: some statements are checked in two passes.
using OpenText = std::function<Result<std::unique_ptr<Source>>()>;

/// Checks every claim. A text other than the certificate's (by hash, rows or columns) is a rejection; an Error is a
/// text that cannot be read at all (no such file, a damaged packing).
Result<Verification> verify(const Certificate& certificate, const OpenText& open, const std::string& name);

/// The text of a file; "-" is standard input.
Result<Verification> verify(const Certificate& certificate, const std::string& path);

/// A certificate as text, called `name` in messages. One whose members are not as they should be is rejected; what is
/// no certificate at all is an Error.
Result<Verification> verify_certificate_text(std::string_view certificate, const std::string& name,
                                             const std::string& data);

/// The same against a text in memory, called `data_name`.
Result<Verification> verify_certificate_text(std::string_view certificate, const std::string& name,
                                             std::string_view data, const std::string& data_name);

/// The text of a certificate from a file ("-": standard input), packed or not. Errors: io, bad_data (longer than 256 MiB).
Result<std::string> certificate_file_text(const std::string& path);

/// A certificate from a file ("-": standard input), packed or not, of at most 256 MiB.
Result<Verification> verify_certificate_file(const std::string& certificate, const std::string& data);

}  // namespace halfspace
