// halfspace inspect FILE: what is in a data file, a model file or a certificate.
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "certify/certificate.hpp"
#include "codec/source.hpp"
#include "data_flags.hpp"
#include "export/import.hpp"
#include "inspect_certificate.hpp"
#include "inspect_data.hpp"
#include "model/model.hpp"
#include "report/lines.hpp"
#include "report/model_text.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_inspect {
namespace {

std::vector<Operand> operands() {
  return {{"FILE", "a data file, a model file or a certificate; - is standard input"}};
}

/// A file opened once: its first bytes say what it is.
struct Opened {
  bool model = false;
  std::optional<std::string> certificate;  // its text
  std::unique_ptr<Source> source;
};

Result<Opened> open_once(const std::string& path) {
  const NothingToKeep reading;
  auto source = open_source(path);
  if (!source) return source.error();
  const auto head = look_ahead(source.value(), model_head_bytes);
  if (!head) return head.error();
  Opened out{kind_of_model(head.value()) != ModelKind::none, std::nullopt, std::move(source).value()};
  const std::size_t first = head.value().find_first_not_of(" \t\r\n");
  if (first == std::string::npos || head.value()[first] != '{') return out;
  auto text = whole_text(*out.source);
  if (!text) return text.error();
  if (is_certificate(text.value()))
    out.certificate = std::move(text).value();
  else
    out.source = replayed(std::move(text).value(), std::move(out.source));
  return out;
}

Json model_json(const Model& m) {
  Json out{{"kind", "model"},
           {"algorithm", m.algorithm},
           {"preset", m.preset},
           {"classes", m.classes},
           {"bias_mode", m.bias_mode}};
  out["positive"] = m.positive.empty() ? Json(nullptr) : Json(m.positive);
  out["multiclass"] = m.multiclass.empty() ? Json(nullptr) : Json(m.multiclass);
  out["boundary"] = boundary_text(m);
  const bool known = m.rows > 0;  // an imported model does not say what it was learned from
  out["rows"] = known ? Json(m.rows) : Json(nullptr);
  out["cols"] = m.map.input_cols;
  out["features"] = m.cols();
  out["nnz"] = known ? Json(m.nonzeros) : Json(nullptr);
  out["labels"] = known ? Json(m.labels) : Json(nullptr);
  out["columns"] = m.columns.empty() ? Json(nullptr) : Json(m.columns);
  out["weights"] = weights_json(m);
  out["bias"] = bias_json(m);
  if (m.support) {
    out["kernel"] = kernel_json(m);
    out["support_vectors"] = m.support->rows.rows;
  }
  if (m.voted()) out["votes"] = m.vote_counts.size();
  const std::string line = separator_line(m);
  out["separator"] = line.empty() ? Json(nullptr) : Json(line);
  out["arithmetic"] = m.exact ? "decimal" : "double";
  out["settings"] = m.settings;
  out["report"] = m.report;
  out["xxh3_128"] = known ? Json(m.text_hash) : Json(nullptr);
  return out;
}

std::string setting_text(const Json& v) {
  return v.is_string() ? v.get<std::string>() : v.is_null() ? "-" : json_text(v);
}

/// A member of a model's report as text; "?" where another version left it out.
std::string report_text(const Model& m, const char* name) {
  return m.report.contains(name) ? setting_text(m.report[name]) : "?";
}

/// What another run would have to change to get other weights, by the model's settings.
std::string sensitivity_text(const Model& m) {
  const auto choice = [&](const char* name) {
    return m.settings.contains(name) ? setting_text(m.settings[name]) : "?";
  };
  const std::string order = choice("order");
  const bool rows_in_order = order == "cyclic" || order == "first-mistake";
  std::string out = rows_in_order ? "the order of the rows" : "the seed (order " + order + ")";
  out += ", the start";
  const std::string stop = choice("stop");
  if (stop != "clean-pass" && stop != "no-mistake") out += ", how long it runs (stop " + stop + ")";
  if (m.map.options.scale == Scaling::none) out += ", scaling the columns";
  out += "; not the number of threads";
  const std::string step = choice("step");
  if ((step == "rate" || step == "delta") && choice("start") == "zero" && choice("margin") == "0.0")
    out += ", and eta changes no prediction (from zero it only scales w)";
  return out;
}

void add_work(Lines& lines, const Model& m) {
  if (m.algorithm != "perceptron") return add_objective(lines, m);
  lines.add("work", report_text(m, "updates") + " updates, " + report_text(m, "visits") + " visits, " +
                        report_text(m, "passes") + " passes");
}

std::string model_text(const Model& m, const std::string& path) {
  Lines lines;
  lines.add("model", shown(path, 200) + ": " + learner_name(m) + ", bias " + m.bias_mode);
  lines.add("classes", classes_text(m));
  const bool imported = m.settings.contains("imported");
  if (imported)
    lines.add("imported", "from a " + std::string(m.settings["imported"] == "libsvm" ? "LIBSVM" : "LIBLINEAR") +
                              " model of " + counted(m.map.input_cols, "column") + "; its training text is not known");
  if (!imported)
    lines.add("learned", "from " + m.form.format + " text, " + counted(m.rows, "row") + ", " +
                             counted(m.map.input_cols, "column") + "; XXH3-128 " + m.text_hash);
  if (!m.map.plain() || !m.map.factor.empty()) lines.add("features", features_text(m.map));
  if (!imported) lines.add("status", report_text(m, "status") + ": " + report_text(m, "stop_reason"));
  add_work(lines, m);
  std::string settings;
  for (const auto& [name, value] : m.settings.items())
    settings += (settings.empty() ? "" : ", ") + name + " " + setting_text(value);
  lines.add("settings", shown(settings, 2000));
  if (m.algorithm == "perceptron") lines.add("depends on", sensitivity_text(m));
  lines.gap();
  add_weights(lines, m);
  if (const std::string line = separator_line(m); !line.empty()) lines.add("separator", line);
  return lines.text();
}

/// A model or a certificate knows its own columns.
Result<void> check_no_data_flags(const Args& args, const char* what) {
  for (const Flag& f : data_flags()) {
    if (args.has(f.name)) return Error{Code::usage, "--" + f.name, std::string("is for data; this file is ") + what};
  }
  return {};
}

Outcome run(const Args& args) {
  const double begun = seconds_now();
  const std::string& path = args.operands[0];
  auto opened = open_once(path);
  if (!opened) return opened.error();
  Json answer = json_head("inspect");
  std::string text;
  const std::string name = path == "-" ? "stdin" : path;
  if (opened.value().certificate) {
    if (const auto fine = check_no_data_flags(args, "a certificate"); !fine) return fine.error();
    const NothingToKeep reading;
    const auto certificate = parse_certificate(*opened.value().certificate, shown(name, 4096));
    if (!certificate) return certificate.error();
    answer.update(certificate_json(certificate.value()));
    text = certificate_report(certificate.value(), name);
  } else if (opened.value().model) {
    if (const auto fine = check_no_data_flags(args, "a model"); !fine) return fine.error();
    const NothingToKeep reading;
    const auto model = import_model(std::move(opened.value().source), shown(name, 4096));
    if (!model) return model.error();
    answer.update(model_json(model.value()));
    text = model_text(model.value(), name);
  } else {
    const auto options = read_options(args);
    if (!options) return options.error();
    const auto data = load(args, std::move(opened).value().source, path, options.value());
    if (!data) return data.error();
    if (args.has("json")) {
      const auto told = print_data_json(std::move(answer), data.value(), {{"load", seconds_now() - begun}});
      if (!told) return told.error();
      return 0;
    }
    text = data_text(data.value(), name);
  }
  const auto told = args.has("json") ? print_json(answer, {{"load", seconds_now() - begun}}) : print(text);
  if (!told) return told.error();
  return 0;
}

}  // namespace

const Verb verb = {"inspect",
                   "what is in a data file, a model file or a certificate",
                   "  halfspace inspect data.csv        rows, columns, labels, ranges\n"
                   "  halfspace inspect model.hs        choices, weights by name, the line\n"
                   "  halfspace inspect rows.cert       verdict, classes, size of the proof\n",
                   operands,
                   data_flags,
                   run};

}  // namespace halfspace::cli::verb_inspect
