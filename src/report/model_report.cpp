#include "report/model_report.hpp"

#include "base/text.hpp"
#include "report/coding_report.hpp"
#include "report/lines.hpp"
#include "report/model_text.hpp"

namespace halfspace {
namespace {

std::string setting_text(const Json& v) {
  return v.is_string() ? v.get<std::string>() : v.is_null() ? "-" : json_text(v);
}

/// A member of a model's report as text; "?" where another version left it out.
std::string report_member(const Model& m, const char* name) {
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

/// The map to probabilities, and what it did to the bias.
void add_calibration(Lines& lines, const Model& m) {
  const Json said = m.report.contains("calibration") ? m.report["calibration"] : Json(nullptr);
  const auto number = [&](const char* name) {
    return said.contains(name) && said[name].is_number() ? said[name].get<double>() : 0.0;
  };
  if (!said.is_object() || number("folds") < 1 || !said.contains("kind") || said.value("done", Json()) != Json(true))
    return;
  std::string text =
      setting_text(said["kind"]) + " on the scores of " + short_number(number("folds")) + " held-out folds";
  const std::string slope = short_number(number("slope"));
  if (is_text(said["kind"], "platt")) text += ": P(+1) = 1/(1 + e^(-" + slope + " s))";
  if (is_text(said["kind"], "temperature")) text += ": P(k) proportional to e^(" + slope + " s_k)";
  if (is_text(said["kind"], "isotonic")) text += ": linear between " + short_number(number("points")) + " points";
  lines.add("calibrated", text);
  if (number("bias_moved") != 0)
    lines.add("", "the bias is the run's moved by " + short_number(number("bias_moved")) +
                      ", so that P = 1/2 at score 0; status, optimum and margin are the run's");
}

void add_work(Lines& lines, const Model& m) {
  if (m.algorithm != Algorithm::perceptron) return add_objective(lines, m);
  lines.add("work", report_member(m, "updates") + " updates, " + report_member(m, "visits") + " visits, " +
                        report_member(m, "passes") + " passes");
}

}  // namespace

Json model_json(const Model& m) {
  Json out{{"kind", "model"},
           {"algorithm", name_json(m.algorithm)},
           {"preset", m.preset},
           {"classes", m.classes},
           {"bias_mode", name_json(m.bias)}};
  out["positive"] = m.positive().empty() ? Json(nullptr) : Json(m.positive());
  out["multiclass"] = name_json(m.multiclass);
  out["boundary"] = boundary_text(m);
  const bool known = m.rows > 0;  // an imported model does not say what it was learned from
  out["rows"] = known ? Json(m.rows) : Json(nullptr);
  out["cols"] = m.map.input_cols;
  if (m.form.hash_bits > 0) out["hash_bits"] = m.form.hash_bits;
  out["features"] = m.cols();
  if (m.map.categorical()) out["categorical"] = codings_json(m.map);
  out["nnz"] = known ? Json(m.nonzeros) : Json(nullptr);
  out["labels"] = known ? Json(m.labels) : Json(nullptr);
  add_weights(out, m);
  if (m.support) add_kernel(out, *m.support);
  if (m.votes) out["votes"] = m.votes->counts.size();
  const std::string line = separator_line(m);
  out["separator"] = line.empty() ? Json(nullptr) : Json(line);
  out["arithmetic"] = m.exact ? "decimal" : "double";
  out["settings"] = m.settings;
  out["report"] = m.report;
  out["xxh3_128"] = known ? Json(m.text_hash) : Json(nullptr);
  return out;
}

std::string model_text(const Model& m, const std::string& path) {
  Lines lines;
  lines.add("model", shown(path, 200) + ": " + learner_name(m) + ", bias " + std::string(name_of(m.bias)));
  lines.add("classes", classes_text(m));
  const bool imported = m.settings.contains("imported");
  if (imported)
    lines.add("imported", "from a " + std::string(is_text(m.settings["imported"], "libsvm") ? "LIBSVM" : "LIBLINEAR") +
                              " model of " + counted(m.map.input_cols, "column") + "; its training text is not known");
  if (!imported)
    lines.add("learned", "from " + m.form.format + " text, " + counted(m.rows, "row") + ", " +
                             counted(m.map.input_cols, m.form.hash_bits > 0 ? "hashed column" : "column") +
                             "; XXH3-128 " + m.text_hash);
  if (!m.map.plain() || !m.map.factor.empty()) lines.add("features", features_text(m.map));
  if (!imported) lines.add("status", report_member(m, "status") + ": " + report_member(m, "stop_reason"));
  add_work(lines, m);
  add_calibration(lines, m);
  std::string settings;
  for (const auto& [name, value] : m.settings.items())
    settings += (settings.empty() ? "" : ", ") + name + " " + setting_text(value);
  lines.add("settings", shown(settings, 2000));
  if (m.algorithm == Algorithm::perceptron) lines.add("depends on", sensitivity_text(m));
  lines.gap();
  add_weights(lines, m);
  if (const std::string line = separator_line(m); !line.empty()) lines.add("separator", line);
  return lines.text();
}

}  // namespace halfspace
