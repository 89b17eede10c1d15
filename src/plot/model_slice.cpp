#include "plot/model_slice.hpp"

#include <algorithm>
#include <numeric>

#include "model/scorer.hpp"

namespace halfspace::plot {
namespace {

constexpr std::size_t batch_values = std::size_t{1} << 21U;  // of rows made for scores()

/// w.x + b over the chosen columns, the others held.
Affine affine_over(const double* w, double b, const Chosen& columns, const std::vector<double>& typical) {
  Affine f = {w[columns.x], columns.y == no_column ? 0 : w[columns.y], b};
  for (std::size_t j = 0; j < typical.size(); ++j) {
    if (j != columns.x && j != columns.y) f.c += w[j] * typical[j];
  }
  return f;
}

}  // namespace

bool over_columns(const Model& model) {
  return model.linear() && !model.map.categorical() && model.map.options.features == Expansion::none;
}

std::vector<double> typical_weights(const Model& m, std::size_t output) {
  const auto d = static_cast<std::size_t>(m.cols());
  const auto own = m.w.begin() + static_cast<std::ptrdiff_t>(output * d);
  if (!m.votes) return {own, own + static_cast<std::ptrdiff_t>(d)};
  const VotingVectors& votes = *m.votes;
  const bool argmax = m.multiclass == Multiclass::argmax;  // a vote there has a vector for each output
  const std::size_t stride = argmax ? m.outputs() : 1;
  std::size_t first = 0;
  std::size_t last = votes.counts.size();
  if (!votes.of_output.empty()) {
    for (std::size_t k = 0; k < output; ++k) first += votes.of_output[k];
    last = first + votes.of_output[output];
  }
  double total = 0;
  for (std::size_t v = first; v < last; ++v) total += static_cast<double>(votes.counts[v]);
  std::vector<double> w(d);
  for (std::size_t v = first; v < last; ++v) {
    const double share = static_cast<double>(votes.counts[v]) / total;
    const double* vector = votes.weights.data() + (v * stride + (argmax ? output : 0)) * (d + 1);
    for (std::size_t j = 0; j < d; ++j) w[j] += share * vector[j];
  }
  return w;
}

Slice::Slice(const Model& m, const Dataset& data, const Chosen& columns, const std::vector<ColumnRange>& ranges,
             unsigned threads)
    : model_(m), data_(data), columns_(columns), threads_(threads) {
  for (const ColumnRange& r : ranges) typical_.push_back(r.typical);
  const auto d = static_cast<std::size_t>(m.cols());
  if (!over_columns(m) || m.pairwise() || (m.voted() && m.outputs() > 1)) return;
  if (!m.votes) {
    for (std::size_t k = 0; k < m.outputs(); ++k)
      planes_.push_back(affine_over(m.w.data() + k * d, m.b[k], columns, typical_));
    return;
  }
  const std::vector<std::uint64_t>& counts = m.votes->counts;
  const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const double* w = m.votes->weights.data() + k * (d + 1);
    planes_.push_back(affine_over(w, w[d], columns, typical_));
    votes_.push_back(static_cast<double>(counts[k]) / total);
  }
}

void Slice::operator()(std::span<const Point> points, std::span<double> out) const {
  const auto outputs = static_cast<std::size_t>(model_.outputs());
  if (planes_.empty()) {
    const std::size_t most = std::max<std::size_t>(1, batch_values / std::max<std::size_t>(1, typical_.size()));
    for (std::size_t first = 0; first < points.size(); first += most)
      score_rows(points.subspan(first, std::min(most, points.size() - first)), out.data() + first * outputs);
    return;
  }
  double* to = out.data();
  for (const Point p : points) {
    if (votes_.empty()) {
      for (const Affine& plane : planes_) *to++ = plane(p);
      continue;
    }
    double sum = 0;
    for (std::size_t k = 0; k < planes_.size(); ++k) sum += planes_[k](p) >= 0 ? votes_[k] : -votes_[k];
    *to++ = sum;
  }
}

/// The points as rows of the model's text.
void Slice::score_rows(std::span<const Point> points, double* out) const {
  Dataset rows;
  rows.rows = points.size();
  rows.cols = typical_.size();
  rows.columns = data_.columns;
  rows.levels = data_.levels;
  rows.short_decimals = false;
  DenseMatrix<double> x;
  x.rows = points.size();
  x.cols = typical_.size();
  x.value.resize(x.rows * x.cols);
  for (std::size_t i = 0; i < points.size(); ++i) {
    double* row = x.value.data() + i * x.cols;
    std::copy(typical_.begin(), typical_.end(), row);
    row[columns_.x] = points[i].x;
    if (columns_.y != no_column) row[columns_.y] = points[i].y;
  }
  rows.x = std::move(x);
  const std::vector<double> score = scores(model_, rows, threads_);
  std::copy(score.begin(), score.end(), out);
}

}  // namespace halfspace::plot
