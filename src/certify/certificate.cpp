// From JSON to a Certificate: exactly the members of docs/formats/certificate.md, each of its kind.
#include "certify/certificate.hpp"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>
#include <utility>

#include "base/json.hpp"
#include "base/text.hpp"

namespace halfspace {
namespace {

/// Builds the JSON and notes the first name that stands twice in one object. (The library's parser with a callback
/// looks through the whole list around it after each object.) Names are looked for one by one: objects of very many are
/// refused.
class NamesOnce : public nlohmann::detail::json_sax_dom_parser<Json> {
 public:
  explicit NamesOnce(Json& out) : nlohmann::detail::json_sax_dom_parser<Json>(out, false) {}

  bool start_object(std::size_t size) {
    names_.emplace_back();
    return nlohmann::detail::json_sax_dom_parser<Json>::start_object(size);
  }
  bool key(std::string& name) {
    if (!names_.back().insert(name).second && problem_.empty())
      problem_ = "the member " + in_quotes(name) + " is a duplicate";
    if (names_.back().size() > most_members) {
      problem_ = "an object of more than " + std::to_string(most_members) + " members; a certificate has none";
      return false;
    }
    return nlohmann::detail::json_sax_dom_parser<Json>::key(name);
  }
  bool end_object() {
    names_.pop_back();
    return nlohmann::detail::json_sax_dom_parser<Json>::end_object();
  }
  const std::string& problem() const { return problem_; }

 private:
  static constexpr std::size_t most_members = 100;
  std::vector<std::set<std::string>> names_;  // of the objects that are open
  std::string problem_;
};

/// `text` as JSON; `problem` is what else is wrong with it.
Json parsed(std::string_view text, std::string& problem) {
  Json out;
  NamesOnce builder(out);
  const bool fine = may_be_json(text, 16) && Json::sax_parse(text, &builder);
  problem = builder.problem();
  return fine ? std::move(out) : Json(nlohmann::detail::value_t::discarded);
}

bool is_hex(const std::string& text) {
  const auto digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  return text.size() == 64 && std::all_of(text.begin(), text.end(), digit);
}

/// Takes members out of the JSON. The first problem stays; what is read after it is empty.
class Members {
 public:
  explicit Members(std::string where) : where_(std::move(where)) {}

  const std::optional<Error>& problem() const { return problem_; }

  void refuse(const std::string& path, const std::string& what) {
    if (!problem_) problem_ = Error{Code::bad_data, where_, path + ": " + what};
  }

  /// Is `json` an object with exactly these members (and perhaps the optional ones)?
  bool object(const Json& json, const std::string& path, const std::vector<std::string>& members,
              const std::vector<std::string>& optional = {}) {
    if (!json.is_object()) refuse(path, "expected an object");
    for (const std::string& name : members) {
      if (!problem_ && !json.contains(name)) refuse(path, "the member " + in_quotes(name) + " is missing");
    }
    const auto among = [](const std::vector<std::string>& list, const std::string& name) {
      return std::find(list.begin(), list.end(), name) != list.end();
    };
    if (problem_) return false;
    for (const auto& [name, value] : json.items()) {
      if (!among(members, name) && !among(optional, name))
        refuse(path, "unknown member " + in_quotes(name) + "; this statement has " + joined(members));
    }
    return !problem_;
  }

  std::string text(const Json& json, const std::string& path) {
    if (json.is_string()) return json.get<std::string>();
    refuse(path, "expected a text in quotes");
    return "";
  }

  std::string one_of(const Json& json, const std::string& path, const std::vector<std::string>& words) {
    std::string word = text(json, path);
    if (std::find(words.begin(), words.end(), word) == words.end())
      refuse(path, in_quotes(word) + " is none of " + joined(words));
    return word;
  }

  bool flag(const Json& json, const std::string& path) {
    if (!json.is_boolean()) refuse(path, "expected true or false");
    return json.is_boolean() && json.get<bool>();
  }

  std::uint64_t count(const Json& json, const std::string& path) {
    if (json.is_number_unsigned()) return json.get<std::uint64_t>();
    refuse(path, "expected a whole number from 0");
    return 0;
  }

  Rational number(const Json& json, const std::string& path) {
    if (!json.is_string()) {
      refuse(path, "expected an exact number in quotes");
      return 0;
    }
    auto value = parse_rational(json.get_ref<const std::string&>(), path);
    if (!value) {
      if (!problem_) problem_ = Error{Code::bad_data, where_, value.error().text()};
      return 0;
    }
    return std::move(value).value();
  }

