#include "separate/shards/shard_signs.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <variant>

#include "base/text.hpp"
#include "data/decimals.hpp"
#include "exact/rounded.hpp"
#include "separate/shards/exact_shard.hpp"
#include "separate/shards/shard_text.hpp"

namespace halfspace {
namespace {

using Wanted = SignTask::Wanted;
constexpr std::size_t block_rows = std::size_t{1} << 16U;
constexpr std::size_t long_rows = std::size_t{1} << 12U;  // whose numbers may all be held as whole ones
constexpr std::uint32_t no_class = SignTask::the_rest;

/// Which class of the question each label of the shard is.
std::vector<std::uint32_t> places_of(const ShardRows& rows, const SignQuestion& q) {
  std::vector<std::uint32_t> out;
  for (const std::string& label : rows.labels) {
    const auto found = std::find(q.classes.begin(), q.classes.end(), label);
    out.push_back(found == q.classes.end() ? no_class : static_cast<std::uint32_t>(found - q.classes.begin()));
  }
  return out;
}

using Scored = std::vector<std::pair<double, std::uint64_t>>;  // rows of a block

/// Rows of one block that a task is about.
struct TaskRows {
  std::vector<std::uint64_t> row;  // of the block
  std::vector<std::int8_t> y;
};

/// Puts the lowest rows behind the first `sorted` in order; returns up to where.
std::size_t sort_more(Scored& rows, std::size_t sorted, std::uint64_t most) {
  const std::size_t next = std::min<std::size_t>(rows.size(), std::max<std::size_t>(2 * sorted, 2 * most));
  const auto place = [&](std::size_t k) { return rows.begin() + static_cast<std::ptrdiff_t>(k); };
  if (next < rows.size()) std::nth_element(place(sorted), place(next), rows.end());
  std::sort(place(sorted), place(next));
  return next;
}

class ShardPass {
 public:
  ShardPass(const Shard& shard, const SignQuestion& q, unsigned threads, const StopToken& stop)
      : rows_(shard.data()), q_(q), threads_(threads), stop_(stop), place_(places_of(rows_, q)) {}

  /// Of every block, for each task what is wanted of its rows.
  Result<void> run(SignAnswer& out) {
    out.found.resize(q_.tasks.size());
    const std::size_t rows = rows_.label.size();
    std::uint64_t number = q_.first_used[rows_.number];
    const std::size_t size = q_.short_decimals ? block_rows : long_rows;
    for (std::size_t first = 0; first < rows; first += size) {
      const std::size_t last = std::min(first + size, rows);
      number_.clear();
      for (std::size_t i = first; i < last; ++i) {
        number_.push_back(number);
        const bool used = place_[rows_.label[i]] != no_class;
        number += used ? 1 : 0;
        out.rows += used ? 1 : 0;
      }
      for (std::size_t k = 0; k < q_.tasks.size(); ++k) {
        if (auto done = task(first, last, q_.tasks[k], out.found[k], out); !done) return done;
      }
    }
    return {};
  }

 private:
  TaskRows rows_of(std::size_t first, std::size_t last, const SignTask& t) const {
    TaskRows out;
    for (std::size_t i = first; i < last; ++i) {
      const std::uint32_t place = place_[rows_.label[i]];
      const bool positive = place == t.positive;
      const bool negative = t.negative == SignTask::the_rest ? !positive && place != no_class : place == t.negative;
      if (!positive && !negative) continue;
      out.row.push_back(i - first);
      out.y.push_back(positive ? 1 : -1);
    }
    return out;
  }

