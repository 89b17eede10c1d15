#include "certify/find/decide.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include "certify/find/cone_proof.hpp"
#include "certify/find/hull_proof.hpp"
#include "certify/find/one_class.hpp"
#include "certify/find/one_sided.hpp"
#include "certify/find/resolved_columns.hpp"
#include "certify/find/row_hull.hpp"
#include "certify/find/short_weights.hpp"
#include "certify/find/single_features.hpp"
#include "certify/find/sprint.hpp"
#include "exact/linear.hpp"

namespace halfspace {
namespace {

constexpr std::array<int, 3> digits_tried = {3, 8, 17};  // short weights where they do
constexpr std::uint64_t most_steps = 200'000;
constexpr std::size_t corral_entries = std::size_t{1} << 27U;  // 1 GiB
constexpr std::size_t many_dims = 2000;                        // from here a sprint is tried first
constexpr std::size_t some_dims = 256;                         // from here one-sided rows go first where they are many

/// The rows of the hull's point, those of the largest multipliers first.
std::vector<std::uint64_t> by_weight(const HullResult& found) {
  std::vector<std::size_t> order(found.points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return found.multipliers[a] > found.multipliers[b]; });
  std::vector<std::uint64_t> rows;
  rows.reserve(order.size());
  for (const std::size_t k : order) rows.push_back(found.points[k].row);
  return rows;
}

class Decider {
 public:
  Decider(const SignedRows& z, const DecideOptions& options)
      : z_(z), options_(options), tied_(z, options.stop), left_out_(z.rows(), false) {
    for (std::size_t i = 0; i < options.only.size(); ++i) left_out_[i] = !options.only[i];
  }

  Result<Decision> run() {
    try {
      return decided();
    } catch (const Stopped&) {
      return ended(undecided("stopped"));
    }
  }

 private:
  Result<Decision> decided() {
    if (const auto fine = z_.check_decimals(); !fine) return fine.error();
    const auto zeros = z_.zero_rows();
    if (!zeros) return zeros.error();
    for (const std::uint64_t i : zeros.value()) {  // a row without any value is a witness by itself
      if (!left_out_[i]) absorb({{{i, Integer(1)}}, {}});
    }
    if (!options_.peel && !out_.witness.empty()) {
      (void)undecided("not separable: a row is the origin");
      return std::move(out_);
    }
    if (z_.dims() > many_dims && options_.only.empty()) {
      if (const auto done = try_sprint(); !done || done.value()) return ended(done);
    }
    if (!leave_out_many()) hull_.emplace(z_, RowScale::standardised, options_.threads);
    while (std::find(left_out_.begin(), left_out_.end(), false) != left_out_.end()) {
      const auto done = round();
      if (!done || done.value()) return ended(done);
    }
    return overlap();
  }

  bool may_have_one_sided() const { return options_.only.empty() && !options_.untied && out_.witness.empty(); }

  /// Leaves out the rows that no witness has where they are a good part of all.
  bool leave_out_many() {
    if (z_.dims() < some_dims || !may_have_one_sided()) return false;
    const std::uint64_t many = z_.rows() / 16;
    OneSidedRows sided = one_sided_rows(z_, many, options_.stop);
    out_.passes += 2 * sided.levels.size() + 1;
    if (sided.count < many || sided.count == z_.rows()) return false;
    leave_out(std::move(sided));
    return true;
  }

  void leave_out(OneSidedRows sided) {
    sided_ = std::move(sided);
    sided_tried_ = true;
    left_out_ = sided_->out;
    hull_.emplace(z_, RowScale::standardised, options_.threads, left_out_);
  }

  void take_back() {
    sided_.reset();
    left_out_.assign(z_.rows(), false);
    hull_.emplace(z_, RowScale::standardised, options_.threads);
  }

