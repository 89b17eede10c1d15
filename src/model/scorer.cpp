#include "model/scorer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <numeric>
#include <optional>
#include <type_traits>

#include "base/parallel.hpp"
#include "base/text.hpp"
#include "feature/row_encoder.hpp"
#include "model/kernel_scorer.hpp"
#include "model/linear_scorer.hpp"
#include "simd/ops.hpp"

namespace halfspace {
namespace {

/// Entries of an encoder as a sparse row.
class SparseEntries {
 public:
  SparseRow<double> row(std::span<const Entry> entries) {
    column_.clear();
    value_.clear();
    for (const Entry& e : entries) {
      column_.push_back(e.column);
      value_.push_back(e.value);
    }
    return {column_.data(), value_.data(), entries.size()};
  }

 private:
  std::vector<std::uint32_t> column_;
  std::vector<double> value_;
};

constexpr std::size_t rows_a_check = 256;

/// Scores of rows first .. last - 1 by one vector.
template <class Matrix>
void score_plain(const ScoreVector& v, const Matrix& x, std::size_t first, std::size_t last, double* out, Pace& pace) {
  for (std::size_t end = 0; first < last; out += end - first, first = end) {
    end = std::min(last, first + rows_a_check);
    std::uint64_t work = 0;
    for (std::size_t i = first; i < end; ++i) work += x.row_size(i) + 1;
    pace.check(work);
    v.plain_scores(x, first, end, out);
  }
}

/// Scores of all rows, encoded first where the model's map says so.
template <class Scorer>
std::vector<double> score_rows(const Model& m, const Scorer& scorer, const Dataset& data, bool encode, unsigned threads,
                               const StopToken& stop) {
  const std::size_t outputs = scorer.outputs();
  const std::uint64_t count = data.rows * outputs;
  if (count > std::numeric_limits<std::size_t>::max() / sizeof(double)) throw std::bad_alloc();  // 32 bits in a module
  std::vector<double> out(static_cast<std::size_t>(count));
  const auto unseen = [&](std::size_t i) { return data.unseen_squares.empty() ? 0 : data.unseen_squares[i]; };
  std::visit(
      [&](const auto& x) {
        const std::optional<RowEncoder> prototype =
            encode ? std::optional<RowEncoder>(std::in_place, m.map, data) : std::nullopt;
        parallel_blocks(data.rows, threads, [&](std::size_t, std::size_t first, std::size_t last) {
          Pace pace(stop);
          if constexpr (std::is_same_v<Scorer, LinearScorer>) {
            if (!prototype && scorer.alone() != nullptr)
              return score_plain(*scorer.alone(), x, first, last, out.data() + first, pace);
          }
          if (!prototype) {
            typename Scorer::template Rows<decltype(x.row(0))> to(scorer, out.data() + first * outputs);
            for (std::size_t i = first; i < last; ++i) {
              pace.check(scorer.work(x.row_size(i)));
              to.add(x.row(i), unseen(i));
            }
            to.finish();
            return;
          }
          RowEncoder encoder = *prototype;  // NOLINT(misc-const-correctness): it holds the row
          SparseEntries entries;
          typename Scorer::template Rows<SparseRow<double>> to(scorer, out.data() + first * outputs);
          for (std::size_t i = first; i < last; ++i) {
            const auto row = entries.row(encoder(x.row(i)));
            pace.check(scorer.work(row.size));
            to.add(row, unseen(i));
          }
          to.finish();
        });
      },
      data.x);
  return out;
}

/// `raw`: of every vector, pairs that do not vote.
std::vector<double> score_all(const Model& m, const Dataset& data, unsigned threads, const StopToken& stop, bool raw) {
  const bool encode = !m.map.plain();
  if (m.support) return score_rows(m, KernelScorer(m, raw), data, encode, threads, stop);
  const auto decimals = encode                ? feature_decimals(m.map, data)
                        : data.short_decimals ? std::optional<int>(data.decimals)
                                              : std::nullopt;
  return score_rows(m, LinearScorer(m, decimals, raw), data, encode, threads, stop);
}

}  // namespace

std::vector<double> scores(const Model& m, const Dataset& data, unsigned threads, const StopToken& stop) {
  return score_all(m, data, threads, stop, false);
}

std::vector<double> vector_scores(const Model& m, const Dataset& data, unsigned threads, const StopToken& stop) {
  return score_all(m, data, threads, stop, m.pairwise());
}

std::vector<double> rounding_slack(const Model& m, const Dataset& data) {
  const auto size = [](const std::vector<double>& v) {
    return std::accumulate(v.begin(), v.end(), 0.0, [](double a, double b) { return std::max(a, std::fabs(b)); });
  };
  const double w = size(m.w);
  const double b = size(m.b);
  std::vector<double> out(data.rows);
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          const auto row = x.row(i);
          const double sum = absolute_sum(row.value, row.size);
          out[i] = (static_cast<double>(x.row_size(i)) + 8) * 2.3e-16 * (w * sum + b);
        }
      },
      data.x);
  return out;
}

}  // namespace halfspace
