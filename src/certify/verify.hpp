// Is what a certificate says true of the rows of a text? Decided by exact arithmetic alone. docs/certificates.md
//
// This file, the reader exact_*.cpp and src/exact are all that a verdict rests on: no solver, no fast parser.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "certify/certificate.hpp"
#include "codec/source.hpp"

namespace halfspace {

struct Verification {
  bool accepted = false;
  std::string statement;  // of the certificate
  std::string reason;     // what was checked, or the first thing found wrong, with both values
};

/// Opens the text anew: some statements are checked in two passes.
using OpenText = std::function<Result<std::unique_ptr<Source>>()>;

/// Checks every claim. A text other than the certificate's (by hash, rows or columns) is a rejection; an Error is a
/// text that cannot be read at all (no such file, a damaged packing).
Result<Verification> verify(const Certificate& certificate, const OpenText& open, const std::string& name);

/// The text of a file; "-" is standard input.
Result<Verification> verify(const Certificate& certificate, const std::string& path);

}  // namespace halfspace
