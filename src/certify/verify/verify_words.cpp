#include "certify/verify/verify_words.hpp"

#include "base/text.hpp"

namespace halfspace {
namespace {

std::string labels_text(const std::vector<std::string>& labels) {
  if (labels.empty()) return "no row";
  std::vector<std::string> names;
  names.reserve(labels.size());
  for (const std::string& label : labels) names.push_back(shown(label));
  return joined(names, ", ", 4);
}

std::string columns_text(const Certificate& c) {
  if (c.libsvm()) return counted(c.column_count, "column");
  std::vector<std::string> names;
  names.reserve(c.columns.size());
  for (const CertificateColumn& column : c.columns) names.push_back(shown(column.name));
  return (names.size() == 1 ? "column " : "columns ") + joined(names, ", ", 6);
}

}  // namespace

std::string number_in_words(const Rational& value) {
  constexpr std::size_t most = 40;
  const std::string exact = rational_text(value);
  return exact.size() <= most ? exact : "about " + approximate_text(value);
}

std::string proof_text(const Certificate& c) {
  const std::string rows = counted(c.data.rows, "row");
  const std::string witness = counted(c.witness.size(), "row") + " with positive multipliers sum to 0";
  std::string out = "w.z > 0 in all " + rows;
  if (c.statement == "quasi-separable") out = "w.z >= 0 in all " + rows + ", more in some, and " + witness;
  if (c.statement == "not-separable") out = witness;
  if (c.statement == "overlapping")
    out = witness + "; " + counted(c.span.size(), "row") + " that do so span all " + rows;
  if (c.margin)
    out += "; squared " + c.margin->kind + " margin from " + number_in_words(c.margin->lower_squared) + " to " +
           number_in_words(c.margin->upper_squared);
  if (c.disjoint_witnesses)
    out += "; at least " + counted(c.disjoint_witnesses->size(), "mistake") + " (w.z <= 0) by any weights";
  return out;
}

std::string reading_text(const Certificate& c) {
  std::string out;
  if (!c.data.weight.empty()) out += "; without rows of weight 0 in " + shown(c.data.weight);
  if (c.data.missing == "drop") out += "; without rows that miss a value";
  if (c.data.missing.find("drop-label") != std::string::npos) out += "; without rows that have no label";
  if (c.data.missing.starts_with("category")) out += "; missing cells are a level";
  TextStyle cells = c.data.style;
  if (cells.skip_lines > 0) out += "; without the first " + counted(cells.skip_lines, "line");
  cells.skip_lines = 0;
  if (!cells.values().empty()) out += "; read with " + shown(cells.words(), 200);
  return out;
}

std::string question_text(const Certificate& c) {
  std::string out = labels_text(c.positive) + " is +1, " + labels_text(c.negative) + " is -1; bias " +
                    (c.augmented ? "augmented" : "none") + "; " + columns_text(c);
  if (c.features != "none") out += " with " + c.features;
  if (!c.data.label.empty()) out += "; label " + shown(c.data.label);
  return out + reading_text(c);
}

}  // namespace halfspace
