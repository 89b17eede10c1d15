#include "train/train.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "train/binary.hpp"

namespace halfspace {
namespace {

/// Mistakes of the kept weights under the run's own rule; the margin decides, or for boundary-is-positive the sign.
std::uint64_t rule_mistakes(const PerceptronOptions& o, std::span<const double> margins,
                            std::span<const std::int8_t> y) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < margins.size(); ++i) {
    const double m = margins[i];
    switch (o.mistake) {
      case Mistake::boundary_is_mistake:
        count += m <= o.margin ? 1 : 0;
        break;
      case Mistake::boundary_is_correct:
        count += m < o.margin ? 1 : 0;
        break;
      case Mistake::boundary_is_positive:
        count += y[i] > 0 ? (m < 0 ? 1 : 0) : (m <= 0 ? 1 : 0);
        break;
    }
  }
  return count;
}

Json report_json(const Trained& t) {
  Json report;
  report["status"] = std::string(name_of(t.run.status));
  report["stop_reason"] = t.run.stop_reason;
  report["visits"] = t.run.visits;
  report["passes"] = t.run.passes;
  report["updates"] = t.run.updates;
  report["train"] = counts_json(t.train);
  return report;
}

Model make_model(const Dataset& data, const TrainRequest& request, const BinaryLabels& labels,
                 const PerceptronResult& run) {
  Model m;
  m.algorithm = "perceptron";
  m.preset = request.preset;
  m.bias_mode = std::string(name_of(request.options.bias));
  m.classes = {labels.negative, labels.positive};
  m.positive = labels.positive;
  m.exact = run.exact;
  m.w = run.w;
  m.b = run.b;
  m.vote_weights = run.votes.weights;
  m.vote_counts = run.votes.counts;
  m.form = data.form;
  m.columns = data.columns;
  m.rows = data.rows;
  m.nonzeros = data.nonzeros;
  for (const ClassLabel& c : data.classes) m.labels.push_back(c.text);
  m.text_hash = data.text_hash;
  return m;
}

/// The model may call its signs exact only when its weights are short decimals as printed.
bool prints_exactly(const Model& m) {
  const auto exact = [](double v) {
    Number n;
    return parse_number(number_text(v), n) && n.exact && n.decimals <= 15;
  };
  return exact(m.b) && std::all_of(m.w.begin(), m.w.end(), exact) &&
         std::all_of(m.vote_weights.begin(), m.vote_weights.end(), exact);
}

}  // namespace

Json settings_json(const TrainRequest& request, const PerceptronOptions& resolved) {
  Json out;
  for (const auto& field : perceptron_fields()) out[json_name(field.name)] = setting_json(field.get(resolved));
  out["start"] = request.start_text;
  out["ends_on_clean_pass"] = resolved.stop == Stop::clean_pass || resolved.ends_on_clean_pass;
  return out;
}

Result<Trained> train(const Dataset& data, const TrainRequest& request, const PerceptronObserver& observer) {
  auto labels = binary_labels(data, request.positive, request.source);
  if (!labels) return labels.error();
  if (const auto fits = check_choices(request.options, request.given); !fits) return fits.error();
  auto options = resolve(request.options, data.rows);
  if (!options) return options.error();
  const PerceptronOptions& o = options.value();
  constexpr std::uint64_t bytes_a_weight = 32;  // the run's weights, a copy, the model's, a mean or pocket
  if (request.memory_bytes > 0 && data.cols > request.memory_bytes / bytes_a_weight) {
    return Error{Code::bad_data, request.source,
                 "the weights of " + counted(data.cols, "column") + " need " +
                     grouped(data.cols * bytes_a_weight >> 20U) + " MiB, more than the limit of " +
                     grouped(request.memory_bytes >> 20U) + " MiB; give more with --max-memory, or choose --columns"};
  }
  const std::uint64_t start_size = data.cols + (o.bias == Bias::none ? 0 : 1);
  if (o.start == Start::given && o.start_weights.size() != start_size && o.start_weights.size() != data.cols) {
    return Error{Code::usage, "--start",
                 counted(o.start_weights.size(), "number") + " for " + counted(data.cols, "column") +
                     "; give w1,...,wd" + (o.bias == Bias::none ? "" : " or w1,...,wd,b")};
  }
  const std::vector<std::int8_t>& y = labels.value().y;
  const PerceptronProblem problem{data.x, y, data.weight, data.decimals, data.short_decimals};
  auto run = train_perceptron(problem, o, request.threads, request.memory_bytes, observer);
  if (!run) {
    Error error = run.error();
    if (error.code == Code::bad_data) error.where = request.source + ": " + error.where;
    return error;
  }
  Trained t;
  t.run = std::move(run).value();
  t.options = o;
  t.y = y;
  t.model = make_model(data, request, labels.value(), t.run);
  t.model.exact = t.model.exact && prints_exactly(t.model);
  t.run.votes = {};
  std::vector<double> margins = scores(t.model, data, request.threads);
  t.train = count_predictions(margins, y);
  for (std::size_t i = 0; i < margins.size(); ++i) margins[i] *= y[i];
  t.train.mistakes = rule_mistakes(o, margins, y);
  t.separates = std::all_of(margins.begin(), margins.end(), [](double m) { return m > 0; });
  t.bound = mistake_bound(data, o, t.run, margins);
  t.model.settings = settings_json(request, o);
  t.model.report = report_json(t);
  return t;
}

}  // namespace halfspace
