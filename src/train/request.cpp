#include "train/request.hpp"

#include <algorithm>
#include <utility>

#include <sys/stat.h>

#include "base/text.hpp"
#include "data/label.hpp"
#include "train/algorithm_choice.hpp"
#include "train/learner.hpp"
#include "train/limits.hpp"
#include "train/objective/linear_request.hpp"

namespace halfspace {
namespace {

/// Weights turn their sign with the classes: those of a model whose +1 is this run's -1 lead the wrong way.
Result<void> check_signs(const Model& m, const std::string& path, const Dataset& data, const std::string& positive) {
  if (data.classes.size() != 2) return {};
  const std::uint32_t plus = positive.empty() ? 1 : find_class(data.classes, positive).value_or(1);
  const auto up = find_class(data.classes, m.classes[1]);
  const auto down = find_class(data.classes, m.classes[0]);
  if (!up && !down)
    return Error{Code::usage, "--start",
                 "the model " + in_quotes(path, 200) + " tells " + in_quotes(m.classes[0]) + " from " +
                     in_quotes(m.classes[1]) + "; these rows are " + in_quotes(data.classes[0].text) + " and " +
                     in_quotes(data.classes[1].text) + ": start from a model of their classes"};
  if ((!up || *up == plus) && (!down || *down != plus)) return {};
  const bool has_both = up && down;
  return Error{Code::usage, "--start",
               "in the model " + in_quotes(path, 200) + " " + in_quotes(m.classes[1]) + " is +1 and " +
                   in_quotes(m.classes[0]) + " -1; here " + in_quotes(data.classes[plus].text) + " is +1" +
                   (has_both ? "; add --positive " + m.classes[1] : "; choose the model's classes")};
}

/// Weights of a model as a start: its columns must be the data's.
Result<std::vector<double>> start_from_model(const std::string& path, const Dataset& data, bool bias,
                                             const std::string& positive) {
  auto model = load_model(path);
  if (!model) return model.error();
  const Model& m = model.value();
  if (m.outputs() != 1 || !m.linear())
    return Error{Code::usage, "--start",
                 "a start model has two classes and no kernel; " + in_quotes(path, 200) + " is another"};
  if (!m.map.plain())
    return Error{Code::usage, "--start",
                 "a start model has numbers for columns; " + in_quotes(path, 200) +
                     " was learned with categorical columns, means or products"};
  if (m.form.hash_bits != data.form.hash_bits) {
    const auto bits = [](std::uint64_t n) { return n == 0 ? "no hashed columns" : "--hash-bits " + std::to_string(n); };
    return Error{Code::bad_data, path,
                 "the start model was learned with " + bits(m.form.hash_bits) + "; these rows have " +
                     bits(data.form.hash_bits) + ": say --hash-bits as it was there"};
  }
  if (m.columns != data.columns || m.cols() != data.cols) {
    return Error{Code::bad_data, path,
                 "the start model has other columns (" + counted(m.cols(), "column") + "; the data has " +
                     std::to_string(data.cols) + "); choose --columns alike"};
  }
  if (const auto fits = check_signs(m, path, data, positive); !fits) return fits.error();
  if (!bias && m.b[0] != 0)
    return Error{Code::usage, "--start",
                 "the start model has a bias, " + number_text(m.b[0]) +
                     ", and this run has none (--bias none); leave out --bias none"};
  std::vector<double> start = m.w;
  if (bias) start.push_back(m.b[0]);
  return start;
}

/// What is not numbers is the name of a model file.
Result<void> start_from_file(const std::string& path, const Dataset& data, const std::string& positive,
                             PerceptronRequest& request) {
  struct stat file{};
  if (::stat(path.c_str(), &file) != 0)
    return Error{Code::usage, "--start",
                 in_quotes(path) + " is neither zero, random, numbers w1,...,wd[,b], nor a model file"};
  auto start = start_from_model(path, data, request.options.bias != Bias::none, positive);
  if (!start) return start.error();
  request.options.start_weights = std::move(start).value();
  request.start_text = "model";
  return {};
}

/// zero, random, numbers, or a model file.
Result<void> set_start(const std::string& text, const Dataset& data, const std::string& positive,
                       PerceptronRequest& request) {
  request.start_text = text;
  PerceptronChoices& o = request.options;
  o.start_weights.clear();
  if (text == "zero" || text == "random") {
    o.start = text == "zero" ? Start::zero : Start::random;
    return {};
  }
  o.start = Start::given;
  for (const std::string& part : split(text, ',')) {
    Number number;
    if (!parse_number(part, number)) return start_from_file(text, data, positive, request);
    o.start_weights.push_back(number.value);
  }
  return {};
}

}  // namespace

Result<void> choose_perceptron(const Settings& settings, const Dataset& data, TrainRequest& request) {
  PerceptronRequest& perceptron = request.perceptron;
  PerceptronChoices& o = perceptron.options;
  perceptron.preset = settings.get("preset", "cyclic");
  auto preset = find_preset(perceptron.preset);
  if (!preset) return preset.error();
  o = preset.value();
  for (const auto& field : perceptron_fields()) {
    if (!settings.has(field.name)) continue;
    if (const auto set = field.set(o, settings.get(field.name)); !set) return set.error();
    perceptron.given.push_back(field.name);
  }
  if (settings.has("stop")) o.ends_on_clean_pass = false;
  const bool batches = o.step == Step::minibatch;
  if (batches && !settings.has("batch-order")) {
    o.batch_order = o.order == Order::random ? BatchOrder::random : BatchOrder::consecutive;
  }
  const std::string start = settings.get("start", std::string(name_of(o.start)));
  if (const auto set = set_start(start, data, settings.get("positive"), perceptron); !set) return set.error();
  if (settings.has("start")) perceptron.given.emplace_back("start");
  return {};
}

Result<void> choose_linear(const Settings& settings, const Dataset&, TrainRequest& request) {
  auto linear = linear_request(settings, request.algorithm);
  if (!linear) return linear.error();
  request.linear = std::move(linear).value();
  return {};
}

namespace {

/// Codings that would change nothing, or names that are hashed.
Result<void> check_codings(const Settings& settings, const Dataset& data, const FeatureOptions& features) {
  for (const auto& field : coding_fields()) {
    if (field.get(features) == field.get(FeatureOptions{})) continue;
    if (data.form.hash_bits > 0)
      return Error{Code::usage, "--" + field.name,
                   "is for columns that keep their names, and --hash-bits hashes them; leave one of them out"};
    const bool of_one_column = field.name == "reference" || field.name == "ordered";
    if (!of_one_column && data.levels.empty() && settings.get("categorical").empty())
      return Error{Code::usage, "--" + field.name,
                   "is for columns of texts, and the data has none; name them in --categorical"};
  }
  return {};
}

Result<void> set_features(const Settings& settings, const Dataset& data, FeatureOptions& out) {
  for (const auto& fields : {feature_fields(), coding_fields()}) {
    for (const auto& field : fields) {
      if (!settings.has(field.name)) continue;
      if (const auto set = field.set(out, settings.get(field.name)); !set) return set.error();
    }
  }
  return check_codings(settings, data, out);
}

}  // namespace

Result<TrainRequest> train_request(const Settings& settings, const Dataset& data, const std::string& source) {
  if (settings.has("mixing-blocks"))
    return Error{Code::usage, "--mixing-blocks", "is for perceptrons over a folder of shards; leave it out"};
  TrainRequest request;
  const auto algorithm = chosen_algorithm(settings);
  if (!algorithm) return algorithm.error();
  request.algorithm = algorithm.value();
  const Learner& learner = learner_of(request.algorithm);
  if (const auto own = check_owners(settings, learner); !own) return own.error();
  if (const auto chosen = learner.choose(settings, data, request); !chosen) return chosen.error();
  if (const auto set = set_features(settings, data, request.features); !set) return set.error();
  const std::string missing = settings.get("missing");
  request.missing = missing == "category,mean" ? "mean,category" : missing;
  const auto multiclass = find_way(settings.get("multiclass"), learner);
  if (!multiclass) return multiclass.error();
  request.multiclass = multiclass.value();
  request.positive = settings.get("positive");
  request.source = source;
  const auto threads = thread_count(settings);
  const auto memory = memory_limit(settings);
  if (!threads) return threads.error();
  if (!memory) return memory.error();
  request.threads = threads.value();
  request.memory_bytes = memory.value();
  std::uint64_t& cache = request.linear.kernel.cache_mib;  // at most half of it
  cache = std::min(cache, std::max<std::uint64_t>(1, request.memory_bytes >> 21U));
  return request;
}

}  // namespace halfspace
