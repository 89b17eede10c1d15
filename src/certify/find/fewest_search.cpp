#include "certify/find/fewest_search.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace halfspace {
namespace {

class Search {
 public:
  Search(std::uint64_t rows, const WitnessFinder& find, const FewestSearchOptions& options)
      : find_(find), options_(options), removed_(rows, false), held_(rows, false) {}

  FewestInterval run() {
    FewestInterval found;
    found.rows = options_.known.value_or(all_rows());
    upper_ = found.rows.size();
    std::sort(found.rows.begin(), found.rows.end());
    if (const auto packing = pack(removed_.size())) found.lower = packing->size();
    if (!stopped_ && found.lower < found.rows.size()) {
      const auto rows = greedy();
      if (!stopped_ && rows.size() < found.rows.size()) found.rows = rows;
      upper_ = found.rows.size();
    }
    for (; !stopped_ && found.lower < found.rows.size(); ++found.lower) {
      if (solve(found.lower)) found.rows = rows_where(removed_);
      if (stopped_ || found.exact()) break;
    }
    found.nodes = nodes_;
    found.searches = searches_;
    return found;
  }

 private:
  using Indices = std::vector<std::size_t>;

  std::vector<std::uint64_t> all_rows() const {
    std::vector<std::uint64_t> rows(removed_.size());
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
  }

  static std::vector<std::uint64_t> rows_where(const std::vector<bool>& which) {
    std::vector<std::uint64_t> rows;
    for (std::size_t i = 0; i < which.size(); ++i) {
      if (which[i]) rows.push_back(i);
    }
    return rows;
  }

  /// A new witness among the rows that are not `dead`; nothing when they are separable or the search has been stopped.
  std::optional<std::size_t> new_witness(const std::vector<bool>& dead) {
    std::vector<bool> alive(dead);
    alive.flip();
    ++searches_;
    auto witness = find_(alive);
    stopped_ = stopped_ || options_.stop.ended();
    if (stopped_ || !witness) return std::nullopt;
    witnesses_.push_back(std::move(*witness));
    return witnesses_.size() - 1;
  }

  /// A known one where there is one.
  std::optional<std::size_t> any_witness(const std::vector<bool>& dead) {
    for (std::size_t k = 0; k < witnesses_.size(); ++k) {
      if (!is_met(witnesses_[k], dead)) return k;
    }
    return new_witness(dead);
  }

  static bool is_met(const Witness& w, const std::vector<bool>& dead) {
    return std::any_of(w.begin(), w.end(), [&](std::uint64_t i) { return dead[i]; });
  }

  std::uint64_t free_rows(const Witness& w) const {
    return static_cast<std::uint64_t>(std::count_if(w.begin(), w.end(), [this](std::uint64_t i) { return !held_[i]; }));
  }

  /// Of each row: in how many known witnesses without dead rows it is.
  std::vector<std::uint64_t> frequencies(const std::vector<bool>& dead) const {
    std::vector<std::uint64_t> frequency(dead.size());
    for (const Witness& w : witnesses_) {
      if (is_met(w, dead)) continue;
      for (const std::uint64_t i : w) ++frequency[i];
    }
    return frequency;
  }

  /// The known witnesses not met yet, those with the fewest free rows first.
  Indices unmet() const {
    std::vector<std::pair<std::uint64_t, std::size_t>> order;
    for (std::size_t k = 0; k < witnesses_.size(); ++k) {
      if (!is_met(witnesses_[k], removed_)) order.emplace_back(free_rows(witnesses_[k]), k);
    }
    std::sort(order.begin(), order.end());
    Indices indices;
    for (const auto& [size, k] : order) indices.push_back(k);
    return indices;
  }

  /// Witnesses that need one more removal each, new ones sought until the rows outside them are separable; none when
  /// nothing is left to remove. Nothing when they cannot all be met within `limit` removals.
  std::optional<Indices> pack(std::uint64_t limit) {
    std::vector<bool> dead = removed_;
    Indices packing;
    const auto take = [&](std::size_t k) {
      const Witness& w = witnesses_[k];
      if (is_met(w, dead)) return true;
      packing.push_back(k);
      for (const std::uint64_t i : w) dead[i] = !held_[i];
      return free_rows(w) > 0 && removals_ + packing.size() <= limit;
    };
    for (const std::size_t k : unmet()) {
      if (!take(k)) return std::nullopt;
    }
    while (const auto k = new_witness(dead)) {
      if (!take(*k)) return std::nullopt;
    }
    return packing;
  }

  /// Free rows of the packed witness that has the fewest, those in most unmet witnesses first.
  std::vector<std::uint64_t> branches(const Indices& packing) const {
    const std::size_t k = *std::min_element(packing.begin(), packing.end(), [this](std::size_t a, std::size_t b) {
      return free_rows(witnesses_[a]) < free_rows(witnesses_[b]);
    });
    std::vector<std::uint64_t> rows;
    std::copy_if(witnesses_[k].begin(), witnesses_[k].end(), std::back_inserter(rows),
                 [this](std::uint64_t i) { return !held_[i]; });
    const auto frequency = frequencies(removed_);
    std::sort(rows.begin(), rows.end(), [&](std::uint64_t a, std::uint64_t b) {
      return frequency[a] != frequency[b] ? frequency[a] > frequency[b] : a < b;
    });
    return rows;
  }

  /// Can the others be made separable by removing more rows, none that is held fast, `limit` rows in all? Then removed_
  /// holds such rows, else what it held before.
  bool solve(std::uint64_t limit) {
    stopped_ = stopped_ || nodes_ >= options_.max_nodes;
    if (stopped_) return false;
    ++nodes_;
    if (options_.progress)
      options_.progress("at least " + std::to_string(limit) + ", at most " + std::to_string(upper_) + " mistakes",
                        static_cast<double>(nodes_) / static_cast<double>(options_.max_nodes),
                        static_cast<double>(nodes_));
    const auto packing = pack(limit);
    if (!packing || stopped_) return false;
    if (packing->empty()) return true;
    const auto rows = branches(*packing);
    for (const std::uint64_t i : rows) {
      removed_[i] = true;
      ++removals_;
      if (solve(limit)) return true;
      --removals_;
      removed_[i] = false;
      held_[i] = true;
    }
    for (const std::uint64_t i : rows) held_[i] = false;
    return false;
  }

  /// Removes the row that is in most known witnesses until the others are separable, then puts back what can be.
  std::vector<std::uint64_t> greedy() {
    std::vector<bool> dead(removed_.size(), false);
    while (const auto k = any_witness(dead)) {
      const Witness& w = witnesses_[*k];
      const auto frequency = frequencies(dead);
      dead[*std::max_element(w.begin(), w.end(),
                             [&](std::uint64_t a, std::uint64_t b) { return frequency[a] < frequency[b]; })] = true;
    }
    for (const std::uint64_t i : rows_where(dead)) {
      if (stopped_) break;
      dead[i] = false;
      dead[i] = any_witness(dead).has_value();
    }
    return rows_where(dead);
  }

  const WitnessFinder& find_;
  const FewestSearchOptions& options_;
  std::vector<Witness> witnesses_;
  std::vector<bool> removed_;
  std::vector<bool> held_;
  std::uint64_t removals_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint64_t searches_ = 0;
  std::size_t upper_ = 0;
  bool stopped_ = false;
};

}  // namespace

FewestInterval search_fewest(std::uint64_t rows, const WitnessFinder& find, const FewestSearchOptions& options) {
  return Search(rows, find, options).run();
}

}  // namespace halfspace
