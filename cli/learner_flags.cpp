#include "learner_flags.hpp"

#include <algorithm>

#include <sys/stat.h>

#include "base/text.hpp"
#include "session.hpp"

namespace halfspace::cli {
namespace {

std::string preset_names() {
  std::string out;
  for (const Preset& p : perceptron_presets()) out += (out.empty() ? "" : "|") + std::string(p.name);
  return out;
}

/// Weights of a model as a start: its columns must be the data's.
Result<std::vector<double>> start_from_model(const std::string& path, const Dataset& data, bool bias) {
  auto model = load_model(path);
  if (!model) return model.error();
  const Model& m = model.value();
  if (m.outputs() != 1 || !m.linear())
    return Error{Code::usage, "--start",
                 "a start model has two classes and no kernel; " + in_quotes(path, 200) + " is another"};
  if (!m.map.plain() && m.map.input_names() != data.columns) {
    return Error{Code::bad_data, path, "the start model has other columns; choose --columns alike"};
  }
  if (m.map.plain() && (m.columns != data.columns || m.cols() != data.cols)) {
    return Error{Code::bad_data, path,
                 "the start model has other columns (" + counted(m.cols(), "column") + "; the data has " +
                     std::to_string(data.cols) + "); choose --columns alike"};
  }
  std::vector<double> start = m.w;
  if (bias) start.push_back(m.b[0]);
  return start;
}

/// zero, random, numbers, or a model file.
Result<void> set_start(const std::string& text, const Dataset& data, TrainRequest& request) {
  request.start_text = text;
  PerceptronOptions& o = request.options;
  o.start_weights.clear();
  if (text == "zero" || text == "random") {
    o.start = text == "zero" ? Start::zero : Start::random;
    return {};
  }
  o.start = Start::given;
  struct stat file{};
  if (::stat(text.c_str(), &file) == 0) {
    auto start = start_from_model(text, data, o.bias != Bias::none);
    if (!start) return start.error();
    o.start_weights = std::move(start).value();
    request.start_text = "model";
    return {};
  }
  for (const std::string& part : split(text, ',')) {
    Number number;
    if (!parse_number(part, number)) {
      return Error{Code::usage, "--start",
                   in_quotes(text) + " is neither zero, random, numbers w1,...,wd[,b], nor a model file"};
    }
    o.start_weights.push_back(number.value);
  }
  return {};
}

}  // namespace

std::vector<Flag> learner_flags() {
  std::vector<Flag> flags = {
      {"algorithm", "perceptron", "what learns (default perceptron)", "learner"},
      {"preset", preset_names(), "choices as textbooks make them (default cyclic); the flags below override its parts",
       "learner"},
      {"multiclass", "argmax|one-vs-rest",
       "three classes or more: one run that compares them (default where steps are unit or rate), or one run a class",
       "learner"},
      {"positive", "LABEL", "the label of +1 (default: the one that sorts last)", "learner"},
      {"start", "zero|random|v1,...,vd[,b]|MODEL", "weights to start from", "learner"},
  };
  for (const auto& field : perceptron_fields()) flags.push_back({field.name, field.metavar, field.help, "learner"});
  for (const auto& field : feature_fields()) flags.push_back({field.name, field.metavar, field.help, "features"});
  return flags;
}

Result<TrainRequest> train_request(const Args& args, const Dataset& data, const std::string& source) {
  TrainRequest request;
  const std::string algorithm = args.get("algorithm", "perceptron");
  if (algorithm != "perceptron")
    return Error{Code::usage, "--algorithm", in_quotes(algorithm) + " is not in this version, which has perceptron"};
  request.preset = args.get("preset", "cyclic");
  auto preset = find_preset(request.preset);
  if (!preset) return preset.error();
  request.options = preset.value();
  for (const auto& field : perceptron_fields()) {
    if (!args.has(field.name)) continue;
    if (const auto set = field.set(request.options, args.get(field.name)); !set) return set.error();
    request.given.push_back(field.name);
  }
  if (args.has("stop")) request.options.ends_on_clean_pass = false;
  const bool batches = request.options.step == Step::minibatch;
  if (batches && !args.has("batch-order")) {
    request.options.batch_order = request.options.order == Order::random ? BatchOrder::random : BatchOrder::consecutive;
  }
  const std::string start = args.get("start", std::string(name_of(request.options.start)));
  if (const auto set = set_start(start, data, request); !set) return set.error();
  if (args.has("start")) request.given.emplace_back("start");
  for (const auto& field : feature_fields()) {
    if (!args.has(field.name)) continue;
    if (const auto set = field.set(request.features, args.get(field.name)); !set) return set.error();
  }
  const std::string missing = args.get("missing");
  request.missing = missing == "category,mean" ? "mean,category" : missing;
  request.multiclass = args.get("multiclass");
  request.positive = args.get("positive");
  request.source = source;
  const auto threads = thread_count(args);
  const auto memory = memory_limit(args);
  if (!threads) return threads.error();
  if (!memory) return memory.error();
  request.threads = threads.value();
  request.memory_bytes = memory.value();
  return request;
}

}  // namespace halfspace::cli
