// A model as one C99 file without dependencies: the same sums in the same order as here (eight lanes,
// src/simd/ops.hpp), so that in double the scores of dense rows have the same bits where the compiler fuses nothing.
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include "base/text.hpp"
#include "export/c_parts.hpp"
#include "export/exports.hpp"
#include "export/plain.hpp"
#include "model/probability.hpp"

namespace halfspace {
namespace {

bool is_identifier(std::string_view name) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  constexpr std::string_view more = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  return !name.empty() && name.find_first_not_of(more) == std::string_view::npos &&
         letters.find(name[0]) != std::string_view::npos;
}

/// A text as a C string literal: bytes that are not plain ASCII in octal, no trigraphs.
std::string c_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7F) {
      out += '\\';
      for (const unsigned shift : {6U, 3U, 0U}) out += static_cast<char>('0' + ((byte >> shift) & 7U));
      continue;
    }
    if (c == '"' || c == '\\' || c == '?') out += '\\';
    out += c;
  }
  return out + "\"";
}

/// A comment holds no "*/" and no line breaks.
std::string c_comment(std::string_view text) {
  std::string out = shown(text, 60);
  for (std::size_t at = out.find("*/"); at != std::string::npos; at = out.find("*/")) out[at + 1] = ' ';
  return out;
}

class CSource {
 public:
  CSource(const Model& m, std::string name, bool single) : m_(m), single_(single), name_(std::move(name)) {}

  Result<std::string> write() {
    head();
    tables();
    if (m_.support) {
      part(c_function_part(m_, single_));
      part(c_kernel_part(m_));
    } else {
      part(c_linear_part);
    }
    part(m_.pairwise() ? c_votes_part : m_.outputs() == 1 ? c_sign_part : c_largest_part);
    if (has_probabilities(m_)) part(c_probability_part(m_));
    if (!overflow_) return out_;
    return Error{Code::bad_data, "", "a number of the model is beyond float; write --to c (double)"};
  }

 private:
  /// Text with REAL, NAME, UPPER, EXP, ... for the model's own.
  void part(std::string_view text) {
    std::string upper = name_;
    for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    const std::array<std::pair<std::string_view, std::string>, 5> words = {
        {{"@REAL", single_ ? "float" : "double"},
         {"@NAME", name_},
         {"@UPPER", upper},
         {"@F", single_ ? "f" : ""},
         {"@ABOVE", m_.zero_is_negative ? ">" : ">="}}};
    while (!text.empty()) {
      const std::size_t at = text.find('@');
      out_ += text.substr(0, at);
      text = at == std::string_view::npos ? std::string_view() : text.substr(at);
      for (const auto& [word, replaced] : words) {
        if (!text.starts_with(word)) continue;
        out_ += replaced;
        text.remove_prefix(word.size());
        break;
      }
    }
  }

  void head() {
    out_ += "/* " + std::string(name_of(m_.algorithm)) +
            " model written by halfspace " HALFSPACE_VERSION ". C99, no dependencies";
    out_ += m_.support || has_probabilities(m_) ? " (link with -lm).\n" : ".\n";
    out_ += " * x holds the columns in this order:";
    constexpr std::uint64_t most = 200;
    const std::uint64_t cols = m_.map.input_cols;
    for (std::uint64_t j = 0; j < std::min(cols, most) && !m_.columns.empty(); ++j)
      out_ += "\n *   " + std::to_string(j) + "  " + c_comment(m_.columns[j]);
    if (m_.columns.empty()) out_ += " x[j] is column " + std::string(m_.form.zero_based ? "j" : "j + 1");
    if (!m_.columns.empty() && cols > most) out_ += "\n *   and " + std::to_string(cols - most) + " more";
    out_ += "\n */\n#include <math.h>\n#include <stddef.h>\n\n";
    part("#define @UPPER_COLUMNS " + std::to_string(cols) + "\n#define @UPPER_CLASSES " +
         std::to_string(m_.classes.size()) + "\n#define @UPPER_VECTORS " + std::to_string(m_.vectors()) +
         "\n#define @UPPER_SCORES " + std::to_string(m_.outputs()) + "\n");
    part(c_declarations_part);
    if (has_probabilities(m_)) part(c_probability_declaration);
    out_ += "\n";
  }

