// A model as one Python file of its standard library alone: the features, products and sums of this program in the same
// order, so that scores have the same bits.
#include <cstdint>
#include <string>
#include <vector>

#include "base/number.hpp"
#include "export/exports.hpp"
#include "export/literals.hpp"
#include "export/plain.hpp"
#include "export/python_kernels.hpp"
#include "export/python_parts.hpp"
#include "export/python_probabilities.hpp"
#include "export/python_style.hpp"
#include "export/support_table.hpp"
#include "feature/coding.hpp"
#include "model/probability.hpp"

namespace halfspace {
namespace {

std::string python_bool(bool v) { return v ? "True" : "False"; }

/// A list of texts, wrapped.
template <class Values, class Text>
std::string python_list(const Values& values, Text text, const std::string& indent) {
  std::string out = "[";
  std::size_t width = indent.size() + 1;
  for (const auto& v : values) {
    const std::string item = text(v) + ",";
    const bool wraps = width + item.size() + 1 > 110;
    out += wraps ? "\n" + indent + "    " : out.size() > 1 ? " " : "";
    width = (wraps ? indent.size() + 4 : width + 1) + item.size();
    out += item;
  }
  if (out.back() == ',') out.pop_back();
  return out + "]";
}

std::string python_entry(const CodedFeature& f) {
  return "(" + std::to_string(f.feature) + ", " + python_real(f.value) + ")";
}

class PythonSource {
 public:
  explicit PythonSource(const Model& m) : m_(m), weights_(m.votes ? m.votes->weights : m.w) {}

  std::string write() {
    head();
    columns();
    vectors();
    if (m_.support) support();
    out_ += python_cells_part;
    if (!m_.map.inputs.empty()) out_ += python_style_part(m_);
    out_ += m_.map.inputs.empty() ? python_numbered_part : python_named_part;
    out_ += python_sum_part;
    if (m_.support) out_ += python_kernel_part(m_);
    encoding();
    out_ += exact_ ? python_exact_score_part : python_plain_score_part;
    out_ += "\ndef _positive(score):\n    return score " + std::string(m_.zero_is_negative ? ">" : ">=") + " 0\n\n";
    out_ += scores_part();
    if (has_probabilities(m_)) out_ += python_probability_part(m_);
    out_ += python_predict_part;
    return std::move(out_);
  }

 private:
  void head() {
    const bool named = !m_.map.inputs.empty();
    out_ += "\"\"\"" + std::string(name_of(m_.algorithm)) +
            " model written by halfspace " HALFSPACE_VERSION
            ". Python 3, no dependencies.\n\n"
            "scores(row)   " +
            (m_.outputs() == 1 ? std::string("a list of one number: the second of CLASSES where it is ") +
                                     (m_.zero_is_negative ? "above 0" : "at least 0")
                               : std::string("a number for each of CLASSES: the largest wins, the first of equals")) +
            "\npredict(row)  its label\n" + (has_probabilities(m_) ? "probabilities(row)  of each of CLASSES\n" : "") +
            "\nrow maps " + (named ? "names of columns" : "numbers of columns (absent: 0)") +
            " to numbers or their text. Scores have the bits of `halfspace predict --scores` on a file of the\n"
            "row alone; among other rows with more digits after the point they can differ by rounding" +
            (m_.support ? "" : ", by less than\n(n + 8) 2.3e-16 (max |w| sum |x| + |b|) for n features x") +
            ".\n\"\"\"\n"
            "import math\nimport re\nfrom fractions import Fraction\n\n";
    out_ += "CLASSES = " + python_list(m_.classes, python_string, "") + "\n";
  }

  void columns() {
    const FeatureMap& map = m_.map;
    if (map.inputs.empty()) {
      out_ += "COLUMNS = " + std::to_string(map.input_cols) +
              "\nFIRST_COLUMN = " + std::string(m_.form.zero_based ? "0" : "1") + "\n";
      return;
    }
    out_ += "MISSING_IS_LEVEL = " + python_bool(map.missing.find("category") != std::string::npos) +
            "\nPLAIN = " + python_bool(map.plain()) +
            "\n# name, first feature, mean for missing cells and its digits after the point, features of each level, "
            "of others\n"
            "COLUMNS = [\n";
    std::size_t first = 0;
    for (const InputColumn& c : map.inputs) {
      out_ +=
          "    (" + python_string(c.name) + ", " + std::to_string(first) + ", " + fill(c) + ", " + levels(c) + ", " +
          (takes_unseen(map, c) && !c.levels.empty() ? python_list(unseen_codes(c), python_entry, "    ") : "None") +
          "),\n";
      first += width_of(c);
    }
    out_ += "]\n";
  }

  static std::string fill(const InputColumn& c) {
    if (!c.fill) return "None";
    const int digits = decimals_of(*c.fill);
    return "(" + python_real(*c.fill) + ", " + (digits < 0 ? "None" : std::to_string(digits)) + ")";
  }

