#include "driver/fold_sizes.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "base/text.hpp"
#include "driver/confusion.hpp"

namespace halfspace {

/// A part that holds none or all of the rows of a class.
Error FoldSizes::unfit(std::size_t part, std::uint64_t held, const ClassLabel& c) const {
  const std::string repeat = folds.repeats > 1 ? " of repeat " + std::to_string(part / folds.count + 1) : "";
  const std::string advice = c.rows == 1 ? "a class of one row cannot be cross-validated"
                             : held == 0 ? "choose another --seed or fewer " + std::string(flag)
                                         : "choose another --seed";
  return {Code::bad_data, "partitions",
          "fold " + std::to_string(part % folds.count + 1) + " of " + std::to_string(folds.count) + repeat + " holds " +
              (held == 0 ? "no row" : "all rows") + " of class " + in_quotes(c.text) + ", which has " +
              counted(c.rows, "row") + "; " + advice};
}

Result<void> FoldSizes::take(const Answer& sizes, const ShardFacts& f) {
  const std::size_t K = f.classes.size();
  const std::size_t parts = folds.parts();
  if (sizes.count.size() != 1 + parts * K || sizes.exact.size() != parts * K || sizes.most.size() != 1 + K + parts * K)
    return incomplete();
  rows.assign(sizes.count.begin() + 1, sizes.count.end());
  weight.clear();
  shortest.clear();
  for (std::size_t p = 0; p < parts; ++p) {
    const std::size_t first = p / folds.count * folds.count;  // of its repeat
    for (std::size_t k = 0; k < K; ++k) {
      const std::uint64_t held = rows[p * K + k];
      if (held == 0 || held == f.classes[k].rows) return unfit(p, held, f.classes[k]);
      ExactSum left;
      double nearest = -std::numeric_limits<double>::infinity();
      for (std::size_t other = first; other < first + folds.count; ++other) {
        if (other == p) continue;
        left.add(sizes.exact[other * K + k]);
        nearest = std::max(nearest, sizes.most[1 + K + other * K + k]);
      }
      weight.push_back(left.value());
      shortest.push_back(-nearest);
    }
  }
  return {};
}

ShardFacts FoldSizes::facts_without(std::size_t part, const ShardFacts& all) const {
  ShardFacts out = all;
  out.largest = {};
  out.columns = {};
  const std::size_t K = all.classes.size();
  for (std::size_t k = 0; k < K; ++k) {
    const std::size_t at = part * K + k;
    out.classes[k].rows -= rows[at];
    out.rows -= rows[at];
    out.whole_weight[k] *= weight[at] / all.weight_of[k];
    out.weight_of[k] = weight[at];
    out.shortest[k] = shortest[at];
  }
  return out;
}

std::uint64_t FoldSizes::held_rows(std::size_t part) const {
  const std::size_t K = rows.size() / folds.parts();
  const auto first = rows.begin() + static_cast<std::ptrdiff_t>(part * K);
  return std::accumulate(first, first + static_cast<std::ptrdiff_t>(K), std::uint64_t{0});
}

void FoldSizes::pack(Packer& to) const {
  to.array<std::uint64_t>(rows);
  to.array<double>(weight);
  to.array<double>(shortest);
}

bool FoldSizes::unpack(Unpacker& from, std::size_t classes) {
  rows = from.array<std::uint64_t>();
  weight = from.array<double>();
  shortest = from.array<double>();
  const std::size_t all = folds.parts() * classes;
  return from.ok() && (rows.empty() || (rows.size() == all && weight.size() == all && shortest.size() == all));
}

}  // namespace halfspace
