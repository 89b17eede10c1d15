// A model as one C99 file without dependencies: the same features and the same sums in the same order as here (eight
// lanes, src/simd/ops.hpp), so that in double the scores have the same bits where the compiler fuses nothing.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "export/c_parts.hpp"
#include "export/c_rows.hpp"
#include "export/c_writer.hpp"
#include "export/exports.hpp"
#include "export/float_rounding.hpp"
#include "export/literals.hpp"
#include "export/plain.hpp"
#include "export/support_table.hpp"
#include "model/probability.hpp"

namespace halfspace {
namespace {

bool is_identifier(std::string_view name) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  constexpr std::string_view more = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  return !name.empty() && name.find_first_not_of(more) == std::string_view::npos &&
         letters.find(name[0]) != std::string_view::npos;
}

/// The weight vectors that score, and their biases apart.
struct ScoringVectors {
  std::vector<double> w;
  std::vector<double> b;
};

ScoringVectors scoring_vectors(const Model& m) {
  if (!m.votes) return {m.w, m.b};
  ScoringVectors out;
  const std::size_t d = m.vector_size();
  const std::vector<double>& all = m.votes->weights;
  for (std::size_t at = 0; at + d < all.size(); at += d + 1) {
    out.w.insert(out.w.end(), all.begin() + static_cast<std::ptrdiff_t>(at),
                 all.begin() + static_cast<std::ptrdiff_t>(at + d));
    out.b.push_back(all[at + d]);
  }
  return out;
}

class CSource {
 public:
  CSource(const Model& m, const std::string& name, bool single)
      : m_(m), vectors_(scoring_vectors(m)), rows_(c_rows_of(m, vectors_.w, vectors_.b, single)), to_(name, single) {}

  Result<std::string> write() {
    words();
    head();
    tables();
    c_write_encoder(to_, m_, rows_);
    if (m_.support) {
      to_.part(c_function_part(m_, to_.single()));
      to_.part(c_kernel_part(m_, to_.single()));
    } else {
      to_.part(c_long_sum_part);
      to_.part(rows_.exact ? c_exact_linear_part : c_linear_part);
    }
    to_.part(c_outcome_part(m_));
    if (has_probabilities(m_)) to_.part(c_probability_part(m_));
    to_.part(
        "\nconst char *@NAME_class(int k) { return k >= 0 && k < @UPPER_CLASSES ? @NAME_class_names[k] : NULL; }\n");
    c_write_calls(to_, m_, rows_);
    if (!to_.overflow()) return to_.take();
    return Error{Code::bad_data, "", "a number of the model is beyond float; write --to c (double)"};
  }

  /// Error: what a row needs of the stack.
  Result<void> check_stack() const {
    constexpr std::size_t most = 65536;
    if (rows_.encoded && rows_.entries > most)
      return not_written("C source", "a row has up to " + grouped(rows_.entries) + " features (--features " +
                                         std::string(name_of(m_.map.options.features)) +
                                         "), which stand on the stack there (at most " + grouped(most) +
                                         "); train on fewer columns, or write --to python");
    if (rows_.encoded && m_.support && rows_.features > most)
      return not_written("C source", "its kernel is of " + grouped(rows_.features) +
                                         " features, which stand on the stack there (at most " + grouped(most) +
                                         "); train on fewer columns, or write --to python");
    if (m_.votes && vectors_.b.size() > most)
      return not_written("C source", grouped(vectors_.b.size()) +
                                         " weight vectors vote, whose scores stand on the stack there (at most " +
                                         grouped(most) + "); train with --keep average, or write --to python");
    return {};
  }

