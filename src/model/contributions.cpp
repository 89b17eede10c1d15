#include "model/contributions.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "model/scorer.hpp"
#include "model/support_values.hpp"

namespace halfspace {
namespace {

/// k(x_j, x) of every support row.
std::vector<double> kernel_values(const Model& m, const std::vector<Entry>& features, double unseen) {
  std::vector<std::uint32_t> column;
  std::vector<double> value;
  for (const Entry& e : features) {
    column.push_back(e.column);
    value.push_back(e.value);
  }
  return SupportValues(*m.support, m.map)(SparseRow<double>{column.data(), value.data(), column.size()}, unseen);
}

void sort_parts(std::vector<Contribution>& parts) {
  std::sort(parts.begin(), parts.end(), [](const Contribution& a, const Contribution& b) {
    const double x = std::fabs(a.amount);
    const double y = std::fabs(b.amount);
    return x > y || (x == y && a.place < b.place);
  });
}

}  // namespace

bool parts_are_features(const Model& m) { return !m.support || (m.support->kernel.linear() && m.map.factor.empty()); }

FeatureWeights::FeatureWeights(const Model& m) : w_(m.w.data()), size_(m.vector_size()) {
  if (!m.support) return;
  const CsrMatrix<double>& rows = m.support->rows;
  size_ = rows.cols;
  own_.resize(m.vectors() * size_);
  for (std::size_t k = 0; k < m.vectors(); ++k) {
    for (std::size_t i = 0; i < rows.rows; ++i) axpy(m.w[k * rows.rows + i], rows.row(i), own_.data() + k * size_);
  }
  w_ = own_.data();
}

std::vector<Entry> features_of(const Model& m, const Dataset& data, std::uint64_t row) {
  std::vector<Entry> out;
  std::visit(
      [&](const auto& x) {
        if (m.map.plain()) {
          for_each_entry(x.row(row),
                         [&](std::size_t j, double v) { out.push_back({static_cast<std::uint32_t>(j), v}); });
          return;
        }
        RowEncoder encoder(m.map, data);  // NOLINT(misc-const-correctness): it holds the row
        const auto entries = encoder(x.row(row));
        out.assign(entries.begin(), entries.end());
      },
      data.x);
  return out;
}

std::vector<ScoreParts> score_parts(const Model& m, const Dataset& data, std::uint64_t row) {
  const std::vector<double> score = vector_scores(m, take_rows(data, {row}), 1);
  const std::vector<Entry> features = features_of(m, data, row);
  const double unseen = data.unseen_squares.empty() ? 0 : data.unseen_squares[row];
  const bool by_feature = parts_are_features(m);
  const std::vector<double> values = by_feature ? std::vector<double>() : kernel_values(m, features, unseen);
  const std::optional<FeatureWeights> weights =
      by_feature ? std::optional<FeatureWeights>(std::in_place, m) : std::nullopt;
  const std::size_t size = m.vector_size();
  std::vector<ScoreParts> out(m.vectors());
  for (std::size_t k = 0; k < m.vectors(); ++k) {
    const auto add = [&](std::uint64_t place, double value, double weight) {
      if (weight * value != 0) out[k].parts.push_back({place, value, weight, weight * value});
    };
    out[k].bias = m.b[k];
    out[k].score = score[k];
    if (!by_feature) {
      for (std::size_t j = 0; j < size; ++j) add(j, values[j], m.w[k * size + j]);
    } else {
      for (const Entry& e : features) add(e.column, e.value, weights->of(k)[e.column]);
    }
    sort_parts(out[k].parts);
  }
  return out;
}

}  // namespace halfspace
