#include "driver/scale_search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "base/text.hpp"
#include "shard/grid.hpp"

namespace halfspace {
namespace {

Error not_whole() { return {Code::bad_data, "partitions", "gave no whole answer"}; }

double squared(double x) { return x * x; }

}  // namespace

ScaleSearch::ScaleSearch(ShardFacts facts, Scaling kind) : facts_(std::move(facts)), kind_(kind) {
  if (facts_.cols == 0) stage_ = Stage::done;
}

std::uint64_t ScaleSearch::rounds() const {
  if (facts_.cols == 0) return 0;
  return stage_ == Stage::done ? kind_ == Scaling::standard ? 2 : 1 : static_cast<std::uint64_t>(stage_);
}

double ScaleSearch::total_weight() const {
  return std::accumulate(facts_.weight_of.begin(), facts_.weight_of.end(), 0.0);
}

Question ScaleSearch::ask() const {
  const ShardFacts& f = facts_;
  Question q;
  q.ask = Ask::scaling;
  q.cols = f.cols;
  q.bias = false;
  q.round = static_cast<std::uint64_t>(stage_);
  q.centers = centers_;
  q.fine = static_cast<std::uint8_t>(std::bit_width(f.rows));
  const bool ranges = stage_ == Stage::ranges;
  for (std::size_t j = 0; j < f.cols; ++j) {
    q.first_moment.push_back(grid::exponent((ranges ? f.largest[2 * j] : most_weight_) * f.stored[j]));
    q.second_moment.push_back(grid::exponent(most_weight_ * f.stored[j]));
  }
  return q;
}

Result<void> ScaleSearch::tell(const Answer& answer) {
  const bool whole = answer.ask == Ask::scaling && answer.count.size() == 1 && answer.count[0] == facts_.rows;
  if (!whole) return not_whole();
  return stage_ == Stage::ranges ? take_ranges(answer) : take_deviations(answer);
}

Result<void> ScaleSearch::take_ranges(const Answer& answer) {
  const ShardFacts& f = facts_;
  if (answer.sum.size() != 2 * f.cols || answer.most.size() != 2 * f.cols + 2) return not_whole();
  most_weight_ = answer.most[2 * f.cols + 1];
  if (kind_ == Scaling::max_norm) {
    const double longest = answer.most[2 * f.cols];
    scale_.factor.assign(f.cols, longest > 0 ? 1 / longest : 1);
    return finish();
  }
  const double n = total_weight();
  for (std::size_t j = 0; j < f.cols; ++j) {
    const bool zeros = f.stored[j] < static_cast<double>(f.rows);
    const double most = zeros ? std::max(answer.most[j], 0.0) : answer.most[j];
    const double least = zeros ? std::min(-answer.most[f.cols + j], 0.0) : -answer.most[f.cols + j];
    if (kind_ == Scaling::minmax) {
      scale_.shift.push_back(least);
      scale_.factor.push_back(most > least ? 1 / (most - least) : 1);
      continue;
    }
    if (grid::exponent(f.largest[2 * j] * f.stored[j]) > grid::most)
      return refused(j, "has numbers whose sum is too large; divide it by a constant");
    const double mean = std::clamp((answer.sum[j] + answer.sum[f.cols + j]) / n, least, most);
    centers_.center.push_back(most > least ? mean : least);
    centers_.reach.push_back(most > least ? std::max(most - mean, mean - least) : 0);
    if (!std::isfinite(centers_.reach[j]))
      return refused(j, "has numbers that are too far apart; divide it by a constant");
  }
  if (kind_ == Scaling::minmax) return finish();
  stage_ = Stage::deviations;
  return {};
}

Result<void> ScaleSearch::take_deviations(const Answer& answer) {
  const ShardFacts& f = facts_;
  const std::size_t d = f.cols;
  if (answer.sum.size() != 4 * d) return not_whole();
  const double n = total_weight();
  for (std::size_t j = 0; j < d; ++j) {
    const double reach = centers_.reach[j];
    const double entries = answer.sum[d + j] + answer.sum[3 * d + j];
    const double zeros = f.stored[j] < static_cast<double>(f.rows) ? std::max(0.0, n - entries) : 0;
    const double at_zero = reach == 0 ? 0 : squared(centers_.center[j] / reach);
    const double share = std::sqrt(std::max(0.0, answer.sum[j] + answer.sum[2 * d + j] + zeros * at_zero) / n);
    if (reach > 0 && !(share > 0)) return refused(j, "differs in rows of next to no weight alone; leave it out");
    scale_.factor.push_back(reach == 0 ? 1 : 1 / (share * reach));
  }
  scale_.shift = centers_.center;
  return finish();
}

Error ScaleSearch::refused(std::size_t column, const std::string& why) const {
  return {Code::bad_data, "partitions", facts_.name_of(column) + " " + why};
}

/// What led to the scale is not needed any more.
Result<void> ScaleSearch::finish() {
  if (auto fine = check_factors(); !fine) return fine;
  stage_ = Stage::done;
  centers_ = {};
  facts_.largest = {};
  facts_.stored = {};
  return {};
}

Result<void> ScaleSearch::check_factors() const {
  for (std::size_t j = 0; j < facts_.cols; ++j) {
    const bool shifted = scale_.shift.empty() || std::isfinite(scale_.shift[j]);
    if (!std::isfinite(scale_.factor[j]) || scale_.factor[j] == 0 || !shifted)
      return refused(j, "has numbers that overflow a double when they are scaled; divide it by a constant");
  }
  return {};
}

void ScaleSearch::pack(Packer& to) const {
  to.number(stage_);
  to.number(most_weight_);
  for (const std::vector<double>* v : {&centers_.center, &centers_.reach, &scale_.shift, &scale_.factor})
    to.array<double>(*v);
}

bool ScaleSearch::unpack(Unpacker& from) {
  stage_ = from.number<Stage>();
  most_weight_ = from.number<double>();
  for (std::vector<double>* v : {&centers_.center, &centers_.reach, &scale_.shift, &scale_.factor})
    *v = from.array<double>();
  if (!from.ok() || stage_ > Stage::done) return false;
  const bool deviations = stage_ == Stage::deviations;
  const bool centred = deviations
                           ? kind_ == Scaling::standard && of_columns(centers_.center) && of_columns(centers_.reach)
                           : centers_.center.empty() && centers_.reach.empty();
  const bool shifted = done() && kind_ != Scaling::max_norm ? of_columns(scale_.shift) : scale_.shift.empty();
  const bool scaled = done() ? of_columns(scale_.factor) && check_factors().ok() : scale_.factor.empty();
  return centred && shifted && scaled;
}

Result<LearnerRows> learner_rows(const Dataset& data, Scaling kind, const ColumnScale& scale, const std::string& name) {
  auto rows = LearnerRows::fit(data, {}, "", 0, name);
  if (rows && scale.on()) rows.value().take_scale(kind, scale.shift, scale.factor);
  return rows;
}

}  // namespace halfspace
