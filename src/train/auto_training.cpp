#include "train/auto_training.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "base/text.hpp"
#include "train/learner.hpp"
#include "train/objective/linear_request.hpp"

namespace halfspace {
namespace {

constexpr const char* otherwise = "; so logistic regression; --algorithm perceptron gives the perceptron's weights";

constexpr double most_corral = 500;
constexpr std::uint64_t most_near = 8192;  // weights

/// How many questions fit into so much work: each looks at all rows, and the k-th adds a point of `dims` coordinates to
/// some k before it, twice (Corral::add), up to as many as can stand there.
std::uint64_t questions_within(double work, double rows, double dims) {
  const double each = 2 * dims;  // 4 dims k summed over k is 2 dims q^2
  const double most = std::min(dims, most_corral);
  const double growing = 2 * work / (rows + std::sqrt(rows * rows + 4 * each * work));
  return static_cast<std::uint64_t>(growing <= most ? growing : work / (rows + each * most));
}

/// Counts the work of the perceptron and of the question, and ends each where its share is used up.
class Allowance {
 public:
  Allowance(const Dataset& data, const AutoWork& most, const PerceptronObserver& outer) : most_(most), outer_(outer) {
    std::uint64_t columns = data.cols;
    for (const auto& levels : data.levels) columns += levels.size();
    const std::uint64_t classes = data.classes.size() > 2 ? data.classes.size() : 1;
    const std::uint64_t dims = columns * classes;
    const std::uint64_t stored = std::visit([](const auto& x) { return x.stored(); }, data.x);
    const std::uint64_t scattered =
        columns > most_near ? 4 : 1;  // entries whose weights are not in the cache cost more
    most_questions_ =
        questions_within(static_cast<double>(most.question),
                         static_cast<double>(scattered * stored * classes + data.rows + 1), static_cast<double>(dims));
  }

  PerceptronObserver observer() {
    PerceptronObserver out = outer_;
    out.progress = [this](const Progress& at) { progress(at); };
    out.stop = outer_.stop.part([this] { return std::exchange(over_, false); });
    out.output = [this](std::uint32_t k) {
      reports_ = 0;
      questions_ = 0;
      if (outer_.output) outer_.output(k);
    };
    return out;
  }

  Halt halted() const { return outer_.stop.ask(); }  ///< from outside
  bool unanswered() const { return unanswered_; }    ///< the question was given up

 private:
  /// Notes whether the question, or the run, has had its share of the work: the token is asked after each report.
  void progress(const Progress& at) {
    if (outer_.progress) outer_.progress(at);
    if (at.outlook == Outlook::asking) {
      unanswered_ = unanswered_ || questions_ >= most_questions_;
      over_ = questions_++ >= most_questions_;
      return;
    }
    const bool much = ++reports_ >= most_.reports || at.visits >= most_.visits;
    over_ = much && at.passes >= most_.passes;
  }

