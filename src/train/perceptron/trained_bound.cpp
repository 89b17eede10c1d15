#include "train/perceptron/trained_bound.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "base/number.hpp"
#include "base/text.hpp"
#include "feature/learner_rows.hpp"
#include "model/scorer.hpp"
#include "solver/kernel/kernel_checks.hpp"

namespace halfspace {
namespace {

bool is_zero(const std::string& start) {
  const std::vector<std::string> parts = split(start, ',');
  return start == "zero" || std::all_of(parts.begin(), parts.end(), [](const std::string& part) {
           Number number;
           return parse_number(part, number) && number.value == 0;
         });
}

/// The options a model was trained with, as its settings say; nothing where they are not a perceptron's.
std::optional<PerceptronChoices> options_of(const Model& model) {
  PerceptronChoices o;
  for (const auto& field : perceptron_fields()) {
    const auto found = model.settings.find(json_name(field.name));
    if (found == model.settings.end() || found->is_null()) continue;
    std::string text = found->is_string() ? found->get<std::string>() : json_text(*found);
    if (found->is_number_float()) text = number_text(found->get<double>());
    if (!field.set(o, text)) return std::nullopt;
  }
  const auto start = model.settings.find("start");
  const bool zero = start != model.settings.end() && start->is_string() && is_zero(start->get<std::string>());
  o.start = zero ? Start::zero : Start::given;
  return o;
}

/// The learner's multipliers of all rows, of which the model keeps those of its support: the learned rows in their
/// order, those without a multiplier left out.
std::vector<double> multipliers(const Model& model, const Dataset& learned) {
  std::vector<double> out(learned.rows);
  const CsrMatrix<double>& support = model.support->rows;
  if (model.support->kernel.listed()) {  // unit vectors of the rows
    for (std::size_t k = 0; k < support.rows; ++k) out[*support.row(k).column] = model.w[k];
    return out;
  }
  std::visit(
      [&](const auto& x) {
        std::size_t next = 0;
        for (std::size_t i = 0; i < x.rows && next < support.rows; ++i) {
          std::vector<double> dense(support.cols);
          for_each_entry(x.row(i), [&](std::size_t j, double v) { dense[j] = v; });
          for_each_entry(support.row(next), [&](std::size_t j, double v) { dense[j] -= v; });
          if (std::all_of(dense.begin(), dense.end(), [](double v) { return v == 0; })) out[i] = model.w[next++];
        }
      },
      learned.x);
  return out;
}

/// The weights the learner had: of scaled features, or multipliers.
PerceptronResult run_of(const Model& model, const Dataset& learned) {
  PerceptronResult run;
  run.w = model.support ? multipliers(model, learned) : model.w;
  run.b = model.b;
  run.margin_at_most = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < model.outputs() && model.linear() && !model.map.factor.empty(); ++k)
    unfold(model.map, run.w.data() + k * model.cols(), run.b[k]);
  return run;
}

/// The bound by the best margin of the data, where training proved one.
std::optional<MistakeBound> reported_bound(const Model& model) {
  const Json report = model.report.value("bound", Json());
  const auto number = [&](const char* name) -> std::optional<double> {
    if (!report.is_object() || !report.contains(name) || !report[name].is_number()) return std::nullopt;
    return report[name].get<double>();
  };
  MistakeBound bound;
  bound.best = number("updates_at_most") && report.value("margin_proved", Json()) == true;
  if (!bound.best) return std::nullopt;
  bound.radius_squared = number("radius_squared").value_or(0);
  bound.margin_at_least = number("margin_at_least");
  bound.most = number("updates_at_most");
  return bound;
}

TrainedBound absent(std::string why) {
  TrainedBound none;
  none.absent = std::move(why);
  return none;
}

}  // namespace

Result<TrainedBound> trained_bound(const Model& model, const Dataset& data, std::span<const double> score,
                                   std::span<const std::uint32_t> truth, std::uint64_t max_bytes,
                                   const std::string& source) {
  auto options = options_of(model);
  if (!options) return absent("the model does not say how it was trained");
  if (model.multiclass == Multiclass::one_vs_rest)
    return absent("it is for one run, and one-vs-rest has one for each class");
  if (model.voted()) return absent("it is for one vector, and here many vote");
  if (data.text_hash != model.text_hash || data.rows != model.rows || !model.form.weight.empty())
    return absent("these are not the rows the model was trained on, or they had weights");
  if (const auto reported = reported_bound(model)) return TrainedBound{*reported, ""};
  const auto learned = LearnerRows::fit(data, model.map.options, model.map.missing, max_bytes, source);
  if (!learned) return learned.error();
  const std::vector<double> margin = margins(score, model.outputs(), truth);
  const Dataset& seen = learned.value().learned();
  options->definite = !function_of(*options).listed() || positive_semidefinite(seen.x, 1).value_or(false);
  if (!has_inner_product(*options)) return absent("this kernel is not proved to be an inner product");
  TrainedBound bound;
  bound.values = mistake_bound(seen, *options, run_of(model, seen), margin, model.classes.size());
  if (!bound.values.margin_at_least) {
    bound.absent = "the model does not separate the rows";
  } else if (!bound.values.updates_at_most()) {
    bound.absent = "none is known for this step or start";
  }
  return bound;
}

}  // namespace halfspace
