#include "select/search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "base/rng.hpp"
#include "base/text.hpp"
#include "data/strata.hpp"
#include "train/learner_checks.hpp"

namespace halfspace {
namespace {

/// For each row its place in the random order of the rows of its fold and class, and how many those are.
struct RungOrder {
  std::vector<std::uint64_t> place;
  std::vector<std::uint64_t> size;
};

RungOrder rung_order(const Dataset& data, const std::vector<std::uint32_t>& fold, std::uint64_t folds, Rng& rng) {
  const std::size_t classes = data.classes.size();
  const auto cell = [&](std::uint64_t i) { return fold[i] * classes + data.label[i]; };
  RungOrder out{std::vector<std::uint64_t>(data.rows), std::vector<std::uint64_t>(data.rows)};
  for (const std::vector<std::uint64_t>& rows : shuffled_strata(data.rows, folds * classes, cell, rng)) {
    for (std::size_t k = 0; k < rows.size(); ++k) {
      out.place[rows[k]] = k;
      out.size[rows[k]] = rows.size();
    }
  }
  return out;
}

/// The first ceil(share * rows) of every fold and class.
/// One of `part` rows, rounded up.
std::vector<bool> rows_of_rung(const RungOrder& order, double part) {
  std::vector<bool> used(order.place.size());
  for (std::size_t i = 0; i < used.size(); ++i)
    used[i] = static_cast<double>(order.place[i]) * part < static_cast<double>(order.size[i]);
  return used;
}

std::uint64_t rung_count(std::size_t points, double factor) {
  std::uint64_t rungs = 1;
  for (double left = static_cast<double>(points) / factor; factor > 1 && left >= 1; left /= factor) ++rungs;
  return rungs;
}

class Searcher {
 public:
  Searcher(const Dataset& data, const SearchPlan& options, const FitObserver& observer, Search& out)
      : data_(data), options_(options), observer_(observer), out_(out) {}

  Result<void> prepare(const Settings& settings, const std::string& source) {
    for (std::size_t k = 0; k < out_.grid.size(); ++k) {
      const GridPoint point = out_.grid.point(k);
      auto plan = learn_plan(out_.grid.settings_at(settings, point), data_, source);
      if (!plan) return at_point(plan.error(), point);
      auto settled = settled_plan(data_, std::move(plan).value(), observer_.of_run());
      if (!settled) return at_point(settled.error(), point);
      plans_.push_back(std::move(settled).value());
      out_.points.push_back({point, 0, 0, {}, {}, 0, false});
    }
    auto folds = make_folds(data_, options_.folds, "--folds", source);
    if (!folds) return folds.error();
    out_.folds = std::move(folds).value();
    Rng rng(options_.folds.seed, Stream::rungs);
    for (const auto& fold : out_.folds.of_row) orders_.push_back(rung_order(data_, fold, out_.folds.parts(), rng));
    return {};
  }

  Result<void> climb() {
    std::vector<std::size_t> alive(out_.points.size());
    std::iota(alive.begin(), alive.end(), std::size_t{0});
    const std::uint64_t rungs = rung_count(alive.size(), options_.factor);
    for (std::uint64_t r = 0; r < rungs; ++r) {
      const bool last = r + 1 == rungs;
      double part = 1;  // exact for whole factors
      for (std::uint64_t k = r + 1; k < rungs; ++k) part *= options_.factor;
      std::vector<std::vector<bool>> used;
      for (std::size_t k = 0; k < orders_.size() && !last; ++k) used.push_back(rows_of_rung(orders_[k], part));
      const auto rows =
          last ? data_.rows : static_cast<std::uint64_t>(std::count(used[0].begin(), used[0].end(), true));
      if (const auto done = run_rung(alive, used, r + 1, rows); !done) return done.error();
      out_.rungs.push_back({rows, alive.size(), alive.size()});
      if (out_.stopped || last) break;
      keep_best(alive);
      out_.rungs.back().kept = alive.size();
    }
    last_ = alive;
    return {};
  }

  void choose() {
    std::vector<std::size_t> whole;
    for (const std::size_t k : last_) {
      if (out_.points[k].complete) whole.push_back(k);
    }
    if (whole.empty()) return;
    const std::vector<std::size_t> place = places(whole);
    for (std::size_t n = 0; n < whole.size(); ++n) {
      if (place[n] > 0) continue;
      if (!out_.best || simpler_in_order(whole[n], *out_.best)) out_.best = whole[n];
      out_.tied.push_back(whole[n]);
    }
    const std::size_t best = *out_.best;
    out_.one_se = best;
    for (const std::size_t k : whole) {
      if (within_one_error(held_out(k), held_out(best)) && simpler(k, best) && simpler_in_order(k, *out_.one_se))
        out_.one_se = k;
    }
  }

 private:
  Error at_point(Error e, const GridPoint& point) const {
    e.message = "at " + out_.grid.text(point) + ": " + e.message;
    return e;
  }