 private:
  void words() {
    const bool entries = rows_.encoded && !m_.support;
    to_.set("@ABOVE", m_.zero_is_negative ? ">" : ">=");
    to_.set("@SIZE", to_.upper() + (rows_.encoded ? "_FEATURES" : "_COLUMNS"));
    to_.set("@ROW", entries ? "const struct " + to_.name() + "_row *row"
                            : "const " + std::string(to_.single() ? "float" : "double") + " *x");
    to_.set("@PASS", entries ? "row" : "x");
    to_.set("@COUNT", entries ? "row->size" : to_.upper() + "_COLUMNS");
    to_.set("@VALUE", entries ? "row->value[j]" : "x[j]");
    to_.set("@AT", entries ? "row->feature[j]" : "j");
  }

  std::string column_line(std::uint64_t j) const {
    if (!rows_.named) return c_comment(m_.columns[j]);
    const InputColumn& c = m_.map.inputs[j];
    if (c.levels.empty())
      return c_comment(c.name) + (c.fill ? " (NAN: " + number_text(*c.fill) + " stands for it)" : "");
    return c_comment(c.name) + " (the place of a level in " + to_.name() + "_levels_of(" + std::to_string(j) + "))";
  }

  void head() {
    to_.raw("/* " + std::string(name_of(m_.algorithm)) +
            " model written by halfspace " HALFSPACE_VERSION ". C99, no dependencies");
    to_.raw(m_.support || has_probabilities(m_) || rows_.named ? " (link with -lm).\n" : ".\n");
    to_.raw(" * x holds the columns in this order:");
    constexpr std::uint64_t most = 200;
    const std::uint64_t cols = m_.map.input_cols;
    const bool lists = rows_.named || (!m_.columns.empty() && !rows_.encoded);
    for (std::uint64_t j = 0; j < std::min(cols, most) && lists; ++j)
      to_.raw("\n *   " + std::to_string(j) + "  " + column_line(j));
    if (!lists) to_.raw(" x[j] is column " + std::string(m_.form.zero_based ? "j" : "j + 1"));
    if (lists && cols > most) to_.raw("\n *   and " + std::to_string(cols - most) + " more");
    to_.raw("\n * Where a number is NAN" + std::string(m_.map.fills() ? " without a mean" : "") +
            (m_.map.categorical() ? ", or is no place of a level" : "") +
            (m_.map.categorical() && m_.map.options.unseen == Unseen::other ? " (-1 is none of them)" : "") +
            ", scores are NAN and the class is -1.");
    if (const std::string numbers = missing_numbers(m_); !numbers.empty())
      to_.raw("\n * A missing number is NAN: " + c_comment(numbers) + " (--na) is missing as a cell of text alone.");
    to_.raw("\n */\n#include <float.h>\n#include <math.h>\n#include <stddef.h>\n");
    if (rows_.named) to_.raw("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n");
    to_.raw("\n");
    to_.define("COLUMNS", cols);
    to_.define("CLASSES", m_.classes.size());
    to_.define("VECTORS", vectors_.b.size());
    to_.define("SCORES", m_.outputs());
    if (rows_.encoded) {
      to_.define("FEATURES", rows_.features);
      to_.define("ENTRIES", std::max<std::size_t>(rows_.entries, 1));
    }
    to_.part(c_declarations_part);
    if (has_probabilities(m_)) to_.part(c_probability_declaration);
    if (rows_.named) c_write_row_declarations(to_, m_);
    to_.raw("\n");
  }

  void tables() {
    to_.texts("static const char *const", "class_names", m_.classes);
    to_.reals("weights", vectors_.w);
    to_.reals("biases", vectors_.b);
    if (m_.votes) {
      to_.counts("counts", m_.votes->counts);
      const bool rest = m_.multiclass == Multiclass::one_vs_rest;
      if (m_.multiclass != Multiclass::argmax)
        to_.counts("of_score", rest ? m_.votes->of_output : std::vector<std::uint64_t>{vectors_.b.size()});
    }
    if (m_.support) support_tables();
    const ProbabilityLists p = lists_of(m_.probability);
    if (!p.a.empty()) to_.reals("prob_a", p.a);
    if (!p.b.empty()) to_.reals("prob_b", p.b);
    if (!p.score.empty()) to_.reals("prob_score", p.score);
    if (!p.value.empty()) to_.reals("prob_value", p.value);
    c_write_columns(to_, m_, rows_);
  }

