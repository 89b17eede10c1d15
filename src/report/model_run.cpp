#include "report/model_run.hpp"

#include "report/calibration_report.hpp"
#include "report/coding_report.hpp"
#include "report/counts_report.hpp"
#include "report/linear_json.hpp"
#include "report/run_json.hpp"
#include "report/separability_json.hpp"
#include "report/stream_report.hpp"

namespace halfspace {
namespace {

Json perceptron_settings(const PerceptronTraining& p) {
  Json out;
  for (const auto& field : perceptron_fields()) {
    const bool of_kernel = field.name == "gamma" || field.name == "degree" || field.name == "coef0";
    if (of_kernel && p.options.kernel == KernelKind::none) continue;
    out[json_name(field.name)] = setting_json(field.get(p.options));
  }
  out["start"] = p.start_text;
  out["ends_on_clean_pass"] = p.options.stop == Stop::clean_pass || p.options.ends_on_clean_pass;
  return out;
}

Json linear_settings(const LinearTraining& all) {
  const LinearRequest& linear = all.request;
  Json out;
  for (const auto& field : linear_fields()) {
    const bool of_gd = field.name == "alpha" || field.name == "rounds";
    if (of_gd && !entry_of(linear.options.solver).fixed_rounds) continue;
    if (field.name == "l1-ratio" && !takes_ratio(linear.options.penalty)) continue;
    out[json_name(field.name)] = setting_json(field.get(linear.options));
  }
  for (const auto& field : kernel_fields()) {
    if (linear.kernel.on()) out[json_name(field.name)] = setting_json(field.get(linear.kernel));
  }
  if (linear.mean_form() && all.multiclass == Multiclass::one_vs_one)
    out["C"] = nullptr;  // each pair has its own, 1/(n lambda)
  out["lambda"] = linear.mean_form() ? number_json(linear.lambda) : Json(nullptr);
  if (linear.start) out["start"] = "given";
  out["class_weight"] = linear.class_weight.empty() ? Json(nullptr) : Json(linear.class_weight);
  return out;
}

Json settings_of_run(const Trained& t) {
  const Model& m = t.model;
  Json out = t.stream() != nullptr   ? stream_settings(*t.stream())
             : t.linear() != nullptr ? linear_settings(*t.linear())
                                     : perceptron_settings(*t.perceptron());
  for (const auto& field : feature_fields()) out[json_name(field.name)] = setting_json(field.get(m.map.options));
  add_coding_settings(out, m.map.options);
  out["missing"] = m.map.missing.empty() ? Json(nullptr) : Json(m.map.missing);
  if (m.multiclass != Multiclass::none) out["multiclass"] = name_json(m.multiclass);
  if (!t.choice.empty()) out["algorithm"] = name_json(Algorithm::automatic);
  if (m.form.rounded) out["precision"] = "float";
  if (t.simd != Simd::automatic) out["simd"] = name_json(t.simd);
  return out;
}

void add_verdict(Json& out, const Separability& known, const Dataset& data) {
  out["verdict"] = verdict_json(known);
  out["witness"] = witness_json(known, data);
}

void add_perceptron(Json& out, const Trained& t, const Dataset& data) {
  const PerceptronTraining& p = *t.perceptron();
  out["visits"] = p.run.visits;
  out["passes"] = p.run.passes;
  out["updates"] = p.run.updates;
  add_verdict(out, t.known, data);
  out["bound"] = p.bound ? bound_json(*p.bound, p.run) : Json(nullptr);
}

Json report_of_run(const Trained& t, const Dataset& data) {
  Json out;
  out["status"] = std::string(name_of(t.status));
  out["stop_reason"] = t.stop_reason;
  if (t.stream() != nullptr)
    add_stream(out, *t.stream());
  else if (t.linear() != nullptr)
    out.update(linear_json(*t.linear(), data));
  else
    add_perceptron(out, t, data);
  out["train"] = t.fitted ? counts_json(t.train) : Json(nullptr);
  if (!t.choice.empty()) out["algorithm_reason"] = t.choice;
  if (t.linear() != nullptr && t.linear()->asked_of_all) add_verdict(out, t.known, data);
  return out;
}

}  // namespace

void describe_run(Trained& t, const Dataset& data) {
  t.model.settings = settings_of_run(t);
  t.model.report = report_of_run(t, data);
}

void describe_run(Learned& learned, const Dataset& data) {
  describe_run(learned.trained, data);
  Model& m = learned.trained.model;
  const RowsApart& apart = learned.apart;
  if (apart.holdout) m.settings["holdout"] = number_json(*apart.holdout);
  if (!apart.groups.empty()) m.settings["groups"] = apart.groups;
  if (!apart.order_by.empty()) m.settings["order_by"] = apart.order_by;
  if (!learned.calibration) return;
  m.settings["calibrate"] = std::string(name_of(learned.calibration->kind));
  m.settings["calibrate_folds"] = learned.calibration->folds;
  m.report["calibration"] = calibration_json(*learned.calibration);
}

}  // namespace halfspace
