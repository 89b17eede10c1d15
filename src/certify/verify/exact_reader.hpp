// Reads CSV, TSV and LIBSVM text once more, for the verifier alone: every number is the exact decimal of its text, and
// what the certificate says about the text decides how it is read. docs/formats/csv.md, libsvm.md, certificate.md
//
// Nothing is shared with the readers in src/format but the unpacking (src/codec).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "certify/certificate.hpp"
#include "codec/source.hpp"

namespace halfspace {

/// Feature `column` of a row is `value`; features that are not listed are 0.
struct ExactEntry {
  std::uint64_t column = 0;
  Decimal value;
};

/// A used row: of one of the classes, nothing missing, weight not 0. Its features (before products) by column.
struct ExactRow {
  std::uint64_t row = 0;   // from 0
  std::uint64_t line = 0;  // where its record begins, from 1
  bool positive = false;
  std::vector<ExactEntry> entries;
};

struct ExactReading {
  std::string sha256;            // of the whole text, whatever was found in it
  std::uint64_t rows = 0;        // handed out
  std::optional<Error> problem;  // the first place that does not read as the certificate says
};

/// Hands out the used rows in order; each lives until the next. An Error is a source that cannot be read to its end.
Result<ExactReading> read_exact_rows(const Certificate& certificate, Source& source, const std::string& name,
                                     const std::function<void(const ExactRow&)>& use);

}  // namespace halfspace