  AutoWork most_;
  const PerceptronObserver& outer_;
  std::uint64_t most_questions_ = 0;
  std::uint64_t reports_ = 0;
  std::uint64_t questions_ = 0;
  bool over_ = false;
  bool unanswered_ = false;
};

/// The first class against the others that no weights separate.
const ClassRun* not_separable(const std::vector<ClassRun>& runs) {
  const auto found = std::find_if(runs.begin(), runs.end(), [](const ClassRun& r) { return r.known.not_separable(); });
  return found == runs.end() ? nullptr : &*found;
}

/// What the perceptron and the question found, where there is no clean pass.
std::string verdict_text(const Trained& first, const Dataset& data) {
  const std::string tried = "the perceptron made no clean pass in " + counted(first.perceptron()->run.visits, "visit");
  if (first.known.not_separable()) return "not separable: " + witness_text(first.known, data);
  if (const ClassRun* run = not_separable(first.perceptron()->runs))
    return "class " + shown(run->label, 80) + " against the rest is not separable: " + witness_text(run->known, data);
  if (first.not_separable) return "not separable: " + first.stop_reason;
  if (first.known.separable()) return "separable, but " + tried;
  if (first.known.decision) return "separable or not: undecided (" + first.known.decision->reason + "), and " + tried;
  return "separable or not: not decided, and " + tried;
}

constexpr const char* too_late = "; the run was stopped before logistic regression, which is chosen then, had weights";

/// The perceptron stays, since the run was ended from outside: that is its status, whatever is known of the data.
void keep(Trained& t, Halt why, const Dataset& data) {
  const bool decided = t.known.not_separable() || not_separable(t.perceptron()->runs) != nullptr || t.not_separable;
  t.choice = decided ? verdict_text(t, data) + too_late
                     : "the run was stopped before it was known whether the perceptron reaches a clean pass";
  t.status = t.perceptron()->run.status = ended_by(why);
  t.stop_reason = t.perceptron()->run.stop_reason = why == Halt::timeout ? "the time limit is reached" : "interrupted";
}

/// What was found of the data before is told of the runs after it too.
void take_verdict(Trained& t, Trained& first) {
  std::vector<LinearRun>& runs = t.linear()->runs;
  std::vector<ClassRun>& before = first.perceptron()->runs;
  if (runs.size() == 1) runs[0].known = first.known;
  for (std::size_t k = 0; k < before.size() && before.size() == runs.size(); ++k)
    runs[k].known = std::move(before[k].known);
  t.linear()->asked_of_all = before.empty() && runs.size() > 1;
  t.known = std::move(first.known);
  t.not_separable = first.not_separable;
}

}  // namespace

std::vector<Flag> auto_flags() {
  const std::vector<Flag> linear = linear_flags();
  std::vector<Flag> out;
  for (Flag& f : perceptron_flags()) {
    const bool shared = std::any_of(linear.begin(), linear.end(), [&](const Flag& g) { return g.name == f.name; });
    if (shared) out.push_back(std::move(f));
  }
  return out;
}

Result<void> choose_auto(const Settings& settings, const Dataset& data, TrainRequest& request) {
  if (const auto chosen = choose_perceptron(settings, data, request); !chosen) return chosen.error();
  return choose_linear(settings, data, request);
}

TrainRequest settled(TrainRequest request, const Trained& ran) {
  if (request.algorithm != Algorithm::automatic) return request;
  request.algorithm = ran.model.algorithm;
  request.multiclass = ran.model.multiclass;
  return request;
}

Result<Trained> train_auto(const Dataset& data, const TrainRequest& request, const TrainObserver& observer,
                           const AutoWork& most) {
  TrainRequest attempt = request;
  attempt.algorithm = Algorithm::perceptron;
  Allowance allowance(data, most, observer.perceptron);
  TrainObserver counting = observer;
  counting.perceptron = allowance.observer();
  auto first = train_by_perceptron(data, attempt, counting);
  if (!first) return first;
  Trained& perceptron = first.value();
  if (allowance.unanswered() && perceptron.known.decision && perceptron.known.decision->reason == "stopped")
    perceptron.known.decision->reason = "the work allowed for it is used up";
  if (perceptron.status == Status::converged) {
    perceptron.choice = "the perceptron reached a clean pass, so its weights are the model";
    return first;
  }
  if (const Halt why = allowance.halted(); why != Halt::go_on) {
    keep(perceptron, why, data);
    return first;
  }
  TrainRequest fallback = request;
  fallback.algorithm = Algorithm::logistic;
  fallback.linear.options.max_work = most.fitting;
  constexpr std::uint64_t most_joint = 5'000'000;  // scores: 200 MB
  const std::uint64_t outputs = perceptron.model.outputs();
  if (fallback.multiclass == Multiclass::none && outputs > 1)
    fallback.multiclass = data.rows <= most_joint / outputs ? Multiclass::multinomial : Multiclass::one_vs_rest;
  try {
    auto last = train_by_objective(data, fallback, observer);
    if (!last) return last;
    last.value().choice = verdict_text(perceptron, data) + otherwise;
    take_verdict(last.value(), perceptron);
    return last;
  } catch (const Stopped& stopped) {  // before there was a fit
    keep(perceptron, stopped.why, data);
    return first;
  }
}

Result<Trained> train_auto(const Dataset& data, const TrainRequest& request, const TrainObserver& observer) {
  return train_auto(data, request, observer, AutoWork{});
}

}  // namespace halfspace
