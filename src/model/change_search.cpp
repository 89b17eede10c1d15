#include "model/change_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace halfspace {
namespace {

constexpr std::size_t most_sets = 20000;
constexpr std::size_t most_work = 200000000;  // numbers looked at, of all sets
constexpr double tiny = 1e-9;                 // of the sizes added: the model itself says whether a condition is met

class ChangeRun {
 public:
  ChangeRun(const ChangeSearch& search, const CarryOut& carry_out)
      : s_(search),
        carry_out_(carry_out),
        most_sets_(std::min(most_sets, 1 + most_work / (search.value.size() * (search.moves.size() + 1)))) {}

  bool one_condition() {
    std::vector<const LevelSwitch*> best;  // each costs 1: of n switches the n with the largest gains
    for (const auto& column : s_.switches) {
      const auto most = std::max_element(column.begin(), column.end(), [](const LevelSwitch& a, const LevelSwitch& b) {
        return a.gain[0] < b.gain[0];
      });
      if (most != column.end() && most->gain[0] > 0) best.push_back(&*most);
    }
    std::stable_sort(best.begin(), best.end(),
                     [](const LevelSwitch* a, const LevelSwitch* b) { return a->gain[0] > b->gain[0]; });
    for (std::size_t n = 0; n <= best.size() && static_cast<double>(n) < least_; ++n)
      try_set({best.begin(), best.begin() + static_cast<std::ptrdiff_t>(n)});
    return true;
  }

  bool several_conditions() {
    for (std::size_t n = 0; n <= s_.switches.size() && static_cast<double>(n) < least_; ++n) {
      std::vector<const LevelSwitch*> chosen;
      if (!sets_of(n, 0, chosen)) return false;
    }
    return true;
  }

 private:
  /// All sets of n more switches from column `first` on; false where there are too many.
  bool sets_of(std::size_t n, std::size_t first, std::vector<const LevelSwitch*>& chosen) {
    if (n == 0) {
      if (++sets_ > most_sets_) return false;
      try_set(chosen);
      return true;
    }
    for (std::size_t c = first; c + n <= s_.switches.size(); ++c) {
      for (const LevelSwitch& level : s_.switches[c]) {
        chosen.push_back(&level);
        const bool all = sets_of(n - 1, c + 1, chosen);
        chosen.pop_back();
        if (!all) return false;
      }
    }
    return true;
  }

  void carry_out(const CandidateChange& c) {
    if (const auto cost = carry_out_(c)) least_ = std::min(least_, *cost);
  }

  void try_set(const std::vector<const LevelSwitch*>& chosen) {
    std::vector<double> value = s_.value;
    double size = 0;
    for (const double v : value) size = std::max(size, std::fabs(v));
    for (const LevelSwitch* l : chosen) {
      for (std::size_t i = 0; i < value.size(); ++i) value[i] += l->gain[i];
    }
    const auto cost = static_cast<double>(chosen.size());
    if (cost >= least_) return;
    const auto met = [&](double v) { return v >= -tiny * size; };
    if (!chosen.empty() && std::all_of(value.begin(), value.end(), met)) {
      carry_out({chosen, nullptr, 0, 1, cost});
      if (least_ <= cost) return;
    }
    std::vector<CandidateChange> moved;
    for (const NumberMove& m : s_.moves) {
      auto c = least_move(m, value, tiny * size);
      if (!c || c->cost + cost >= least_) continue;
      c->cost += cost;
      c->switches = chosen;
      moved.push_back(std::move(*c));
    }
    std::vector<std::size_t> order(moved.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return moved[a].cost < moved[b].cost; });
    for (const std::size_t k : order) {
      if (moved[k].cost >= least_) break;
      carry_out(moved[k]);
    }
  }

  /// The least d with value_i + slope_i d >= 0 for all i.
  static std::optional<CandidateChange> least_move(const NumberMove& m, const std::vector<double>& value,
                                                   double slack) {
    double from = -std::numeric_limits<double>::infinity();
    double to = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < value.size(); ++i) {
      const double bound = -value[i] / m.slope[i];
      if (m.slope[i] == 0 && value[i] < -slack) return std::nullopt;
      if (m.slope[i] > 0) from = std::max(from, bound);
      if (m.slope[i] < 0) to = std::min(to, bound);
    }
    if (from > to || (from < 0 && to > 0)) return std::nullopt;  // none, or d = 0, which was tried
    CandidateChange c;
    c.move = &m;
    c.direction = from >= 0 ? 1 : -1;
    c.by = from >= 0 ? from : to;
    double size = std::fabs(c.by);
    if (!std::isfinite(size)) return std::nullopt;
    if (m.step > 0) size = m.step * std::ceil(size / m.step - tiny);
    c.cost = size / m.scale;
    return c;
  }

  const ChangeSearch& s_;
  const CarryOut& carry_out_;
  double least_ = std::numeric_limits<double>::infinity();
  std::size_t most_sets_;
  std::size_t sets_ = 0;
};

}  // namespace

bool ChangeSearch::run(const CarryOut& carry_out) const {
  ChangeRun run(*this, carry_out);
  return value.size() == 1 ? run.one_condition() : run.several_conditions();
}

}  // namespace halfspace