  /// Where the search among all rows told nothing: among those that a witness may have, before or now. Nothing where
  /// that is no help either.
  std::optional<Result<bool>> without_one_sided() {
    if (sided_) {
      take_back();
      if (!all_tried_) return round();
      return std::nullopt;
    }
    all_tried_ = true;
    if (sided_tried_ || !may_have_one_sided()) return std::nullopt;
    sided_tried_ = true;
    OneSidedRows sided = one_sided_rows(z_, 1, options_.stop);
    out_.passes += 2 * sided.levels.size() + 1;
    if (sided.count == 0) return std::nullopt;
    leave_out(std::move(sided));
    if (sided_->count < z_.rows()) return round();
    auto done = separates(std::vector<double>(z_.dims()));
    if (done && !done.value()) take_back();
    if (!done || done.value()) return done;
    return std::nullopt;
  }

  Result<Decision> ended(const Result<bool>& done) {
    if (!done) return done.error();
    return std::move(out_);
  }

  Result<bool> try_sprint() {
    auto found = sprint(z_, options_);
    if (!found) return false;
    auto done = separates(found->w);
    if (done && done.value()) out_.hull = std::move(found->hull);
    return done;
  }

  /// One question to the rows that are not tied; true when the verdict is known.
  Result<bool> round() {
    RowHull& hull = resolved_ ? resolved_->hull() : *hull_;
    hull.leave_out(left_out_);
    std::vector<std::uint64_t> working;
    for (const HullGoal goal : {HullGoal::sign, HullGoal::nearest}) {
      const HullResult found = ask(hull, goal);
      working = by_weight(found);
      out_.distance = found.distance;
      if (found.answer == HullAnswer::away) {
        const auto done = separates(hull.original(found.u));
        if (!done || done.value()) return done;
        continue;
      }
      auto dependency = dependency_of(z_, working, tied_, options_.stop);
      if (!dependency) return dependency.error();
      if (dependency.value()) return take(std::move(*dependency.value()), hull);
      if (stopped()) break;
    }
    if (stopped()) return undecided("stopped");
    if (auto done = without_one_sided()) return *done;
    if (!resolving_tried_) {
      resolving_tried_ = true;
      auto resolved = ResolvedColumns::of(z_, hull, options_.threads, options_.stop);
      if (!resolved) return resolved.error();
      resolved_ = std::move(resolved).value();
      if (resolved_) return round();
    }
    auto settled = settle(z_, working, left_out_, tied_, options_);
    if (!settled) return settled.error();
    if (auto* w = std::get_if<ExactWeights>(&settled.value())) return take(std::move(*w));
    if (auto* d = std::get_if<Dependency>(&settled.value())) return take(std::move(*d), hull);
    return undecided(std::get<std::string>(settled.value()));
  }

  HullResult ask(const RowHull& hull, HullGoal goal) {
    std::vector<HullPoint> free;
    for (const std::uint64_t i : tied_.rows()) free.push_back({i});
    const HullOracle oracle = hull.oracle(options_.stop);
    HullResult found =
        min_norm_point(oracle, free, goal, {most_steps, std::max<std::size_t>(corral_entries / oracle.dims, 64)});
    out_.passes += found.passes;
    return found;
  }

  /// Do these weights, made orthogonal to the tied rows, have every other row on their positive side?
  Result<bool> separates(const std::vector<double>& w) {
    for (const int digits : digits_tried) {
      std::optional<ExactWeights> exact = resolved_ ? resolved_->original(shortened(w, digits)) : shortened(w, digits);
      if (!tied_.rows().empty()) exact = orthogonal(tied_.vectors(), tied_.modular(), *exact);
      if (exact && sided_) {
        auto lifted = lifted_over(z_, *sided_, std::move(*exact), options_.stop);
        if (!lifted) return lifted.error();
        exact = std::move(lifted).value();
      }
      if (!exact) return false;
      const auto good = all_positive(z_, *exact, sided_ ? std::vector<bool>(z_.rows()) : left_out_, options_.threads);
      ++out_.passes;
      if (!good) return good.error();
      if (good.value()) return take(std::move(*exact));
    }
    return false;
  }

