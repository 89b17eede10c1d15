#include "driver/scale_search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.hpp"
#include "shard/grid.hpp"

namespace halfspace {
namespace {

Error not_whole() { return {Code::bad_data, "partitions", "gave no whole answer"}; }

double squared(double x) { return x * x; }

}  // namespace

Question ScaleSearch::ask() const {
  const ShardFacts& f = facts_;
  Question q;
  q.ask = Ask::scaling;
  q.cols = f.cols;
  q.bias = false;
  q.round = mean_.empty() ? 0 : 1;
  q.means = mean_;
  for (std::size_t j = 0; j < f.cols; ++j) {
    const double farthest = mean_.empty() ? 0 : std::max(squared(most_[j] - mean_[j]), squared(least_[j] - mean_[j]));
    const double of_weights = mean_.empty() ? f.largest[2 * j] : most_weight_;
    q.first_moment.push_back(grid::exponent(of_weights * f.stored[j]));
    q.second_moment.push_back(grid::exponent(most_weight_ * farthest * f.stored[j]));
  }
  return q;
}

Result<void> ScaleSearch::tell(const Answer& answer) {
  const bool whole = answer.ask == Ask::scaling && answer.count.size() == 1 && answer.count[0] == facts_.rows;
  if (!whole) return not_whole();
  return mean_.empty() ? take_ranges(answer) : take_deviations(answer);
}

Result<void> ScaleSearch::take_ranges(const Answer& answer) {
  const ShardFacts& f = facts_;
  if (answer.sum.size() != f.cols || answer.most.size() != 2 * f.cols + 2) return not_whole();
  const double longest = answer.most[2 * f.cols];
  most_weight_ = answer.most[2 * f.cols + 1];
  const double n = std::accumulate(f.weight_of.begin(), f.weight_of.end(), 0.0);
  least_.clear();
  most_.clear();
  for (std::size_t j = 0; j < f.cols; ++j) {
    const bool zeros = f.stored[j] < static_cast<double>(f.rows);
    most_.push_back(zeros ? std::max(answer.most[j], 0.0) : answer.most[j]);
    least_.push_back(zeros ? std::min(-answer.most[f.cols + j], 0.0) : -answer.most[f.cols + j]);
  }
  if (kind_ == Scaling::standard) {
    for (const double sum : answer.sum) mean_.push_back(sum / n);
    return {};
  }
  if (kind_ == Scaling::max_norm) {
    scale_.factor.assign(f.cols, longest > 0 ? 1 / longest : 1);
    return check_factors();
  }
  scale_.shift = least_;
  for (std::size_t j = 0; j < f.cols; ++j)
    scale_.factor.push_back(most_[j] > least_[j] ? 1 / (most_[j] - least_[j]) : 1);
  return check_factors();
}

Result<void> ScaleSearch::take_deviations(const Answer& answer) {
  const ShardFacts& f = facts_;
  if (answer.sum.size() != 2 * f.cols) return not_whole();
  const double n = std::accumulate(f.weight_of.begin(), f.weight_of.end(), 0.0);
  scale_.shift = mean_;
  for (std::size_t j = 0; j < f.cols; ++j) {
    const double zeros = f.stored[j] < static_cast<double>(f.rows) ? std::max(0.0, n - answer.sum[f.cols + j]) : 0;
    const double deviation = std::sqrt(std::max(0.0, answer.sum[j] + zeros * squared(mean_[j])) / n);
    const bool constant = least_[j] == most_[j];
    if (constant) scale_.shift[j] = least_[j];
    scale_.factor.push_back(constant || deviation == 0 ? 1 : 1 / deviation);
  }
  return check_factors();
}

Result<void> ScaleSearch::check_factors() const {
  for (std::size_t j = 0; j < facts_.cols; ++j) {
    const bool shifted = scale_.shift.empty() || std::isfinite(scale_.shift[j]);
    if (std::isfinite(scale_.factor[j]) && scale_.factor[j] != 0 && shifted) continue;
    const std::string name = facts_.columns.empty() ? std::to_string(j + 1) : facts_.columns[j];
    return Error{Code::bad_data, "partitions",
                 "the values of feature " + in_quotes(name) +
                     " overflow a double when they are scaled; rescale this column by hand"};
  }
  return {};
}

void ScaleSearch::pack(Packer& to) const {
  to.number(most_weight_);
  for (const std::vector<double>* v : {&mean_, &least_, &most_, &scale_.shift, &scale_.factor}) to.array<double>(*v);
}

bool ScaleSearch::unpack(Unpacker& from) {
  most_weight_ = from.number<double>();
  for (std::vector<double>* v : {&mean_, &least_, &most_, &scale_.shift, &scale_.factor}) *v = from.array<double>();
  const auto is_of_columns = [&](const std::vector<double>& v) { return v.empty() || v.size() == facts_.cols; };
  const bool whole = is_of_columns(mean_) && is_of_columns(scale_.shift) && is_of_columns(scale_.factor) &&
                     is_of_columns(least_) && least_.size() == most_.size() && least_.size() >= mean_.size();
  return from.ok() && whole && (!scale_.on() || check_factors().ok());
}

Result<LearnerRows> learner_rows(const Dataset& data, Scaling kind, const ColumnScale& scale, const std::string& name) {
  auto rows = LearnerRows::fit(data, {}, "", 0, name);
  if (rows && scale.on()) rows.value().take_scale(kind, scale.shift, scale.factor);
  return rows;
}

}  // namespace halfspace
