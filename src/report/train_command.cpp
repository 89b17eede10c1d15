#include "report/train_command.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "base/quoted_list.hpp"
#include "base/text.hpp"
#include "data/dropped_words.hpp"
#include "data/label.hpp"
#include "feature/feature_map.hpp"
#include "feature/level_words.hpp"
#include "solver/kernel/options.hpp"
#include "solver/perceptron/options.hpp"
#include "train/objective/linear_request.hpp"

namespace halfspace {
namespace {

/// A command as it grows.
class Words {
 public:
  explicit Words(std::string first) : text_(std::move(first)) {}
  void word(const std::string& w) { text_ += " " + shell_word(w); }
  void flag(const std::string& name) { text_ += " --" + name; }
  void flag(const std::string& name, const std::string& value) { text_ += " --" + name + " " + shell_word(value); }
  void list(const std::string& name, const std::vector<std::string>& all) {
    if (!all.empty()) text_ += " --" + name + " " + as_flag_value(all);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string flag_value(const Json& v) {
  return v.is_string() ? v.get<std::string>() : v.is_number_float() ? number_text(v.get<double>()) : json_text(v);
}

/// The setting, null where there is none.
Json setting(const Model& m, const std::string& name) {
  const auto found = m.settings.find(name);
  return found == m.settings.end() ? Json(nullptr) : *found;
}

void add_setting(Words& out, const Model& m, const std::string& flag) {
  if (const Json v = setting(m, json_name(flag)); !v.is_null()) out.flag(flag, flag_value(v));
}

/// Settings that differ from those of `defaults`.
template <class S>
void add_changed(Words& out, const Model& m, std::span<const Field<S>> fields, const S& defaults,
                 const std::vector<std::string>& apart) {
  for (const Field<S>& field : fields) {
    if (std::find(apart.begin(), apart.end(), field.name) != apart.end()) continue;
    const Json v = setting(m, json_name(field.name));
    if (!v.is_null() && v != setting_json(field.get(defaults))) out.flag(field.name, flag_value(v));
  }
}

/// Does the label of +1 sort last, as it does where --positive is not given?
bool positive_is_last(const Model& m) {
  const auto low = label_number(m.classes[0]);
  const auto high = label_number(m.classes[1]);
  return low && high ? *low < *high : m.classes[0] < m.classes[1];
}

std::vector<std::string> text_columns(const Model& m) {
  std::vector<std::string> out;
  for (const InputColumn& c : m.map.inputs) {
    if (!c.levels.empty()) out.push_back(c.name);
  }
  return out;
}

/// --drop by the names given, or auto where it found columns itself; --dates drop says for itself what it left out.
void add_dropped(Words& out, const TextForm& form) {
  std::vector<std::string> named;
  bool found = false;
  for (const DroppedColumn& c : form.dropped) {
    if (c.reason == dropped_by_name)
      named.push_back(c.name);
    else
      found = found || c.reason != dropped_as_dates;
  }
  if (found)
    out.flag("drop", "auto");
  else
    out.list("drop", named);
}

/// How the text was read.
void add_reading(Words& out, const Model& m, const TrainFiles& files) {
  const TextForm& f = m.form;
  const bool libsvm = f.format == "libsvm";
  if (f.format != "csv" || files.data.find(".csv") == std::string::npos) out.flag("format", f.format);
  if (!libsvm && !f.header) out.flag("no-header");
  if (f.format == "csv" && f.delimiter != ',')
    out.flag("delimiter", f.delimiter == '\t' ? "tab" : std::string(1, f.delimiter));
  if (libsvm && f.zero_based) out.flag("zero-based");
  if (!f.label.empty()) out.flag("label", f.label);
  if (!f.weight.empty()) out.flag("weight", f.weight);
  std::uint64_t beside = 1;  // label, weight, groups, order
  for (const bool there : {!f.weight.empty(), !setting(m, "groups").is_null(), !setting(m, "order_by").is_null()})
    beside += there ? 1 : 0;
  if (f.hash_bits > 0) {
    out.flag("hash-bits", std::to_string(f.hash_bits));
    out.list("categorical", f.hashed_texts);
  } else {
    if (!libsvm && f.fields != m.map.inputs.size() + beside + f.dropped.size())
      out.list("columns", m.map.input_names());
    add_dropped(out, f);
    out.list("categorical", text_columns(m));
  }
  for (const auto& [name, value] : f.style.values()) out.flag(name, value);
  add_setting(out, m, "missing");
  if (!files.classes.empty()) out.flag("classes", files.classes);
  if (m.classes.size() == 2 && !positive_is_last(m)) out.flag("positive", m.classes[1]);
}

/// What its levels become.
void add_codings(Words& out, const Model& m) {
  const FeatureOptions& o = m.map.options;
  if (o.coding != FeatureOptions{}.coding) out.flag("categorical-coding", std::string(name_of(o.coding)));
  if (o.min_level != FeatureOptions{}.min_level) out.flag("min-level", std::to_string(o.min_level));
  for (const InputColumn& c : m.map.inputs) {
    const std::vector<std::string>& order = c.coding.order;
    if (!order.empty()) out.flag("ordered", ordered_value(c.name, order));
    const bool named = o.coding != Coding::one_hot && order.empty() && !c.levels.empty();
    if (named) out.flag("reference", reference_value(c.name, c.coding.reference));
  }
}

/// The hinge is the default of svm, and C that of 1 where nothing replaces it.
void add_objective_settings(Words& out, const Model& m) {
  LinearOptions defaults;
  defaults.loss = first_loss(m.algorithm);
  std::vector<std::string> apart = {"C"};
  if (m.support && !m.support->kernel.uses_gamma()) apart.emplace_back("gamma");
  if (m.support && !m.support->kernel.uses_degree()) apart.emplace_back("degree");
  if (m.support && !m.support->kernel.uses_coef0()) apart.emplace_back("coef0");
  add_changed(out, m, linear_fields(), defaults, apart);
  add_changed(out, m, kernel_fields(), KernelChoices{}, apart);
  const Json c = setting(m, "C");
  if (!setting(m, "lambda").is_null())
    add_setting(out, m, "lambda");
  else if (setting(m, "nu").is_null() && c.is_null())
    out.flag("C", "inf");
  else if (setting(m, "nu").is_null() && c != Json(defaults.C))
    add_setting(out, m, "C");
  add_setting(out, m, "class-weight");
  if (m.report.contains("statistics")) out.flag("statistics");
}

void add_perceptron_settings(Words& out, const Model& m) {
  if (m.preset != "cyclic") out.flag("preset", m.preset);
  const auto preset = find_preset(m.preset);
  const PerceptronChoices defaults = preset ? preset.value() : PerceptronChoices{};
  std::vector<std::string> apart = {"order", "passes"};
  if (setting(m, "stream").is_null()) apart.clear();
  if (m.support && !m.support->kernel.uses_gamma()) apart.emplace_back("gamma");
  add_changed(out, m, perceptron_fields(), defaults, apart);
  if (const Json start = setting(m, "start"); start.is_string() && !is_text(start, "zero"))
    add_setting(out, m, "start");
}

/// Of a run over a stream.
void add_stream_settings(Words& out, const Model& m) {
  if (setting(m, "mixing_blocks").is_null())
    out.flag("stream");
  else
    add_setting(out, m, "mixing-blocks");
  if (m.algorithm == Algorithm::perceptron)
    add_perceptron_settings(out, m);
  else
    for (const char* name : {"loss", "penalty", "lambda", "l1-ratio", "solver", "eta", "bias", "seed"})
      add_setting(out, m, name);
  add_setting(out, m, "passes");
  if (is_text(setting(m, "order"), "shuffled")) out.flag("order", "shuffled");
  const auto counts = m.report.find("train");
  if (counts != m.report.end() && !counts->is_null()) out.flag("final-pass");
}

void add_learner(Words& out, const Model& m) {
  const bool chosen = is_text(setting(m, "algorithm"), name_of(Algorithm::automatic));
  if (!chosen) out.flag("algorithm", std::string(name_of(m.algorithm)));
  if (!setting(m, "stream").is_null())
    add_stream_settings(out, m);
  else if (!chosen && m.algorithm == Algorithm::perceptron)
    add_perceptron_settings(out, m);
  else if (!chosen)
    add_objective_settings(out, m);
  if (!chosen) add_setting(out, m, "multiclass");
  add_changed(out, m, feature_fields(), FeatureOptions{}, {});
  add_codings(out, m);
  for (const char* name : {"precision", "simd", "calibrate", "calibrate-folds", "holdout", "groups", "order-by"})
    add_setting(out, m, name);
  const Json seed = setting(m, "seed");
  if (chosen && !seed.is_null() && seed != Json(0))
    add_setting(out, m, "seed");  // its learner's settings are not named
}

}  // namespace

TrainCommand train_command(const Model& m, const TrainFiles& files) {
  if (!m.settings.is_object() || m.settings.contains("imported") || m.rows == 0) return {};
  Words out("halfspace train");
  out.word(files.data);
  add_reading(out, m, files);
  add_learner(out, m);
  TrainCommand made{out.text() + " -o " + shell_word(files.output), ""};
  const bool apart = !setting(m, "holdout").is_null();
  if (files.text_rows > 0 && !apart && files.text_rows != m.rows)
    made.note = "The model was trained on " + counted(m.rows, "row") + " of " + grouped(files.text_rows) +
                "; its file does not say by which flag (--classes, say).";
  return made;
}

}  // namespace halfspace