  std::string literal(double v) {
    std::array<char, 40> text{};
    const auto single = static_cast<float>(v);
    overflow_ = overflow_ || (single_ && !std::isfinite(single));
    const auto end = single_ ? std::to_chars(text.data(), text.data() + text.size(), single).ptr
                             : std::to_chars(text.data(), text.data() + text.size(), v).ptr;
    std::string out(text.data(), end);
    if (out.find_first_of(".e") == std::string::npos) out += ".0";
    return single_ ? out + "f" : out;
  }

  template <class Values, class Text>
  void table(const std::string& type, const char* what, const Values& values, Text text) {
    part("static const " + type + " @NAME_" + what + "[] = {");
    std::size_t column = 0;
    bool first = true;
    for (const auto& v : values) {
      const std::string item = text(v);
      out_ += first ? "" : ",";
      column += item.size() + 2;
      out_ += column > 110 || first ? "\n    " : " ";
      if (column > 110) column = item.size() + 2;
      out_ += item;
      first = false;
    }
    if (first) out_ += "0";  // C has no empty arrays
    out_ += "};\n";
  }

  template <class Values>
  void reals(const char* what, const Values& values) {
    table("@REAL", what, values, [&](double v) { return literal(v); });
  }

  void tables() {
    table("char *const", "class_names", m_.classes, c_string);
    reals("weights", m_.w);
    reals("biases", m_.b);
    if (m_.support) {
      const CsrMatrix<double>& rows = m_.support->rows;
      part("#define @UPPER_SUPPORT " + std::to_string(rows.rows) + "\n");
      const auto count = [](std::uint64_t v) { return std::to_string(v); };
      table("unsigned long", "row_start", rows.start.span(), count);
      table("unsigned long", "row_column", rows.column.span(), count);
      reals("row_value", rows.value.span());
      std::vector<double> squares;
      squares.reserve(rows.rows);
      for (std::size_t j = 0; j < rows.rows; ++j) squares.push_back(squared_norm(rows.row(j)));
      const bool cosines = m_.cosines();
      if (cosines) reals("phase", m_.support->phase);
      if (m_.support->kernel.base() == KernelBase::squared_distance && !cosines) reals("row_square", squares);
      if (!m_.map.shift.empty()) reals("shift", m_.map.shift);
      if (!m_.map.factor.empty()) reals("factor", m_.map.factor);
      const Kernel& k = m_.support->kernel;
      if (!cosines && k.uses_gamma()) reals("gamma", std::vector<double>{k.gamma});
      if (k.uses_coef0()) reals("coef0", std::vector<double>{k.coef0});
    }
    const ProbabilityLists p = lists_of(m_.probability);
    if (!p.a.empty()) reals("prob_a", p.a);
    if (!p.b.empty()) reals("prob_b", p.b);
    if (!p.score.empty()) reals("prob_score", p.score);
    if (!p.value.empty()) reals("prob_value", p.value);
    out_ += "\n";
  }

  const Model& m_;
  bool single_;
  bool overflow_ = false;
  std::string name_;
  std::string out_;
};

Result<Exported> c_source(const Model& m, const ExportOptions& options, bool single) {
  if (const auto fits = check_plain(m, "C source"); !fits) return fits.error();
  if (m.map.input_cols == 0 || (m.support && m.support->rows.rows == 0))
    return Error{Code::bad_data, "", "the model cannot be written as C source: it has no weights, only a bias"};
  if (!is_identifier(options.name))
    return Error{Code::usage, "--name",
                 in_quotes(options.name) + " is not a name in C: letters, digits and _, not a digit first"};
  auto text = CSource(m, options.name, single).write();
  if (!text) return text.error();
  return Exported{std::move(text).value(), {}};
}

}  // namespace

Result<Exported> export_c(const Model& m, const ExportOptions& options) { return c_source(m, options, false); }
Result<Exported> export_c_float(const Model& m, const ExportOptions& options) { return c_source(m, options, true); }

}  // namespace halfspace
