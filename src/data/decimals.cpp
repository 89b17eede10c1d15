#include "data/decimals.hpp"

#include <vector>

#include "base/parallel.hpp"
#include "simd/row_ops.hpp"

namespace halfspace {
namespace {

struct Decimals {
  int decimals = 0;
  bool short_decimals = true;
};

double unit_of(int decimals) {
  constexpr auto most = static_cast<int>(powers_of_ten.size()) - 1;
  return powers_of_ten[static_cast<std::size_t>(std::min(decimals, most))];
}

}  // namespace

NumberKinds kinds_of(std::span<const double> v, double below, int decimals) {
  return row_ops().kinds(v.data(), v.size(), below, unit_of(decimals));
}

NumberKinds kinds_of(std::span<const float> v, double below, int decimals) {
  return row_ops().float_kinds(v.data(), v.size(), below, unit_of(decimals));
}

void find_decimals(Dataset& data, unsigned threads) {
  std::vector<Decimals> found(block_count(data.rows));
  const auto is_text = [&](std::size_t j) { return !data.levels.empty() && !data.levels[j].empty(); };
  std::visit(
      [&](const auto& x) {
        parallel_blocks(x.rows, threads, [&](std::size_t block, std::size_t first, std::size_t last) {
          for (std::size_t i = first; i < last; ++i) {
            for_each_entry(x.row(i), [&](std::size_t j, double v) {
              if (!std::isnan(v) && !is_text(j)) note_decimals(found[block], v);
            });
          }
        });
      },
      data.x);
  data.decimals = 0;
  data.short_decimals = true;
  for (const Decimals& d : found) {
    data.decimals = std::max(data.decimals, d.decimals);
    data.short_decimals = data.short_decimals && d.short_decimals;
  }
}

}  // namespace halfspace