  template <class Read>
  auto list(const Json& json, const std::string& path, Read read) {
    std::vector<decltype(read(json, path))> out;
    if (!json.is_array()) refuse(path, "expected a list");
    for (std::size_t k = 0; !problem_ && k < json.size(); ++k)
      out.push_back(read(json[k], path + "[" + std::to_string(k) + "]"));
    return out;
  }

  std::vector<std::string> texts(const Json& json, const std::string& path) {
    return list(json, path, [&](const Json& j, const std::string& p) { return text(j, p); });
  }

  std::vector<Rational> numbers(const Json& json, const std::string& path) {
    return list(json, path, [&](const Json& j, const std::string& p) { return number(j, p); });
  }

  Terms terms(const Json& json, const std::string& path) {
    return list(json, path, [&](const Json& j, const std::string& p) {
      if (!object(j, p, {"row", "line", "multiplier"})) return Term{};
      return Term{count(j["row"], p + ".row"), count(j["line"], p + ".line"),
                  number(j["multiplier"], p + ".multiplier")};
    });
  }

 private:
  std::string where_;
  std::optional<Error> problem_;
};

/// Values of flags by name, as TextStyle gives them.
void read_style(Members& m, const Json& j, TextStyle& style) {
  std::map<std::string, std::string> values;
  if (!j.is_object() || j.empty()) return m.refuse("data.style", "expected an object of flags and their values");
  for (const auto& [name, value] : j.items()) values[name] = m.text(value, "data.style." + name);
  auto known = styled({}, values);
  if (!known || known.value().values() != values || known.value().dates == Dates::parts)
    return m.refuse("data.style", known ? "an unknown flag, or a value at its default" : known.error().text());
  style = std::move(known).value();
}

void read_text(Members& m, const Json& j, Certificate::Text& t) {
  if (!j.is_object() || !j.contains("format")) return m.refuse("data", "expected an object with the member 'format'");
  t.format = m.one_of(j["format"], "data.format", {"csv", "tsv", "libsvm"});
  if (m.problem()) return;
  const bool libsvm = t.format == "libsvm";
  std::vector<std::string> members = {"sha256", "format", "missing", "rows"};
  for (const char* name : {"delimiter", "header", "label", "weight"}) {
    if (!libsvm) members.emplace_back(name);
  }
  if (libsvm) members.emplace_back("zero_based");
  if (!m.object(j, "data", members, {"style"})) return;
  t.sha256 = m.text(j["sha256"], "data.sha256");
  if (!is_hex(t.sha256)) m.refuse("data.sha256", in_quotes(t.sha256, 80) + " is not 64 hex digits (0-9, a-f)");
  t.missing =
      m.one_of(j["missing"], "data.missing", {"error", "drop", "category", "drop-label", "category,drop-label"});
  if (libsvm && t.missing != "error") m.refuse("data.missing", "LIBSVM text has no missing cells; expected 'error'");
  t.rows = m.count(j["rows"], "data.rows");
  if (j.contains("style")) read_style(m, j["style"], t.style);
  if (libsvm) {
    t.zero_based = m.flag(j["zero_based"], "data.zero_based");
    return;
  }
  const std::string delimiter = m.text(j["delimiter"], "data.delimiter");
  const bool fits = delimiter.size() == 1 && std::string_view("\"\r\n").find(delimiter[0]) == std::string_view::npos &&
                    delimiter[0] != '\0';
  if (!fits) return m.refuse("data.delimiter", in_quotes(delimiter) + " is not one character (no quote, no newline)");
  t.delimiter = delimiter[0];
  t.header = m.flag(j["header"], "data.header");
  t.label = m.text(j["label"], "data.label");
  t.weight = m.text(j["weight"], "data.weight");
}

CertificateColumn read_column(Members& m, const Json& j, const std::string& path) {
  if (!m.object(j, path, {"name"}, {"levels"})) return {};
  CertificateColumn column{m.text(j["name"], path + ".name"), {}};
  if (!j.contains("levels")) return column;
  column.levels = m.texts(j["levels"], path + ".levels");
  if (column.levels.empty()) m.refuse(path + ".levels", "the list is empty; a column of numbers has no levels");
  return column;
}

MarginClaim read_margin(Members& m, const Json& j, bool augmented) {
  MarginClaim claim;
  std::vector<std::string> members = {"kind", "weights", "lambda", "lower_squared", "upper_squared"};
  if (augmented) members.emplace_back("bias_weight");
  if (!m.object(j, "margin", members)) return claim;
  claim.kind = m.one_of(j["kind"], "margin.kind", {"augmented", "geometric"});
  if (claim.kind == "geometric" && !augmented) m.refuse("margin.kind", "'geometric' needs the bias 'augmented'");
  claim.weights = m.numbers(j["weights"], "margin.weights");
  if (augmented) claim.bias_weight = m.number(j["bias_weight"], "margin.bias_weight");
  claim.lambda = m.terms(j["lambda"], "margin.lambda");
  claim.lower_squared = m.number(j["lower_squared"], "margin.lower_squared");
  claim.upper_squared = m.number(j["upper_squared"], "margin.upper_squared");
  return claim;
}

/// What every certificate has, and what its statement and bias add.
std::vector<std::string> members_of(const Certificate& c) {
  std::vector<std::string> members = {"format", "version", "statement", "bias",
                                      "data",   "classes", "columns",   "features"};
  if (c.has_weights()) members.emplace_back("weights");
  if (c.has_weights() && c.augmented) members.emplace_back("bias_weight");
  if (c.has_witness()) members.emplace_back("witness");
  if (c.has_span()) members.emplace_back("span");
  return members;
}

void read_claims(Members& m, const Json& j, Certificate& c) {
  if (c.has_weights()) c.weights = m.numbers(j["weights"], "weights");
  if (c.has_weights() && c.augmented) c.bias_weight = m.number(j["bias_weight"], "bias_weight");
  if (c.has_witness()) c.witness = m.terms(j["witness"], "witness");
  if (c.has_span()) c.span = m.terms(j["span"], "span");
  if (j.contains("margin")) c.margin = read_margin(m, j["margin"], c.augmented);
  if (!j.contains("disjoint_witnesses")) return;
  c.disjoint_witnesses = m.list(j["disjoint_witnesses"], "disjoint_witnesses",
                                [&](const Json& w, const std::string& p) { return m.terms(w, p); });
}

void read_certificate(Members& m, const Json& j, Certificate& c) {
  for (const char* name : {"version", "statement", "bias"}) {
    if (!j.contains(name)) return m.refuse("certificate", "the member " + in_quotes(name) + " is missing");
  }
  const std::uint64_t version = m.count(j["version"], "version");
  if (version != 1)
    return m.refuse("version",
                    std::to_string(version) + " is unknown; this program checks version 1; use a newer halfspace");
  c.statement = m.one_of(j["statement"], "statement", {"separable", "quasi-separable", "overlapping", "not-separable"});
  c.augmented = m.one_of(j["bias"], "bias", {"augmented", "none"}) == "augmented";
  std::vector<std::string> extra = {"disjoint_witnesses"};
  if (c.statement == "separable") extra.emplace_back("margin");
  if (m.problem() || !m.object(j, "certificate", members_of(c), extra)) return;
  read_text(m, j["data"], c.data);
  if (m.problem() || !m.object(j["classes"], "classes", {"numeric", "negative", "positive"})) return;
  c.numeric_classes = m.flag(j["classes"]["numeric"], "classes.numeric");
  c.negative = m.texts(j["classes"]["negative"], "classes.negative");
  c.positive = m.texts(j["classes"]["positive"], "classes.positive");
  if (c.libsvm()) c.column_count = m.count(j["columns"], "columns");
  if (!c.libsvm())
    c.columns = m.list(j["columns"], "columns",
                       [&](const Json& column, const std::string& p) { return read_column(m, column, p); });
  c.features = m.one_of(j["features"], "features", {"none", "poly2", "poly3", "interactions"});
  read_claims(m, j, c);
}

bool names_itself(const Json& j) {
  return j.is_object() && j.contains("format") && is_text(j["format"], "halfspace-certificate");
}

}  // namespace

Result<Certificate> parse_certificate(std::string_view json, const std::string& where) {
  std::string problem;
  const Json j = parsed(json, problem);
  if (j.is_discarded() && !problem.empty()) return Error{Code::bad_data, where, problem};
  if (!names_itself(j))
    return Error{Code::bad_data, where,
                 std::string(j.is_discarded() ? "not JSON" : "JSON without \"format\": \"halfspace-certificate\"") +
                     "; expected a certificate, as `halfspace separate` writes"};
  if (!problem.empty()) return Error{Code::bad_data, where, problem};
  Members m(where);
  Certificate c;
  read_certificate(m, j, c);
  if (m.problem()) return *m.problem();
  return c;
}

bool is_certificate(std::string_view json) {
  std::string problem;
  return names_itself(parsed(json, problem));
}

}  // namespace halfspace
