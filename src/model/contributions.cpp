#include "model/contributions.hpp"

#include <algorithm>
#include <cmath>

#include "feature/row_encoder.hpp"
#include "model/scorer.hpp"
#include "model/support_values.hpp"

namespace halfspace {
namespace {

/// The row as features before scaling.
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

/// Weight of feature j in vector k of a linear kernel: sum_i c_i x_ij.
std::vector<double> weights_of(const Model& m, std::size_t k) {
  const CsrMatrix<double>& rows = m.support->rows;
  std::vector<double> w(rows.cols);
  for (std::size_t i = 0; i < rows.rows; ++i) axpy(m.w[k * rows.rows + i], rows.row(i), w.data());
  return w;
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

std::vector<ScoreParts> score_parts(const Model& m, const Dataset& data, std::uint64_t row) {
  const std::vector<double> score = vector_scores(m, take_rows(data, {row}), 1);
  const std::vector<Entry> features = features_of(m, data, row);
  const double unseen = data.unseen_squares.empty() ? 0 : data.unseen_squares[row];
  const bool by_feature = parts_are_features(m);
  const std::vector<double> values = by_feature ? std::vector<double>() : kernel_values(m, features, unseen);
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
    } else if (m.support) {
      const std::vector<double> w = weights_of(m, k);
      for (const Entry& e : features) add(e.column, e.value, w[e.column]);
    } else {
      for (const Entry& e : features) add(e.column, e.value, m.w[k * size + e.column]);
    }
    sort_parts(out[k].parts);
  }
  return out;
}

}  // namespace halfspace
