#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "select/calibration.hpp"

namespace halfspace {
namespace {

void pool(IsotonicBlock& into, const IsotonicBlock& b) {
  const double weight = into.weight + b.weight;
  into.score += (b.score - into.score) * (b.weight / weight);
  into.value = (into.value * into.weight + b.value * b.weight) / weight;
  into.weight = weight;
}

/// Where the line from block to block passes 1/2. `after` is the first block from 1/2 up.
double half_crossing(const std::vector<IsotonicBlock>& blocks, std::size_t after) {
  const IsotonicBlock& low = blocks[after - 1];
  const IsotonicBlock& high = blocks[after];
  const double t = (0.5 - low.value) / (high.value - low.value);
  return std::clamp(low.score + t * (high.score - low.score), low.score, high.score);
}

}  // namespace

std::vector<IsotonicBlock> pool_adjacent_violators(const CalibrationRows& rows) {
  std::vector<std::size_t> order(rows.truth.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return rows.score[a] < rows.score[b]; });
  std::vector<IsotonicBlock> blocks;
  for (std::size_t k = 0; k < order.size();) {
    const double s = rows.score[order[k]];
    IsotonicBlock block{s, 0, 0};
    double positive = 0;
    for (; k < order.size() && rows.score[order[k]] == s; ++k) {
      block.weight += rows.weight_of(order[k]);
      positive += rows.truth[order[k]] == 1 ? rows.weight_of(order[k]) : 0;
    }
    block.value = positive / block.weight;
    blocks.push_back(block);
    while (blocks.size() > 1 && blocks[blocks.size() - 2].value >= blocks.back().value) {
      const IsotonicBlock last = blocks.back();
      blocks.pop_back();
      pool(blocks.back(), last);
    }
  }
  return blocks;
}

Result<CalibrationFit> fit_isotonic(const CalibrationRows& rows) {
  std::vector<IsotonicBlock> blocks = pool_adjacent_violators(rows);
  double total = 0;
  for (const IsotonicBlock& b : blocks) total += b.weight;
  const double edge = std::min(1 / (total + 2), 0.25);
  for (IsotonicBlock& b : blocks) b.value = std::clamp(b.value, edge, 1 - edge);
  const auto above = std::find_if(blocks.begin(), blocks.end(), [](const IsotonicBlock& b) { return b.value >= 0.5; });
  if (above == blocks.begin() || above == blocks.end() || blocks.back().value == 0.5)
    return Error{Code::bad_data, "--calibrate",
                 "isotonic gives no held-out row a probability of +1 " +
                     std::string(above == blocks.begin() ? "below" : "above") +
                     " 1/2: no score divides the classes; choose --calibrate platt, or give features that tell more"};
  CalibrationFit fit;
  IsotonicMap map;
  const auto after = static_cast<std::size_t>(above - blocks.begin());
  fit.crossing = above->value == 0.5 ? above->score : half_crossing(blocks, after);
  bool crossed = false;
  const auto cross = [&] {
    map.score.push_back(0);
    map.value.push_back(0.5);
    crossed = true;
  };
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    const double s = blocks[k].score - fit.crossing;
    if (k >= after && !crossed) cross();
    if (s == 0 || (s > 0) != (k >= after)) continue;  // the crossing itself; rounding may bring a neighbour there
    if (!map.score.empty() && s <= map.score.back()) continue;
    map.score.push_back(s);
    map.value.push_back(blocks[k].value);
  }
  fit.map = std::move(map);
  return fit;
}

}  // namespace halfspace
