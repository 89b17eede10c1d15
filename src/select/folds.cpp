#include "select/folds.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "base/rng.hpp"
#include "base/text.hpp"
#include "data/strata.hpp"
#include "select/forward_folds.hpp"
#include "train/targets.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t most_repeats = 1000;

Result<void> check_folds(const Dataset& data, const FoldOptions& o, const std::string& flag,
                         const std::string& source) {
  if (const auto fine = check_class_labels(data, source); !fine) return fine;
  if (o.folds < 2)
    return Error{Code::usage, flag,
                 std::to_string(o.folds) + " is less than 2: rows are held out while the others are learned from"};
  if (o.folds > data.rows)
    return Error{Code::usage, flag,
                 grouped(o.folds) + " is more than the " + counted(data.rows, "row") + "; a fold would be empty"};
  if (o.repeats < 1 || o.repeats > most_repeats)
    return Error{Code::usage, "--repeats",
                 std::to_string(o.repeats) + " is outside 1.." + std::to_string(most_repeats)};
  if (!data.order.empty() && (o.repeats > 1 || !data.group.empty()))
    return Error{Code::usage, o.repeats > 1 ? "--repeats" : "--groups",
                 "cannot be combined with --order-by, whose folds are cut by the order alone"};
  if (!data.group.empty() || !data.order.empty()) return {};
  const auto least = std::min_element(data.classes.begin(), data.classes.end(),
                                      [](const ClassLabel& a, const ClassLabel& b) { return a.rows < b.rows; });
  if (least != data.classes.end() && least->rows < o.folds) {
    const ClassLabel& c = *least;
    return Error{Code::bad_data, source,
                 "class " + in_quotes(c.text) + " has " + counted(c.rows, "row") + ", fewer than the " +
                     std::to_string(o.folds) + " folds: some fold would hold none; " +
                     (c.rows >= 2 ? "say " + flag + " " + std::to_string(c.rows) + ", or leave" : "leave") +
                     " the class out with --classes"};
  }
  return {};
}

/// Rows of each class in each group, and in all.
struct GroupCounts {
  explicit GroupCounts(const Dataset& data) : classes(data.classes.size()) {
    groups = std::size_t{1} + *std::max_element(data.group.begin(), data.group.end());
    rows.resize(groups);
    of_class.resize(groups * classes);
    in_class.resize(classes);
    for (std::uint64_t i = 0; i < data.rows; ++i) {
      ++rows[data.group[i]];
      ++of_class[data.group[i] * classes + data.label[i]];
      ++in_class[data.label[i]];
    }
  }

  std::size_t classes;
  std::size_t groups = 0;
  std::vector<std::uint64_t> rows;      // of each group
  std::vector<std::uint64_t> of_class;  // groups x classes
  std::vector<std::uint64_t> in_class;
};

/// sum_k g_k (2 n_kf + g_k) / n_k^2: what the group adds to the sum of squares in a fold of these counts.
double added(const GroupCounts& c, std::size_t group, const std::uint64_t* in_fold) {
  double sum = 0;
  for (std::size_t k = 0; k < c.classes; ++k) {
    if (c.in_class[k] == 0) continue;
    const auto g = static_cast<double>(c.of_class[group * c.classes + k]);
    const auto n = static_cast<double>(c.in_class[k]);
    sum += g * (2 * static_cast<double>(in_fold[k]) + g) / (n * n);
  }
  return sum;
}

std::vector<std::uint32_t> deal_groups(const Dataset& data, const GroupCounts& c, std::uint64_t folds, Rng& rng) {
  std::vector<std::size_t> order;
  for (std::size_t g = 0; g < c.groups; ++g) {
    if (c.rows[g] > 0) order.push_back(g);
  }
  shuffle(std::span(order), rng);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return c.rows[a] > c.rows[b]; });
  std::vector<std::uint64_t> in_fold(folds * c.classes);
  std::vector<std::uint64_t> size(folds);
  std::vector<std::uint32_t> place(c.groups);
  for (const std::size_t g : order) {
    std::size_t best = 0;
    double least = 0;
    for (std::size_t f = 0; f < folds; ++f) {
      const double cost = added(c, g, in_fold.data() + f * c.classes);
      if (f > 0 && (cost > least || (cost == least && size[f] >= size[best]))) continue;
      best = f;
      least = cost;
    }
    place[g] = static_cast<std::uint32_t>(best);
    size[best] += c.rows[g];
    for (std::size_t k = 0; k < c.classes; ++k) in_fold[best * c.classes + k] += c.of_class[g * c.classes + k];
  }
  std::vector<std::uint32_t> fold;
  fold.reserve(data.rows);
  for (const std::uint32_t g : data.group) fold.push_back(place[g]);
  return fold;
}