  Result<void> task(std::size_t first, std::size_t last, const SignTask& t, FoundRows& found, SignAnswer& out) {
    TaskRows of = rows_of(first, last, t);
    if (of.row.empty()) return {};
    Dataset block = viewed_rows(rows_.x, first, last, q_.cols);
    if (of.row.size() < last - first) block = take_rows(block, of.row);
    block.decimals = q_.decimals;
    block.short_decimals = q_.short_decimals;
    const SignedRows z(block, q_.decimals, std::move(of.y), q_.bias, exact_doubles(block), stop_);
    stop_.check(4 * (z.rows() + block.rows));
    if (q_.ask == SignAsk::draw) {
      const auto radius = radius_squared(z);
      if (!radius) return radius.error();
      if (radius.value() > out.radius_squared) out.radius_squared = radius.value();
      std::vector<std::uint64_t> all(z.rows());
      for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
      gather(z, all, nullptr, first, of.row, found);
      return {};
    }
    if (t.wanted == Wanted::least) {
      auto least = least_product(z, t.weights, threads_);
      if (!least) return std::move(least).error();
      if (!found.least || least.value() < *found.least) found.least = std::move(least).value();
      return {};
    }
    const auto rows = t.wanted == Wanted::unseen ? Result(unseen(z, t)) : on_wrong_side(z, t);
    if (!rows) return rows.error();
    const bool ranked = t.wanted == Wanted::below || t.wanted == Wanted::not_above;
    const std::vector<double> w = rounded(t.weights).values;
    gather(z, rows.value(), ranked ? &w : nullptr, first, of.row, found);
    return {};
  }

  Result<std::vector<std::uint64_t>> on_wrong_side(const SignedRows& z, const SignTask& t) const {
    auto found = signs_of(z, t.weights, threads_, t.level);
    if (!found) return std::move(found).error();
    RowSigns& signs = found.value();
    if (t.wanted == Wanted::below) return std::move(signs.negative);
    if (t.wanted == Wanted::not_above) {
      std::vector<std::uint64_t> out;
      std::merge(signs.zero.begin(), signs.zero.end(), signs.negative.begin(), signs.negative.end(),
                 std::back_inserter(out));
      return out;
    }
    std::vector<std::uint64_t> out;
    std::size_t next = 0;
    for (std::uint64_t i = 0; i < z.rows(); ++i) {
      const bool zero = next < signs.zero.size() && signs.zero[next] == i;
      next += zero ? 1 : 0;
      if (!zero) out.push_back(i);
    }
    return out;
  }

  static std::vector<std::uint64_t> unseen(const SignedRows& z, const SignTask& t) {
    std::vector<std::uint64_t> out;
    std::visit(
        [&](const auto& x) {
          for (std::size_t i = 0; i < x.rows; ++i) {
            bool is = false;
            for_each_entry(x.row(i), [&](std::size_t j, double v) { is = is || (v != 0 && t.weights[j] == 0); });
            if (is) out.push_back(i);
          }
        },
        z.data().x);
    return out;
  }

  /// Adds these rows, which are wanted, and with weights the nearest others; without weights they are drawn by their hashes.
  void gather(const SignedRows& z, const std::vector<std::uint64_t>& wanted, const std::vector<double>* w,
              std::size_t first, const std::vector<std::uint64_t>& of, FoundRows& found) const {
    found.count += wanted.size();
    std::array<Scored, 2> in;
    std::array<Scored, 2> near;
    std::size_t next = 0;
    for (std::uint64_t i = 0; i < z.rows(); ++i) {
      const bool is_wanted = next < wanted.size() && wanted[next] == i;
      next += is_wanted ? 1 : 0;
      if (!is_wanted && w == nullptr) continue;
      double score = w != nullptr ? z.score(i, w->data(), q_.bias ? w->back() : 0)
                                  : static_cast<double>(hash_of_row(z.data().x, i) >> 11U);
      if (!std::isfinite(score)) score = 0;
      (is_wanted ? in : near)[z.sign(i) > 0 ? 1 : 0].emplace_back(score, i);
    }
    for (std::size_t s = 0; s < 2; ++s) {
      add_lowest(z, in[s], first, of, q_.most, found.wanted[s]);
      add_lowest(z, near[s], first, of, q_.most / FoundRows::share_of_near, found.near[s]);
    }
  }

