#include "linalg/pivoted_cholesky.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace halfspace {
namespace {

constexpr double least_pivot = 1e-10;  // of the largest: beyond, a row adds nothing that doubles can tell

}  // namespace

PivotedCholesky pivoted_cholesky(const std::vector<double>& K, std::size_t size, const StopToken& stop) {
  Pace pace(stop);
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0U);
  std::vector<double> left(size);  // of the diagonal
  for (std::size_t j = 0; j < size; ++j) left[j] = K[j * size + j];
  std::vector<std::vector<double>> rows(size);  // of L
  const double most = *std::max_element(left.begin(), left.end());
  std::size_t rank = 0;
  for (; rank < size; ++rank) {
    std::size_t best = rank;
    for (std::size_t s = rank + 1; s < size; ++s) best = left[order[s]] > left[order[best]] ? s : best;
    const std::uint32_t p = order[best];
    if (!(left[p] > least_pivot * most)) break;
    std::swap(order[rank], order[best]);
    const double pivot = std::sqrt(left[p]);
    for (std::size_t s = rank + 1; s < size; ++s) {
      const std::uint32_t i = order[s];
      pace.check(rank + 1);
      double sum = K[std::size_t{i} * size + p];
      for (std::size_t c = 0; c < rank; ++c) sum -= rows[i][c] * rows[p][c];
      rows[i].push_back(sum / pivot);
      left[i] -= rows[i].back() * rows[i].back();
    }
    rows[p].push_back(pivot);
  }
  order.resize(rank);
  PivotedCholesky out{std::move(order), std::vector<double>(rank * rank)};
  for (std::size_t s = 0; s < rank; ++s) {
    const std::vector<double>& row = rows[out.order[s]];
    std::copy(row.begin(), row.end(), out.L.data() + s * rank);
  }
  return out;
}

}  // namespace halfspace