/// Groups may leave a fold without a class (said), but no fold may hold all of one (an error).
Result<void> check_classes(const Dataset& data, std::uint64_t repeat, Folds& folds, const std::string& source) {
  const std::size_t classes = data.classes.size();
  std::vector<std::uint64_t> in_fold(folds.count * classes);
  for (std::uint64_t i = 0; i < data.rows; ++i) ++in_fold[folds.of_row[repeat][i] * classes + data.label[i]];
  for (std::uint64_t f = 0; f < folds.count; ++f) {
    for (std::size_t k = 0; k < classes; ++k) {
      const ClassLabel& c = data.classes[k];
      if (c.rows == 0) continue;
      const std::uint64_t here = in_fold[f * classes + k];
      if (here == c.rows)
        return Error{Code::bad_data, source,
                     "the groups put all " + counted(c.rows, "row") + " of class " + in_quotes(c.text) +
                         " into one fold, so that none would be left to learn from; give the class more groups, or "
                         "leave it out with --classes"};
      if (here > 0) continue;
      const std::string which =
          (folds.repeats() > 1 ? "repeat " + std::to_string(repeat + 1) + ", " : "") + "fold " + std::to_string(f + 1);
      folds.warnings.push_back(which + " holds no row of class " + in_quotes(c.text) + " (groups stay together)");
    }
  }
  return {};
}

template <class Is>
std::vector<std::uint64_t> rows_where(const std::vector<std::uint32_t>& fold, const Is& is) {
  std::vector<std::uint64_t> out;
  for (std::uint64_t i = 0; i < fold.size(); ++i) {
    if (is(fold[i])) out.push_back(i);
  }
  return out;
}

/// Groups, the largest first, are held out where that brings sum_k (n_k,test / n_k - fraction)^2 down.
Split group_split(const Dataset& data, double fraction, std::uint64_t seed) {
  const GroupCounts c(data);
  Rng rng(seed, Stream::holdout);
  std::vector<std::size_t> order(c.groups);
  std::iota(order.begin(), order.end(), std::size_t{0});
  shuffle(std::span(order), rng);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return c.rows[a] > c.rows[b]; });
  std::vector<std::uint64_t> held(c.classes);
  std::vector<bool> tested(c.groups);
  for (const std::size_t g : order) {
    double change = 0;
    for (std::size_t k = 0; k < c.classes; ++k) {
      if (c.in_class[k] == 0) continue;
      const auto n = static_cast<double>(c.in_class[k]);
      const double share = static_cast<double>(held[k]) / n - fraction;
      const double more = static_cast<double>(c.of_class[g * c.classes + k]) / n;
      change += more * (2 * share + more);
    }
    if (change >= 0) continue;
    tested[g] = true;
    for (std::size_t k = 0; k < c.classes; ++k) held[k] += c.of_class[g * c.classes + k];
  }
  Split out;
  for (std::uint64_t i = 0; i < data.rows; ++i) (tested[data.group[i]] ? out.test : out.train).push_back(i);
  return out;
}

}  // namespace

std::vector<std::uint64_t> Folds::held_out(std::uint64_t repeat, std::uint64_t fold) const {
  const std::uint64_t part = fold + (forward ? 1 : 0);
  return rows_where(of_row[repeat], [&](std::uint32_t f) { return f == part; });
}

std::vector<std::uint64_t> Folds::kept(std::uint64_t repeat, std::uint64_t fold) const {
  return rows_where(of_row[repeat], [&](std::uint32_t f) { return forward ? f <= fold : f != fold; });
}

Result<Split> holdout_split(const Dataset& data, double fraction, std::uint64_t seed) {
  if (!data.order.empty() && !data.group.empty())
    return Error{Code::usage, "--groups", "cannot be combined with --order-by, which cuts by the order alone"};
  if (!data.order.empty()) return forward_split(data, fraction);
  return data.group.empty() ? stratified_split(data, fraction, seed) : group_split(data, fraction, seed);
}

Error in_fold(Error e, const Folds& folds, std::uint64_t repeat, std::uint64_t fold) {
  if (e.code == Code::bad_data)
    e.message = "without fold " + std::to_string(fold + 1) + " of " + std::to_string(folds.count) +
                (folds.repeats() > 1 ? ", repeat " + std::to_string(repeat + 1) : "") + ": " + e.message;
  return e;
}

Result<Folds> make_folds(const Dataset& data, const FoldOptions& options, const std::string& flag,
                         const std::string& source) {
  if (const auto fine = check_folds(data, options, flag, source); !fine) return fine.error();
  Folds folds;
  folds.count = options.folds;
  if (!data.order.empty()) {
    auto parts = forward_parts(data, options.folds, flag, source);
    if (!parts) return parts.error();
    folds.forward = true;
    folds.of_row.push_back(std::move(parts).value());
    return folds;
  }
  Rng rng(options.seed, Stream::folds);
  if (data.group.empty()) {
    const auto label = [&](std::uint64_t i) { return data.label[i]; };
    for (std::uint64_t r = 0; r < options.repeats; ++r)
      folds.of_row.push_back(dealt(data.rows, data.classes.size(), label, options.folds, rng));
    return folds;
  }
  const GroupCounts counts(data);
  const auto groups = static_cast<std::uint64_t>(
      std::count_if(counts.rows.begin(), counts.rows.end(), [](std::uint64_t rows) { return rows > 0; }));
  if (groups < options.folds)
    return Error{Code::bad_data, source,
                 "the rows are of " + counted(groups, "group") + ", fewer than the " + std::to_string(options.folds) +
                     " folds" + (groups >= 2 ? "; say " + flag + " " + std::to_string(groups) : "")};
  for (std::uint64_t r = 0; r < options.repeats; ++r)
    folds.of_row.push_back(deal_groups(data, counts, options.folds, rng));
  for (std::uint64_t r = 0; r < options.repeats; ++r) {
    if (const auto fine = check_classes(data, r, folds, source); !fine) return fine.error();
  }
  return folds;
}

}  // namespace halfspace