  /// Levels that are numbers are keys as numbers: "1" and "1.0" are one.
  static std::string levels(const InputColumn& c) {
    if (c.levels.empty()) return "None";
    std::string out = "{";
    for (std::size_t k = 0; k < c.levels.size(); ++k) {
      Number n;
      const bool number = parse_number(c.levels[k], n);
      out += "\n        " + (number ? python_real(n.value) : python_string(c.levels[k])) + ": ";
      out += python_list(codes_of(c, k), python_entry, "        ");
      out += ",";
    }
    return out + "\n    }";
  }

  void vectors() {
    const std::size_t d = m_.vector_size();
    const std::size_t stride = m_.votes ? d + 1 : d;
    const std::size_t count = m_.votes ? weights_.size() / stride : m_.vectors();
    std::vector<double> biases;
    std::vector<std::string> places;
    out_ += "WEIGHTS = [\n";
    for (std::size_t k = 0; k < count; ++k) {
      const std::vector<double> w(weights_.data() + k * stride, weights_.data() + k * stride + d);
      biases.push_back(m_.votes ? weights_[k * stride + d] : m_.b[k]);
      places.push_back(decimal_places(w, biases.back()));
      exact_ = exact_ || (!m_.support && places.back() != "None");
      out_ += "    " + python_list(w, python_real, "    ") + ",\n";
    }
    out_ += "]\nBIASES = " + python_list(biases, python_real, "") + "\n";
    if (exact_) {
      const Expansion e = m_.map.options.features;
      out_ += "PLACES = " +
              python_list(
                  places, [](const std::string& p) { return p; }, "") +
              "\nDEGREE = " +
              (e == Expansion::none    ? "1"
               : e == Expansion::poly3 ? "3"
                                       : "2") +
              "\n";
    }
    if (!m_.votes) return;
    const auto whole = [](std::uint64_t v) { return std::to_string(v); };
    out_ += "COUNTS = " + python_list(m_.votes->counts, whole, "") + "\n";
    if (m_.multiclass == Multiclass::argmax) return;
    const bool rest = m_.multiclass == Multiclass::one_vs_rest;
    out_ +=
        "OUTPUTS = " + python_list(rest ? m_.votes->of_output : std::vector<std::uint64_t>{count}, whole, "") + "\n";
  }

  /// As ScoreVector: the digits after the point of all weights, at most 15.
  std::string decimal_places(const std::vector<double>& w, double b) const {
    int places = decimals_of(b);
    bool known = m_.exact && places >= 0;
    for (const double v : w) {
      if (!known) break;
      const int own = decimals_of(v);
      known = own >= 0;
      places = std::max(places, own);
    }
    return known && places <= 15 ? std::to_string(places) : "None";
  }

  void encoding() {
    const Expansion e = m_.map.options.features;
    if (e != Expansion::none) {
      out_ += "\nBASE = " + std::to_string(m_.map.base_size()) + "\nPRODUCTS = \"" + std::string(name_of(e)) + "\"\n\n";
      out_ += python_products_part;
    }
    std::string entries = e == Expansion::none ? "entries" : "_with_products(entries, cells)";
    if (m_.support) entries = "_kernels(row, " + entries + ")";
    out_ += "\ndef _encoded(row):\n    entries, cells, filled = _features(row)\n    return " + entries + ", filled\n\n";
  }

  /// Rows as (feature, value), and the numbers of the kernel.
  void support() {
    const Support& s = *m_.support;
    const SupportTable table = support_table(m_);
    out_ += "FEATURES = " + std::to_string(s.rows.cols) + "\nSUPPORT = [\n";
    for (std::size_t j = 0; j < table.rows.rows; ++j) {
      std::vector<CodedFeature> entries;
      for_each_entry(table.rows.row(j), [&](std::size_t c, double v) { entries.push_back({c, v}); });
      out_ += "    " + python_list(entries, python_entry, "    ") + ",\n";
    }
    out_ += "]\n";
    if (!table.centre.empty()) out_ += "CENTRE = " + python_list(table.centre, python_real, "") + "\n";
    if (!m_.map.shift.empty()) out_ += "SHIFT = " + python_list(m_.map.shift, python_real, "") + "\n";
    if (!m_.map.factor.empty()) out_ += "FACTOR = " + python_list(m_.map.factor, python_real, "") + "\n";
    if (m_.cosines()) out_ += "PHASE = " + python_list(s.phase, python_real, "") + "\n";
    if (s.kernel.uses_gamma()) out_ += "GAMMA = " + python_real(s.kernel.gamma) + "\n";
    if (s.kernel.uses_coef0()) out_ += "COEF0 = " + python_real(s.kernel.coef0) + "\n";
  }

  std::string_view scores_part() const {
    if (m_.votes) return m_.multiclass == Multiclass::argmax ? python_voted_argmax_part : python_voted_scores_part;
    return m_.pairwise() ? python_pairs_scores_part : python_linear_scores_part;
  }

  const Model& m_;
  const std::vector<double>& weights_;
  bool exact_ = false;
  std::string out_;
};

}  // namespace

Result<Exported> export_python(const Model& m, const ExportOptions&) {
  if (m.map.parts()) return check_unhashed(m, "Python").error();
  if (m.form.hash_bits > 0)
    return Error{Code::bad_data, "",
                 "hashed columns (--hash-bits): python cannot hash names of columns; train without it"};
  return Exported{PythonSource(m).write(), {}};
}

}  // namespace halfspace
