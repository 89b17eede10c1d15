// From a Certificate to its file: members in the order of docs/formats/certificate.md, one term or weight a line.
#include "base/json.hpp"
#include "certify/certificate.hpp"

namespace halfspace {
namespace {

std::string quoted(const std::string& text) { return json_text(Json(text)); }
std::string quoted(const Rational& value) { return "\"" + rational_text(value) + "\""; }

/// The items between brackets, one a line where `lines`.
template <class Items, class Text>
std::string listed(const Items& items, bool lines, const std::string& indent, Text text) {
  std::string out = "[";
  for (std::size_t k = 0; k < items.size(); ++k)
    out += (k == 0 ? "" : lines ? "," : ", ") + (lines ? "\n" + indent + "  " : std::string()) + text(items[k]);
  return out + (lines && !items.empty() ? "\n" + indent + "]" : "]");
}

std::string texts(const std::vector<std::string>& items) {
  return listed(items, false, "", [](const std::string& t) { return quoted(t); });
}

std::string numbers(const std::vector<Rational>& items, const std::string& indent) {
  return listed(items, true, indent, [](const Rational& r) { return quoted(r); });
}

std::string terms(const Terms& items, const std::string& indent) {
  return listed(items, true, indent, [](const Term& t) {
    return R"({"row": )" + std::to_string(t.row) + R"(, "line": )" + std::to_string(t.line) + R"(, "multiplier": )" +
           quoted(t.multiplier) + "}";
  });
}

const char* flag(bool value) { return value ? "true" : "false"; }

std::string text_member(const Certificate& c) {
  const Certificate::Text& t = c.data;
  std::string out = "{\"sha256\": " + quoted(t.sha256) + ",\n    \"format\": " + quoted(t.format);
  if (c.libsvm()) {
    out += std::string(", \"zero_based\": ") + flag(t.zero_based);
  } else {
    out += ", \"delimiter\": " + quoted(std::string(1, t.delimiter)) + ", \"header\": " + flag(t.header) +
           ", \"label\": " + quoted(t.label) + ", \"weight\": " + quoted(t.weight);
  }
  out += ", \"missing\": " + quoted(t.missing) + ", \"rows\": " + std::to_string(t.rows);
  std::string style;
  for (const auto& [name, value] : t.style.values())
    style += (style.empty() ? "" : ", ") + quoted(name) + ": " + quoted(value);
  return out + (style.empty() ? "" : ",\n    \"style\": {" + style + "}") + "}";
}

std::string columns_member(const Certificate& c) {
  if (c.libsvm()) return std::to_string(c.column_count);
  return listed(c.columns, true, "  ", [](const CertificateColumn& column) {
    return "{\"name\": " + quoted(column.name) +
           (column.levels.empty() ? "" : ", \"levels\": " + texts(column.levels)) + "}";
  });
}

std::string margin_member(const MarginClaim& m, bool augmented) {
  const std::string indent = "    ";
  return "{\n    \"kind\": " + quoted(m.kind) + ",\n    \"weights\": " + numbers(m.weights, indent) +
         (augmented ? ",\n    \"bias_weight\": " + quoted(m.bias_weight) : "") +
         ",\n    \"lambda\": " + terms(m.lambda, indent) + ",\n    \"lower_squared\": " + quoted(m.lower_squared) +
         ",\n    \"upper_squared\": " + quoted(m.upper_squared) + "\n  }";
}

}  // namespace

std::string certificate_text(const Certificate& c) {
  std::string out = "{\n  \"format\": \"halfspace-certificate\"";
  const auto add = [&](const char* name, const std::string& value) {
    out += std::string(",\n  \"") + name + "\": " + value;
  };
  add("version", "1");
  add("statement", quoted(c.statement));
  add("bias", c.augmented ? "\"augmented\"" : "\"none\"");
  add("data", text_member(c));
  add("classes", std::string("{\"numeric\": ") + flag(c.numeric_classes) + ", \"negative\": " + texts(c.negative) +
                     ", \"positive\": " + texts(c.positive) + "}");
  add("columns", columns_member(c));
  add("features", quoted(c.features));
  if (c.has_weights()) add("weights", numbers(c.weights, "  "));
  if (c.has_weights() && c.augmented) add("bias_weight", quoted(c.bias_weight));
  if (c.has_witness()) add("witness", terms(c.witness, "  "));
  if (c.has_span()) add("span", terms(c.span, "  "));
  if (c.margin) add("margin", margin_member(*c.margin, c.augmented));
  if (c.disjoint_witnesses)
    add("disjoint_witnesses",
        listed(*c.disjoint_witnesses, true, "  ", [](const Terms& w) { return terms(w, "    "); }));
  return out + "\n}\n";
}

}  // namespace halfspace
