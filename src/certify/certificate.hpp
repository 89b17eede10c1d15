// Certificate: a statement about rows of a text, with the numbers that prove it. docs/formats/certificate.md
//
//   z_i = y_i (x_i, 1)  (bias augmented)   or   y_i x_i  (bias none),   y_i = +1 or -1 by the class of row i
//
// Plain data: nothing here has been checked against the text, that is what verify() does.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_style.hpp"
#include "exact/rational.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

/// One term lambda_i z_i of a sum. `row` counts the used rows from 0, `line` is its physical line from 1.
struct Term {
  std::uint64_t row = 0;
  std::uint64_t line = 0;
  Rational multiplier;
};
using Terms = std::vector<Term>;

/// A used column of CSV or TSV text; with levels (at least one) it stands for one 0/1 feature a level.
struct CertificateColumn {
  std::string name;
  std::vector<std::string> levels;
};

/// Bounds of the squared margin: below by weights, above by a combination of rows.
struct MarginClaim {
  std::string kind;  // "augmented" or "geometric"
  std::vector<Rational> weights;
  Rational bias_weight;
  Terms lambda;
  Rational lower_squared;
  Rational upper_squared;
};

struct Certificate {
  std::string statement;  // "separable", "quasi-separable", "overlapping" or "not-separable"
  bool augmented = true;  // bias

  struct Text {
    std::string sha256;  // of the unpacked text
    std::string format;  // "csv", "tsv" or "libsvm"
    char delimiter = ',';
    bool header = true;
    std::string label;
    std::string weight;  // "" for none
    bool zero_based = false;
    std::string missing = "error";  // or "drop", "category", "drop-label", "category,drop-label"
    TextStyle style;                // how cells are written; encoding and lines to skip
    std::uint64_t rows = 0;         // used rows
  } data;

  bool numeric_classes = false;  // labels compare as numbers
  std::vector<std::string> negative;
  std::vector<std::string> positive;

  std::vector<CertificateColumn> columns;  // csv, tsv
  std::uint64_t column_count = 0;          // libsvm
  std::string features = "none";           // or "poly2", "poly3", "interactions"

  std::vector<Rational> weights;  // separable, quasi-separable: one a feature
  Rational bias_weight;
  Terms witness;  // quasi-separable, overlapping, not-separable
  Terms span;     // overlapping
  std::optional<MarginClaim> margin;
  std::optional<std::vector<Terms>> disjoint_witnesses;

  bool libsvm() const { return data.format == "libsvm"; }
  bool has_weights() const { return statement == "separable" || statement == "quasi-separable"; }
  bool has_witness() const { return statement != "separable"; }
  bool has_span() const { return statement == "overlapping"; }
};

/// Reads a certificate file. Errors (bad_data), at `where`: no JSON, another format or version, members that are
/// missing, unknown, twice there or of another kind. What the members claim is not looked at.
Result<Certificate> parse_certificate(std::string_view json, const std::string& where);

/// Is this JSON that calls itself a halfspace certificate, of whatever version? Told apart when parsing failed.
bool is_certificate(std::string_view json);

/// The text of a certificate file, one term a line; parse_certificate() reads it back.
std::string certificate_text(const Certificate& certificate);

}  // namespace halfspace
