// Linear separability, decided in exact arithmetic, with proofs that anyone can check. docs/certificates.md
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "halfspace/data.hpp"
#include "halfspace/export.h"
#include "halfspace/options.hpp"
#include "halfspace/progress.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

/// A row with its multiplier λ > 0 in the sum of λ y (x, 1) = 0, with which no separator agrees (Gordan 1873).
struct WitnessRow {
  std::int64_t row = 0;    ///< from 0, among the caller's rows; of a file: the row's line, from 1
  std::string multiplier;  ///< a whole number in decimal digits, of any length
};

/// Are two classes linearly separable? Not to be is an answer and no Error. Distances are in the units of the columns.
struct Separation {
  std::string verdict;              ///< separable, quasi-separable, overlapping; undecided (`json` says why)
  std::int64_t rows = 0;            ///< used: those of weight 0, and those left out for missing cells, are not
  std::vector<WitnessRow> witness;  ///< empty where separable
  double margin_at_least = 0;       ///< where separable: the largest distance that the closest row can have from a
  double margin_at_most = 0;        ///< boundary lies between these (without a bias: from one through the origin)
  std::string certificate;          ///< for verify(); "" without a proof, and of separate() for rows in memory
  std::string json;                 ///< the answer of `halfspace separate --json`, without version and seconds
  std::string text;                 ///< the report of `halfspace separate`

  bool separable() const { return verdict == "separable"; }
};

/// Rows in memory stand for the shortest decimals that read back as their doubles, whole numbers beyond 2^53 of more than
/// 15 digits for themselves; weights do not matter but for 0, which leaves a row out. One class alone is separable.
/// Options: separate_option_names(); files' apart. A run that the watch or the option `timeout` ends is undecided.
/// Errors: usage (options, sizes that do not fit, more than two classes), bad_data (no rows, a number that is not
/// finite), interrupted (before there was anything to tell).
HALFSPACE_API Result<Separation> separate(const DenseRows& rows, const RowLabels& labels, const Options& options = {},
                                          const Watch& watch = {});
HALFSPACE_API Result<Separation> separate(const CsrRows& rows, const RowLabels& labels, const Options& options = {},
                                          const Watch& watch = {});

/// The rows as the text that they stand for: CSV with the label last (a header where columns have names; a missing cell
/// is empty, a row of weight 0 a blank line), or LIBSVM text, whose labels are numbers. Errors: sizes that do not fit,
/// a column called label (usage), labels or numbers that a text cannot hold (bad_data).
HALFSPACE_API Result<std::string> text_of(const DenseRows& rows, const RowLabels& labels);
HALFSPACE_API Result<std::string> text_of(const CsrRows& rows, const RowLabels& labels);

/// separate() with a certificate about text_of() the rows, which `halfspace verify` checks against a file of that text.
/// Errors: also those of text_of().
HALFSPACE_API Result<Separation> separate_certified(const DenseRows& rows, const RowLabels& labels,
                                                    const Options& options = {}, const Watch& watch = {});
HALFSPACE_API Result<Separation> separate_certified(const CsrRows& rows, const RowLabels& labels,
                                                    const Options& options = {}, const Watch& watch = {});

/// Rows of a file (not "-"), as `halfspace separate PATH -o CERT` does, with the bytes of the same certificate. Errors:
/// io, bad_data, usage; interrupted when the run was ended before the file was read.
HALFSPACE_API Result<Separation> separate_file(const std::string& path, const Options& options = {},
                                               const Watch& watch = {});

struct Verified {
  bool accepted = false;
  std::string statement;  ///< what the certificate says of the rows, "" where it could not be read as one
  std::string reason;     ///< what was checked, or the first thing found wrong
  std::string question;   ///< which classes, columns, bias and label the certificate is about
};

/// Checks a certificate (its text) against the rows of the file it speaks of (CSV or LIBSVM text, plain or packed), in
/// exact arithmetic, with a reader of its own. A certificate that is refused is no Error. Errors: a text that is no
/// certificate (bad_data; so the empty one), a file that cannot be read (io).
HALFSPACE_API Result<Verified> verify(const std::string& certificate, const std::string& data_path);

/// The same against text_of() these rows. Errors: also those of text_of().
HALFSPACE_API Result<Verified> verify(const std::string& certificate, const DenseRows& rows, const RowLabels& labels);
HALFSPACE_API Result<Verified> verify(const std::string& certificate, const CsrRows& rows, const RowLabels& labels);

/// The certificate from a file, packed or not.
HALFSPACE_API Result<Verified> verify_file(const std::string& certificate_path, const std::string& data_path);

}  // namespace halfspace