  /// The lowest ones that are not equal, as rows that travel.
  void add_lowest(const SignedRows& z, Scored& rows, std::size_t first, const std::vector<std::uint64_t>& of,
                  std::uint64_t most, std::vector<FoundRow>& to) const {
    std::vector<FoundRow> out;
    std::set<std::uint64_t> met;  // of this score
    double score = 0;
    std::size_t sorted = 0;  // so many of the lowest
    for (std::size_t k = 0; k < rows.size() && out.size() < most; ++k) {
      if (k == sorted) sorted = sort_more(rows, sorted, most);
      const auto [of_row, i] = rows[k];
      if (of_row != score) met.clear();
      score = of_row;
      FoundRow r;
      r.score = score;
      r.alike = hash_of_row(z.data().x, i);
      if (!met.insert(r.alike).second) continue;
      const std::size_t row = first + of[i];
      r.place = q_.first_row[rows_.number] + row;
      r.number = number_[of[i]];
      r.label = place_[rows_.label[row]];
      fill(r);
      out.push_back(std::move(r));
    }
    std::move(out.begin(), out.end(), std::back_inserter(to));
    keep_lowest(to, most);
  }

  void fill(FoundRow& r) const {
    std::visit(
        [&](const auto& x) {
          for_each_entry(x.row(r.place - q_.first_row[rows_.number]), [&](std::size_t j, double v) {
            if (v == 0) return;
            r.column.push_back(static_cast<std::uint32_t>(j));
            r.value.push_back(v);
          });
        },
        rows_.x);
  }

  const ShardRows& rows_;
  const SignQuestion& q_;
  unsigned threads_;
  const StopToken& stop_;
  std::vector<std::uint32_t> place_;
  std::vector<std::uint64_t> number_;  // of the block's rows
};

void answer_facts(const Shard& shard, unsigned threads, SignAnswer& out) {
  const ShardRows& rows = shard.data();
  Dataset all = viewed_rows(rows.x, 0, rows.label.size(), shard.cols());
  find_decimals(all, threads);
  out.rows = all.rows;
  out.cols = shard.cols();
  out.decimals = all.decimals;
  out.short_decimals = all.short_decimals;
  out.columns = rows.columns;
  out.dense = rows.x.index() < 2;
  out.used.assign(out.cols, 0);
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          for_each_entry(x.row(i), [&](std::size_t j, double v) {
            if (v == 0) return;
            out.used[j] = 1;
            ++out.entries;
          });
        }
      },
      rows.x);
  auto& classes = out.of_shard[rows.number];
  for (const std::uint32_t k : rows.label) ++classes[rows.labels[k]];
}

}  // namespace

SignAnswer answer_signs(const Shard& shard, const SignQuestion& q, unsigned threads, const StopToken& stop) {
  SignAnswer out;
  out.ask = q.ask;
  out.round = q.round;
  out.most = q.most;
  const std::string me = "partition " + std::to_string(shard.number());
  if (q.ask == SignAsk::facts) {
    answer_facts(shard, threads, out);
    return out;
  }
  const bool known = shard.number() < q.first_row.size() && shard.number() < q.first_used.size();
  if (!known) out.failure = {shard.number(), me + " was not there when the run began"};
  if (shard.cols() > q.cols)
    out.failure = {shard.number(),
                   me + " has " + std::to_string(shard.cols()) + " columns, the question " + std::to_string(q.cols)};
  if (out.failure) return out;
  if (q.ask == SignAsk::text) {
    if (q.shard == shard.number()) answer_text(shard, q, out);
    return out;
  }
  ShardPass pass(shard, q, threads, stop);
  if (const auto done = pass.run(out); !done) out.failure = {shard.number(), me + ": " + done.error().text()};
  return out;
}

}  // namespace halfspace
