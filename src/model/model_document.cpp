#include "model/model_document.hpp"

#include <optional>
#include <utility>

#include "base/text.hpp"
#include "model/document_members.hpp"
#include "model/features_document.hpp"
#include "model/style_document.hpp"

namespace halfspace {
namespace {

constexpr std::size_t data_members = 11;
constexpr std::size_t hash_members = 3;  // of a model with hashed columns
constexpr std::uint64_t most_hash_bits_kept = 30;
constexpr std::size_t document_members = 14;

Json probability_document(const ProbabilityMap& map) {
  const ProbabilityLists p = lists_of(map);
  return {{"kind", std::string(name_of(kind_of(map)))}, {"a", p.a}, {"b", p.b}, {"score", p.score}, {"value", p.value}};
}

/// false when it is none.
bool read_probability(const Json& json, ProbabilityMap& map) {
  DocumentMembers members(json);
  ProbabilityLists p;
  const auto kind = choice_of<ProbabilityKind>(members.text("kind"), "kind");
  p.a = members.numbers("a");
  p.b = members.numbers("b");
  p.score = members.numbers("score");
  p.value = members.numbers("value");
  members.size(5);
  if (members.problem() || !kind) return false;
  map = map_of(kind.value(), std::move(p));
  return true;
}

}  // namespace

Json data_document(const Model& m) {
  Json data;
  data["format"] = m.form.format;
  data["delimiter"] = std::string(1, m.form.delimiter);
  data["header"] = m.form.header;
  data["zero_based"] = m.form.zero_based;
  data["label"] = m.form.label;
  data["weight"] = m.form.weight;
  data["fields"] = m.form.fields;
  data["rows"] = m.rows;
  data["nnz"] = m.nonzeros;
  data["labels"] = m.labels;
  data["xxh3_128"] = m.text_hash;
  add_style(m.form, data);
  if (m.form.hash_bits == 0) return data;
  data["hash_bits"] = m.form.hash_bits;
  data["hashed_columns"] = m.form.hashed_columns;
  data["hashed_texts"] = m.form.hashed_texts;
  return data;
}

std::optional<std::string> read_data(const Json& document, Model& m) {
  DocumentMembers data(document, "data.");
  const bool hashed = document.contains("hash_bits");
  m.form.format = data.text("format");
  const std::string delimiter = data.text("delimiter");
  m.form.header = data.flag("header");
  m.form.zero_based = data.flag("zero_based");
  m.form.label = data.text("label");
  m.form.weight = data.text("weight");
  m.form.fields = data.count("fields");
  m.rows = data.count("rows");
  m.nonzeros = data.count("nnz");
  m.labels = data.texts("labels");
  m.text_hash = data.text("xxh3_128");
  if (hashed) {
    m.form.hash_bits = data.count("hash_bits");
    m.form.hashed_columns = data.texts("hashed_columns");
    m.form.hashed_texts = data.texts("hashed_texts");
  }
  std::size_t members = data_members + (hashed ? hash_members : 0);
  if (auto problem = read_style(document, m.form, members)) return problem;
  data.size(members);
  if (data.problem()) return data.problem();
  if (hashed && (m.form.hash_bits < 1 || m.form.hash_bits > most_hash_bits_kept)) return "data.hash_bits";
  if (delimiter.size() != 1) return "data.delimiter";
  m.form.delimiter = delimiter[0];
  return std::nullopt;
}

Json kernel_document(const Kernel& k) {
  return {{"kernel", std::string(name_of(k.kind))}, {"gamma", k.gamma}, {"degree", k.degree}, {"coef0", k.coef0}};
}

std::optional<Kernel> read_kernel(const Json& json) {
  if (!json.is_object()) return std::nullopt;
  DocumentMembers members(json);
  Kernel kernel;
  const auto kind = choice_of<KernelKind>(members.text("kernel"), "kernel");
  kernel.degree = members.count("degree");
  members.size(4);
  const Json gamma = json.value("gamma", Json());
  const Json coef0 = json.value("coef0", Json());
  if (members.problem() || !kind || !gamma.is_number() || !coef0.is_number()) return std::nullopt;
  kernel.kind = kind.value();
  kernel.gamma = gamma.get<double>();
  kernel.coef0 = coef0.get<double>();
  return kernel;
}

Json model_document(const Model& m) {
  Json doc;
  doc["format"] = "halfspace-model";
  doc["format_version"] = model_format_version;
  doc["version"] = HALFSPACE_VERSION;
  doc["algorithm"] = std::string(name_of(m.algorithm));
  doc["preset"] = m.preset;
  doc["bias_mode"] = std::string(name_of(m.bias));
  doc["multiclass"] = std::string(name_of(m.multiclass));
  doc["classes"] = m.classes;
  doc["arithmetic"] = m.exact ? "decimal" : "double";
  doc["kernel"] = m.support ? kernel_document(m.support->kernel) : Json(nullptr);
  doc["features"] = features_document(m.map);
  doc["data"] = data_document(m);
  if (kind_of(m.probability) != ProbabilityKind::none) doc["probability"] = probability_document(m.probability);
  if (m.zero_is_negative) doc["zero_is_negative"] = true;
  doc["settings"] = m.settings;
  doc["report"] = m.report;
  return doc;
}

Result<Model> parse_model_document(const Json& document, const std::string& name) {
  Model m;
  DocumentMembers doc(document);
  const auto refused = [&](const std::string& what) {
    return Error{Code::bad_data, name,
                 "model document: " + what + "; the file is damaged or was not written by halfspace"};
  };
  const std::string format = doc.text("format");
  const std::uint64_t version = doc.count("format_version");
  if (doc.problem() || format != "halfspace-model") return refused("it is not a halfspace model");
  if (version != model_format_version) {
    return Error{Code::bad_data, name,
                 "model format version " + std::to_string(version) +
                     " is unknown here (this is halfspace " HALFSPACE_VERSION
                     ", which reads version 1); use a newer halfspace"};
  }
  doc.text("version");
  m.algorithm = doc.choice<Algorithm>("algorithm");
  m.preset = doc.text("preset");
  m.bias = doc.choice<Bias>("bias_mode");
  m.multiclass = doc.choice<Multiclass>("multiclass");
  m.classes = doc.texts("classes");
  const std::string arithmetic = doc.text("arithmetic");
  const Json data = doc.object("data");
  const Json features = doc.object("features");
  m.settings = doc.object("settings");
  m.report = doc.object("report");
  const bool calibrated = document.contains("probability");
  if (document.contains("zero_is_negative")) m.zero_is_negative = doc.flag("zero_is_negative");
  doc.size(document_members + (calibrated ? 1 : 0) + (document.contains("zero_is_negative") ? 1 : 0));
  if (doc.problem()) return refused("bad or missing member " + in_quotes(*doc.problem()));
  if (arithmetic != "decimal" && arithmetic != "double") return refused("bad arithmetic");
  m.exact = arithmetic == "decimal";
  if (!document.contains("kernel")) return refused("bad kernel");
  if (!document["kernel"].is_null()) {
    const auto kernel = read_kernel(document["kernel"]);
    if (!kernel) return refused("bad kernel");
    m.support.emplace().kernel = *kernel;
  }
  if (calibrated && !read_probability(document["probability"], m.probability)) return refused("bad probability");
  if (const auto problem = read_data(data, m)) return refused("bad or missing member " + in_quotes(*problem));
  if (const auto problem = read_features(features, m.map))
    return refused("bad or missing member " + in_quotes(*problem));
  if (m.form.hash_bits > 0 && (m.map.input_cols != std::uint64_t{1} << m.form.hash_bits || !m.map.inputs.empty()))
    return refused("hashed columns of another number");
  if (!m.form.dates.empty() && m.form.dates.size() != m.map.input_cols) return refused("dates of another number");
  for (std::size_t j = 0; j < m.form.dates.size() && j < m.map.inputs.size(); ++j) {
    if (m.form.style.dates == Dates::parts) m.map.inputs[j].parts = m.form.dates[j];
    if (m.form.dates[j] != DateColumn::no && !m.map.inputs[j].levels.empty()) return refused("dates that are levels");
  }
  if (!m.map.size()) return refused("too many features");
  if (m.support) m.support->rows.cols = *m.map.size();
  return m;
}

}  // namespace halfspace
