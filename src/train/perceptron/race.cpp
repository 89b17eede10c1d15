#include "train/perceptron/race.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "base/text.hpp"
#include "exact/linear.hpp"
#include "separate/class_question.hpp"
#include "separate/separation.hpp"
#include "train/objective/scaled_rows.hpp"

namespace halfspace {
namespace {

// Questions beside a run that is over should not outlast it by much: about a second.
constexpr std::uint64_t stored_for_margin = std::uint64_t{1} << 24U;
constexpr std::size_t dims_for_margin = 2000;
constexpr std::uint64_t margin_work = std::uint64_t{1} << 33U;  // multiplications, passes over rows and corral together
constexpr std::uint64_t decision_work = std::uint64_t{1} << 35U;  // the same of the question itself
constexpr std::uint64_t large_corral = 500;

bool answerable(const RaceGround& g) {
  const bool decimals_known = g.data.short_decimals || g.data.computed || g.request.text;
  return g.options.decide == Decide::automatic && g.options.kernel == KernelKind::none && decimals_known;
}

}  // namespace

/// m > 0 for all rows is what boundary-is-mistake and every β > 0 wait for. Where the boundary is positive a bias can
/// be raised until no row of +1 lies on it. m >= 0 may hold for all rows of data that is not separable.
bool clean_pass_means_separable(const PerceptronChoices& o) {
  if (o.mistake == Mistake::boundary_is_mistake || o.margin > 0) return true;
  return o.mistake == Mistake::boundary_is_positive && o.bias != Bias::none;
}

Race::Race(const RaceGround& ground, std::vector<std::int8_t> y, std::span<const std::uint32_t> label,
           std::uint32_t classes, const PerceptronObserver& outer)
    : ground_(ground), outer_(outer), inner_(outer) {
  if (!answerable(ground) || outer.stop.why() != Halt::go_on) return;
  z_.emplace(signed_features(ground.data, ground.rows.features(), ground.rows.map(), std::move(y),
                             ground.options.bias != Bias::none, ground.request.text.value_or(TextAgain()), outer.stop));
  if (classes > 2) pairs_.emplace(*z_, label, classes);
  stored_ = std::visit([](const auto& x) { return x.stored(); }, ground.rows.learned().x);
  if (clean_pass_means_separable(ground.options)) inner_.hopeless = [this](const Progress& at) { return hopeless(at); };
  if (outer.progress) {
    inner_.progress = [this](Progress at) {
      at.outlook = known_.separable() ? Outlook::separable : Outlook::unknown;
      at_ = at;
      outer_.progress(at);
    };
  }
  if ((!outer.update && !outer.visit) || pairs_ || !cheap()) return;
  decide_now();
  measure();
  if (known_.margin) inner_.separator = unit_vector(known_.margin->weights);
  if (!inner_.separator.empty() && !z_->bias()) inner_.separator.push_back(0);
}

Separability Race::finish(PerceptronResult& run, const Dataset& data) {
  const bool hurried = run.status == Status::timeout || run.status == Status::interrupted;
  if (!z_ || hurried) return std::move(known_);
  try {
    ask_after(run, data);
  } catch (const Stopped&) {
    return std::move(known_);  // as far as it is known
  }
  return std::move(known_);
}

void Race::ask_after(PerceptronResult& run, const Dataset& data) {
  if (!known_.decision && margin_is_asked()) take(run);
  if (!known_.decision && (cheap() || (run.first_clean_pass > 0 && margin_is_asked()))) decide_now();
  measure();
  if (known_.not_separable()) {
    run.not_separable = true;
    if (run.status == Status::not_separable && run.recurrence_to == 0) run.stop_reason = witness_text(known_, data);
    const bool strict = clean_pass_means_separable(ground_.options);  // else a row on the boundary may be no mistake
    if (ground_.options.keep == Keep::pocket && strict && !pairs_ && cheap())
      known_.unavoidable = unavoidable_mistakes(*z_, budget(), *known_.decision);
  }
}

bool Race::margin_is_asked() const {
  const std::uint64_t classes = pairs_ ? pairs_->classes() : 1;
  return stored_ * classes <= stored_for_margin && z_->dims() * classes <= dims_for_margin;
}

bool Race::cheap() const { return pairs_ ? is_cheap(*pairs_) : is_cheap(*z_); }

/// The stop of a question that ends where `over` says so; it reports that it is asked.
StopToken Race::asking(std::function<bool()> over) const {
  return outer_.stop.part([this, over = std::move(over)] {
    if (over()) return true;
    Progress at = at_;
    at.outlook = Outlook::asking;
    if (outer_.progress) outer_.progress(at);
    return false;
  });
}

DecideOptions Race::budget() const {
  const std::uint64_t a_pass = stored_ + 32 * z_->dims() * z_->dims();
  const auto left = std::make_shared<std::uint64_t>(margin_work / std::max<std::uint64_t>(a_pass, 1));
  DecideOptions options;
  options.threads = ground_.request.threads;
  options.stop = asking([left] { return *left == 0 || --*left == 0; });
  return options;
}

/// Asked once a pass over the rows: ends the question after decision_work, by count.
StopToken Race::question_ends() {
  const std::uint64_t dims = std::min<std::uint64_t>(pairs_ ? pairs_->dims() : z_->dims(), large_corral);
  const std::uint64_t entries = pairs_ ? std::min(pairs_->entries(), ClassQuestionOptions().entries) : stored_;
  const std::uint64_t a_pass = entries + dims * dims + z_->rows();
  passes_left_ = decision_work / a_pass + 1;
  return asking([this] { return passes_left_ == 0 || --passes_left_ == 0; });
}

void Race::name_the_bound() {
  if (passes_left_ > 0 || known_.decision->verdict != Verdict::undecided) return;
  known_.decision->reason = "not answered within " + grouped(decision_work) + " multiplications" +
                            (pairs_ ? "" : "; halfspace separate asks without this bound");
}

ClassQuestionOptions Race::class_options() {
  ClassQuestionOptions options;
  options.threads = ground_.request.threads;
  options.stop = question_ends();
  return options;
}

bool Race::hopeless(const Progress& at) {
  at_ = at;
  if (!known_.decision) decide_now();
  measure();
  return known_.not_separable();
}

void Race::decide_now() {
  if (pairs_)
    known_ = ask_classes(*pairs_, class_options());
  else
    decide_two();
  name_the_bound();
}

void Race::decide_two() {
  DecideOptions options;
  options.threads = ground_.request.threads;
  options.stop = question_ends();
  auto decision = decide(*z_, options);
  if (decision) {
    known_.decision = std::move(decision).value();
    std::vector<Multiplier>& witness = known_.decision->witness;
    std::sort(witness.begin(), witness.end(), [](const auto& a, const auto& b) { return a.row < b.row; });
    return;
  }
  known_.decision.emplace();
  known_.decision->reason = decision.error().text();
}

/// Weights of the run that separate exactly are an answer.
void Race::take(const PerceptronResult& run) {
  const std::size_t d = z_->cols();
  std::vector<double> w;
  w.reserve(run.b.size() * (d + 1));
  for (std::size_t k = 0; k < run.b.size(); ++k) {
    w.insert(w.end(), run.w.data() + k * d, run.w.data() + (k + 1) * d);
    w.push_back(run.b[k]);
    fold(ground_.rows.map(), w.data() + w.size() - 1 - d, w.back());  // as the model has them
    if (!z_->bias()) w.pop_back();
  }
  if (pairs_) {
    known_ = by_weights(*pairs_, w, class_options());
    return;
  }
  std::vector<Rational> exact;
  for (const double v : w) {
    if (!std::isfinite(v)) return;
    exact.push_back(SignedRows::exact_value(v));
  }
  std::vector<Integer> weights = whole(exact);
  const auto signs = signs_of(*z_, weights, ground_.request.threads);
  if (!signs || signs.value().positive != z_->rows()) return;
  known_.decision.emplace();
  known_.decision->verdict = Verdict::separable;
  known_.decision->weights = std::move(weights);
  known_.by_the_run = true;
}

void Race::measure() {
  if (pairs_ || !known_.separable() || known_.margin || !margin_is_asked()) return;
  if (scaled() && !learned_) {
    learned_ = scaled_signed_rows(ground_.rows.learned(), {z_->signs().begin(), z_->signs().end()}, z_->bias());
    if (!learned_) return;
  }
  const SignedRows& z = learned_ ? *learned_ : *z_;
  const std::vector<Integer>& weights = known_.decision->weights;
  const std::vector<Integer> hint = learned_ ? scaled_weights(ground_.rows.map(), weights, z.bias()) : weights;
  auto margin = find_margin(z, MarginKind::augmented, hint, budget());
  auto radius = radius_squared(z);
  if (!margin || !margin.value() || margin.value()->lower_squared <= 0 || !radius) return;
  known_.margin = std::move(margin).value();
  known_.radius_squared = std::move(radius).value();
}

}  // namespace halfspace
