#include "report/certificate_report.hpp"

#include "base/text.hpp"
#include "certify/verify/verify_words.hpp"
#include "report/lines.hpp"

namespace halfspace {
namespace {

std::uint64_t text_columns(const Certificate& c) { return c.libsvm() ? c.column_count : c.columns.size(); }

std::string sizes_text(const Certificate& c) {
  std::vector<std::string> parts;
  if (c.has_weights()) parts.push_back(counted(c.weights.size(), "weight"));
  if (c.has_witness()) parts.push_back("a witness of " + counted(c.witness.size(), "row"));
  if (c.has_span()) parts.push_back(counted(c.span.size(), "row") + " that span all rows");
  if (c.margin) parts.push_back("bounds of the " + c.margin->kind + " margin");
  if (c.disjoint_witnesses)
    parts.push_back(counted(c.disjoint_witnesses->size(), "disjoint witness") + ": at least as many mistakes");
  return joined(parts);
}

std::string certificate_labels(const std::vector<std::string>& labels) {
  std::vector<std::string> names;
  names.reserve(labels.size());
  for (const std::string& label : labels) names.push_back(shown(label));
  return joined(names, " or ", 12);
}

Json margin_json(const MarginClaim& m) {
  return {{"kind", m.kind},
          {"lower_squared", m.lower_squared.get_str()},
          {"upper_squared", m.upper_squared.get_str()},
          {"lambda_rows", m.lambda.size()}};
}

}  // namespace

std::string certificate_facts_text(const Certificate& c, const std::string& path) {
  Lines lines;
  lines.add("claim", shown(path, 200) + ": a certificate that the rows are " + c.statement +
                         "; not checked here, `halfspace verify` does that with the data");
  lines.add("question", certificate_labels(c.negative) + " (-1) against " + certificate_labels(c.positive) +
                            " (+1), bias " + (c.augmented ? "augmented" : "none") + reading_text(c));
  lines.add("data", c.data.format + " text, " + counted(c.data.rows, "row") + ", " +
                        counted(text_columns(c), "column") + (c.features == "none" ? "" : ", features " + c.features) +
                        "; SHA-256 " + shown(c.data.sha256, 80));
  lines.add("proof", sizes_text(c));
  return lines.text();
}

Json certificate_json(const Certificate& c) {
  Json out{{"kind", "certificate"},   {"statement", c.statement}, {"bias_mode", c.augmented ? "augmented" : "none"},
           {"format", c.data.format}, {"rows", c.data.rows},      {"cols", text_columns(c)},
           {"features", c.features},  {"negative", c.negative},   {"positive", c.positive},
           {"sha256", c.data.sha256}};
  out["weight"] = c.data.weight.empty() ? Json(nullptr) : Json(c.data.weight);
  out["missing"] = c.data.missing;
  out["style"] = Json::object();
  for (const auto& [flag, value] : c.data.style.values()) out["style"][flag] = value;
  out["weight_count"] = c.has_weights() ? Json(c.weights.size()) : Json(nullptr);
  out["witness_rows"] = c.has_witness() ? Json(c.witness.size()) : Json(nullptr);
  out["span_rows"] = c.has_span() ? Json(c.span.size()) : Json(nullptr);
  out["margin"] = c.margin ? margin_json(*c.margin) : Json(nullptr);
  out["disjoint_witnesses"] = c.disjoint_witnesses ? Json(c.disjoint_witnesses->size()) : Json(nullptr);
  return out;
}

}  // namespace halfspace
