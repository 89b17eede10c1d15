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
#include "certify/find/resolved_columns.hpp"
#include "certify/find/row_hull.hpp"
#include "certify/find/rows_in_question.hpp"
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

/// A feature on whose threshold no row is on the wrong side makes data with a witness quasi-separable.
Result<std::optional<ExactWeights>> one_feature(const SignedRows& z, unsigned threads) {
  for (const SingleFeature& f : single_features(z)) {
    ExactWeights w = weights_of(f, z);
    if (z.data().short_decimals) return std::optional(std::move(w));  // then doubles compare as their decimals do
    const auto signs = signs_of(z, w, threads);
    if (!signs) return signs.error();
    if (signs.value().negative.empty() && signs.value().positive > 0) return std::optional(std::move(w));
  }
  return std::optional<ExactWeights>();
}

/// Σ λ_i z_i = 0 over all tied rows, λ > 0.
class TiedSum {
 public:
  /// The sum so far, often enough, makes up for what the dependency takes from tied rows.
  void add(const Dependency& d) {
    Integer times = 1;
    for (const Multiplier& m : d.tied) {
      const Integer need = -m.value / total_[m.row] + 1;
      times = std::max(times, need);
    }
    for (auto& [row, value] : total_) value *= times;
    for (const auto* part : {&d.rows, &d.tied}) {
      for (const Multiplier& m : *part) total_[m.row] += m.value;
    }
  }

  std::vector<Multiplier> reduced() const {
    std::vector<Integer> values;
    values.reserve(total_.size());
    for (const auto& [row, value] : total_) values.push_back(value);
    reduce(values);
    std::vector<Multiplier> out;
    out.reserve(values.size());
    for (const auto& [row, value] : total_) out.push_back({row, std::move(values[out.size()])});
    return out;
  }

 private:
  std::map<std::uint64_t, Integer> total_;
};

class Decider {
 public:
  Decider(const SignedRows& z, const DecideOptions& options)
      : z_(z), options_(options), tied_(z, options.stop), rows_(z, options, out_.passes) {}

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
      if (!rows_.left_out()[i]) absorb({{{i, Integer(1)}}, {}});
    }
    if (!options_.peel && !out_.witness.empty()) {
      (void)undecided("not separable: a row is the origin");
      return std::move(out_);
    }
    if (z_.dims() > many_dims && options_.only.empty()) {
      if (const auto done = try_sprint(); !done || done.value()) return ended(done);
    }
    if (z_.dims() >= some_dims && may_have_one_sided()) rows_.leave_out_many();
    while (rows_.some()) {
      const auto done = round();
      if (!done || done.value()) return ended(done);
    }
    return overlap();
  }

  /// Where the search among all rows told nothing: among those that a witness may have, before or now. Nothing where
  /// that is no help either.
  std::optional<Result<bool>> without_one_sided() {
    if (!may_have_one_sided()) return std::nullopt;
    if (rows_.switch_rows()) return round();
    if (!rows_.all_one_sided()) return std::nullopt;
    auto done = separates(std::vector<double>(z_.dims()));
    if (!done || done.value()) return done;
    rows_.take_back();
    return std::nullopt;
  }

  bool may_have_one_sided() const { return options_.only.empty() && !options_.untied && out_.witness.empty(); }

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

  RowHull& hull() { return resolved_ ? resolved_->hull() : rows_.hull(); }

  /// One question to the rows that are not tied; true when the verdict is known.
  Result<bool> round() {
    hull().leave_out(rows_.left_out());
    std::vector<std::uint64_t> working;
    for (const HullGoal goal : {HullGoal::sign, HullGoal::nearest}) {
      const HullResult found = ask(hull(), goal);
      working = by_weight(found);
      out_.distance = found.distance;
      if (found.answer == HullAnswer::away) {
        const auto done = separates(hull().original(found.u));
        if (!done || done.value()) return done;
        continue;
      }
      auto dependency = dependency_of(z_, working, tied_, options_.stop);
      if (!dependency) return dependency.error();
      if (dependency.value()) return take(*dependency.value());
      if (stopped()) break;
    }
    if (stopped()) return undecided("stopped");
    if (auto done = without_one_sided()) return *done;
    if (!resolving_tried_) {
      resolving_tried_ = true;
      auto resolved = ResolvedColumns::of(z_, hull(), options_.threads, options_.stop);
      if (!resolved) return resolved.error();
      resolved_ = std::move(resolved).value();
      if (resolved_) return round();
    }
    auto settled = settle(z_, working, rows_.left_out(), tied_, options_);
    if (!settled) return settled.error();
    if (auto* w = std::get_if<ExactWeights>(&settled.value())) return take(std::move(*w));
    if (auto* d = std::get_if<Dependency>(&settled.value())) return take(*d);
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
      if (exact) {
        auto of_all = rows_.of_all(std::move(*exact));
        if (!of_all) return of_all.error();
        exact = std::move(of_all).value();
        if (!exact && !stopped()) continue;
      }
      if (!exact) return false;
      const auto good = all_positive(z_, *exact, rows_.settled(), options_.threads);
      ++out_.passes;
      if (!good) return good.error();
      if (good.value()) return take(std::move(*exact));
    }
    return false;
  }

  Result<bool> take(ExactWeights w) {
    reduce(w);
    if (options_.untied) {
      out_.tied = rows_.left_out();
      out_.tied_basis.assign(tied_.rows().begin(), tied_.rows().end());
    }
    out_.weights = std::move(w);
    out_.verdict = out_.witness.empty() ? Verdict::separable : Verdict::quasi_separable;
    return true;
  }

  Result<bool> take(const Dependency& d) {
    const bool first = out_.witness.empty();
    absorb(d);
    if (!options_.peel) return undecided("not separable; whether quasi-separable or overlapping was not asked");
    if (first) {
      auto alone = options_.untied ? std::optional<ExactWeights>() : one_feature(z_, options_.threads);
      if (!alone) return alone.error();
      if (alone.value()) return take(std::move(*alone.value()));
      rows_.take_back();
      auto rest = completing_dependency(z_, hull(), tied_, options_);
      if (!rest) return rest.error();
      if (rest.value()) absorb(*rest.value());
    }
    auto members = tied_.members();
    if (!members) return members.error();
    rows_.left_out() = std::move(members).value();
    return false;
  }

  /// Rows of the dependency are tied.
  void absorb(const Dependency& d) {
    if (out_.witness.empty()) out_.witness = d.rows;
    total_.add(d);
    for (const Multiplier& m : d.rows) {
      rows_.left_out()[m.row] = true;
      tied_.add(m.row);
    }
  }

  /// No row is left: the tied rows span all rows.
  Result<Decision> overlap() {
    const auto spanned = spans_all(z_, tied_, options_);
    if (!spanned) return spanned.error();
    if (stopped()) return ended(undecided("stopped"));
    if (!spanned.value()) return ended(undecided("a probe modulo 2^61 - 1 failed"));
    out_.span = total_.reduced();
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
  Decision out_;
  RowsInQuestion rows_;
  std::unique_ptr<ResolvedColumns> resolved_;  // once the hull of the rows as they are told nothing
  bool resolving_tried_ = false;
  TiedSum total_;
};

}  // namespace

Result<Decision> decide(const SignedRows& z, const DecideOptions& options) {
  if (auto decided = decide_one_class(z, options)) return std::move(*decided);
  return Decider(z, options).run();
}

}  // namespace halfspace