  void support_tables() {
    const SupportTable table = support_table(m_, to_.single());
    const CsrMatrix<double>& rows = table.rows;
    to_.define("SUPPORT", rows.rows);
    const bool cosines = m_.cosines();
    const Kernel& k = m_.support->kernel;
    to_.counts("row_start", rows.start.span());
    to_.counts("row_column", rows.column.span());
    to_.reals("row_value", rows.value.span());
    std::vector<double> squares;
    squares.reserve(rows.rows);
    for (std::size_t j = 0; j < rows.rows; ++j) squares.push_back(squared_norm(rows.row(j)));
    if (cosines) to_.reals("phase", m_.support->phase);
    if (k.base() == KernelBase::squared_distance && !cosines && !to_.single()) row_squares(squares);
    if (!table.centre.empty()) to_.reals("centre", table.centre);
    if (!m_.map.shift.empty()) to_.reals("shift", m_.map.shift);
    if (!m_.map.factor.empty()) to_.reals("factor", m_.map.factor);
    if (!cosines && k.uses_gamma()) to_.reals("gamma", std::vector<double>{k.gamma});
    if (k.uses_coef0()) to_.reals("coef0", std::vector<double>{k.coef0});
  }

  void row_squares(const std::vector<double>& squares) {
    to_.table("static const double", "row_square", squares,
              [&](double v) { return std::isinf(v) ? std::string("HUGE_VAL") : to_.literal(v); });
  }

  const Model& m_;
  ScoringVectors vectors_;
  CRows rows_;
  CWriter to_;
};

/// Scores of kernels that overflow, or that the promise of docs/exchange.md does not hold of.
void note_float(const Model& m, std::vector<std::string>& notes) {
  if (!m.support || m.cosines()) return;
  const ScoringVectors v = scoring_vectors(m);
  const double most = largest_on_the_way(m, v.w, v.b);
  if (most > std::numeric_limits<float>::max()) {
    const std::string reach = std::isfinite(most) ? "reach about " + short_number(most, 2) : "be beyond double";
    notes.push_back(
        "scores in float can be infinite or NaN (class -1), and labels differ from predict's: sums of kernel values "
        "can " +
        reach +
        " (of rows up to twice as long as a support row), and float holds at most 3.4e+38; write --to c (double)");
    return;
  }
  if (m.votes) return;
  const FloatRounding off = float_rounding(m);
  if (off.error > 1e-4 * std::max(1.0, off.largest))
    notes.push_back(note_of(off, "scores in float") + "; write --to c (double)");
}

Result<Exported> c_source(const Model& m, const ExportOptions& options, bool single) {
  if (const auto fits = check_unhashed(m, "C source"); !fits) return fits.error();
  if (m.map.input_cols == 0 || m.map.base_size() == 0 || (m.support && m.support->rows.rows == 0))
    return Error{Code::bad_data, "", "the model cannot be written as C source: it has no weights, only a bias"};
  if (!is_identifier(options.name))
    return Error{Code::usage, "--name",
                 in_quotes(options.name) + " is not a name in C: letters, digits and _, not a digit first"};
  CSource source(m, options.name, single);
  if (const auto fits = source.check_stack(); !fits) return fits.error();
  auto text = source.write();
  if (!text) return text.error();
  Exported done{std::move(text).value(), {}};
  if (single) note_float(m, done.notes);
  return done;
}

}  // namespace

Result<Exported> export_c(const Model& m, const ExportOptions& options) { return c_source(m, options, false); }
Result<Exported> export_c_float(const Model& m, const ExportOptions& options) { return c_source(m, options, true); }

}  // namespace halfspace