  Result<bool> take(ExactWeights w) {
    reduce(w);
    if (options_.untied) {
      out_.tied = left_out_;
      out_.tied_basis.assign(tied_.rows().begin(), tied_.rows().end());
    }
    out_.weights = std::move(w);
    out_.verdict = out_.witness.empty() ? Verdict::separable : Verdict::quasi_separable;
    return true;
  }

  Result<bool> take(Dependency d, const RowHull& hull) {
    const bool first = out_.witness.empty();
    absorb(std::move(d));
    if (!options_.peel) return undecided("not separable; whether quasi-separable or overlapping was not asked");
    if (first) {
      auto done = options_.untied ? Result<bool>(false) : one_feature();
      if (!done || done.value()) return done;
      if (sided_) take_back();
      auto rest = completing_dependency(z_, hull, tied_, options_);
      if (!rest) return rest.error();
      if (rest.value()) absorb(std::move(*rest.value()));
    }
    auto members = tied_.members();
    if (!members) return members.error();
    left_out_ = std::move(members).value();
    return false;
  }

  /// Rows of the dependency are tied. Their multipliers join the sum over all tied rows, which stays positive: the sum
  /// so far, often enough, makes up for what the dependency takes from tied rows.
  void absorb(Dependency d) {
    if (out_.witness.empty()) out_.witness = d.rows;
    Integer times = 1;
    for (const Multiplier& m : d.tied) {
      const Integer need = -m.value / total_[m.row] + 1;
      times = std::max(times, need);
    }
    for (auto& [row, value] : total_) value *= times;
    for (const auto* part : {&d.rows, &d.tied}) {
      for (const Multiplier& m : *part) total_[m.row] += m.value;
    }
    for (const Multiplier& m : d.rows) {
      left_out_[m.row] = true;
      tied_.add(m.row);
    }
  }

  /// A feature on whose threshold no row is on the wrong side makes data with a witness quasi-separable.
  Result<bool> one_feature() {
    for (const SingleFeature& f : single_features(z_)) {
      ExactWeights w = weights_of(f, z_);
      if (z_.data().short_decimals) return take(std::move(w));  // then doubles compare as their decimals do
      const auto signs = signs_of(z_, w, options_.threads);
      if (!signs) return signs.error();
      if (signs.value().negative.empty() && signs.value().positive > 0) return take(std::move(w));
    }
    return false;
  }

  /// No row is left: the tied rows span all rows.
  Result<Decision> overlap() {
    const auto spanned = spans_all(z_, tied_, options_);
    if (!spanned) return spanned.error();
    if (stopped()) return ended(undecided("stopped"));
    if (!spanned.value()) return ended(undecided("a probe modulo 2^61 - 1 failed"));
    std::vector<Integer> values;
    values.reserve(total_.size());
    for (const auto& [row, value] : total_) values.push_back(value);
    reduce(values);
    std::size_t k = 0;
    for (const auto& [row, value] : total_) out_.span.push_back({row, values[k++]});
    out_.verdict = Verdict::overlapping;
    return std::move(out_);
  }

  Result<bool> undecided(std::string reason) {
    out_.verdict = Verdict::undecided;
    out_.reason = std::move(reason);
    return true;
  }

  bool stopped() const { return options_.stop.ended(); }

  const SignedRows& z_;
  const DecideOptions& options_;
  TiedSpan tied_;
  std::vector<bool> left_out_;
  std::unique_ptr<ResolvedColumns> resolved_;  // once the hull of the rows as they are told nothing
  bool resolving_tried_ = false;
  std::optional<RowHull> hull_;
  std::optional<OneSidedRows> sided_;  // rows left out that no witness has
  bool sided_tried_ = false;
  bool all_tried_ = false;  // all rows at once, which told nothing
  std::map<std::uint64_t, Integer> total_;
  Decision out_;
};

}  // namespace

Result<Decision> decide(const SignedRows& z, const DecideOptions& options) {
  if (auto decided = decide_one_class(z, options)) return std::move(*decided);
  return Decider(z, options).run();
}

}  // namespace halfspace