  Result<void> run_rung(const std::vector<std::size_t>& alive, const std::vector<std::vector<bool>>& used,
                        std::uint64_t rung, std::uint64_t rows) {
    const std::uint64_t folds = out_.folds.count;
    const std::uint64_t each = folds * out_.folds.repeats();
    static const std::vector<bool> all_rows;
    auto fits = fit_all(alive.size() * each, fits_at_once(data_, plans_[0].request), observer_, [&](std::size_t t) {
      const std::size_t k = alive[t / each];
      const std::uint64_t repeat = t % each / folds;
      auto fit = validate_fold(data_, plans_[k], out_.folds, repeat, t % folds, used.empty() ? all_rows : used[repeat],
                               options_.metrics, false, observer_);
      return fit ? std::move(fit) : Result<FoldFit>(at_point(fit.error(), out_.points[k].point));
    });
    if (!fits) return fits.error();
    for (std::size_t a = 0; a < alive.size(); ++a) {
      const auto first = fits.value().begin() + static_cast<std::ptrdiff_t>(a * each);
      store(out_.points[alive[a]],
            {std::make_move_iterator(first), std::make_move_iterator(first + static_cast<std::ptrdiff_t>(each))}, rung,
            rows);
    }
    return {};
  }

  void store(PointResult& p, std::vector<FoldFit> fits, std::uint64_t rung, std::uint64_t rows) {
    p.rung = rung;
    p.rows = rows;
    p.fits = std::move(fits);
    p.summary.clear();
    for (std::size_t k = 0; k < options_.metrics.size(); ++k)
      p.summary.push_back(summary_of(p.fits, options_.metrics[k], k, out_.folds.count));
    p.complete = p.summary[0].folds == p.fits.size();
    p.not_converged = 0;
    for (const FoldFit& f : p.fits) {
      p.not_converged += f.begun && ended_early(f.status) ? 1 : 0;
      out_.stopped = out_.stopped || f.stopped();
    }
  }

  const MetricSummary& held_out(std::size_t k) const { return out_.points[k].summary[0]; }

  std::vector<std::size_t> places(const std::vector<std::size_t>& points) const {
    std::vector<MetricSummary> means;
    means.reserve(points.size());
    for (const std::size_t k : points) means.push_back(held_out(k));
    return places_of_means(means);
  }

  /// The best ceil(points / factor), complete ones first, of equal means the simpler, then in the order of the grid.
  void keep_best(std::vector<std::size_t>& alive) const {
    std::vector<std::size_t> whole;
    for (const std::size_t k : alive) {
      if (out_.points[k].complete) whole.push_back(k);
    }
    std::vector<std::size_t> place(out_.points.size(), whole.size());
    const std::vector<std::size_t> of_whole = places(whole);
    for (std::size_t n = 0; n < whole.size(); ++n) place[whole[n]] = of_whole[n];
    std::stable_sort(alive.begin(), alive.end(), [&](std::size_t a, std::size_t b) {
      return place[a] != place[b] ? place[a] < place[b] : simpler_in_order(a, b);
    });
    alive.resize(static_cast<std::size_t>(std::ceil(static_cast<double>(alive.size()) / options_.factor)));
    std::sort(alive.begin(), alive.end());
  }

  /// -1, 0, +1: is `a` simpler in setting j, equal, or less simple?
  int side(std::size_t j, std::size_t a, std::size_t b) const {
    const Varied& v = out_.grid.varied[j];
    const double x = v.numbers[out_.points[a].point[j]] * v.simple;
    const double y = v.numbers[out_.points[b].point[j]] * v.simple;
    return x > y ? -1 : x < y ? 1 : 0;
  }

  bool simpler(std::size_t a, std::size_t b) const {
    for (std::size_t j = 0; j < out_.grid.varied.size(); ++j) {
      if (out_.grid.varied[j].simple == 0 ? out_.points[a].point[j] != out_.points[b].point[j] : side(j, a, b) > 0)
        return false;
    }
    return true;
  }

  bool simpler_in_order(std::size_t a, std::size_t b) const {
    for (std::size_t j = 0; j < out_.grid.varied.size(); ++j) {
      if (out_.grid.varied[j].simple == 0 || side(j, a, b) == 0) continue;
      return side(j, a, b) < 0;
    }
    return false;
  }

  const Dataset& data_;
  const SearchPlan& options_;
  const FitObserver& observer_;
  Search& out_;
  std::vector<LearnPlan> plans_;
  std::vector<RungOrder> orders_;  // of each repeat
  std::vector<std::size_t> last_;  // points of the last rung
};

}  // namespace

bool ended_early(Status status) {
  return status == Status::not_converged || status == Status::timeout || status == Status::interrupted;
}

Result<Search> search(const Dataset& data, const Settings& settings, const std::string& source,
                      const SearchPlan& options, const FitObserver& observer) {
  auto grid = grid_of(settings);
  if (!grid) return grid.error();
  Search out;
  out.grid = std::move(grid).value();
  Searcher searcher(data, options, observer, out);
  if (const auto ready = searcher.prepare(settings, source); !ready) return ready.error();
  if (const auto done = searcher.climb(); !done) return done.error();
  if (!out.stopped) searcher.choose();
  return out;
}

}  // namespace halfspace
