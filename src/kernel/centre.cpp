#include "kernel/centre.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

namespace halfspace {
namespace {

struct Range {
  double low = INFINITY;
  double high = -INFINITY;

  double size() const { return std::max(std::fabs(low), std::fabs(high)); }

  /// 0: the numbers are not all within a factor of 2 of their middle.
  double exact_middle() const {
    const double middle = low + (high - low) / 2;
    const double least = std::min(std::fabs(low), std::fabs(high));
    const bool near = least >= std::fabs(middle) / 2 && size() <= 2 * std::fabs(middle);
    return near && std::isfinite(middle) ? middle : 0;
  }
};

template <class M>
std::vector<Range> ranges_of(const M& x) {
  std::vector<Range> out(x.cols);
  for_each_number(x, [&](std::size_t j, double v) {
    out[j].low = std::min(out[j].low, v);
    out[j].high = std::max(out[j].high, v);
  });
  return out;
}

template <class M>
bool mostly_stored(const M& x) {
  return x.rows > 0 && 2 * x.stored() >= x.rows * x.cols;
}

std::vector<double> centre_of(const std::vector<Range>& ranges) {
  std::vector<double> out;
  out.reserve(ranges.size());
  for (const Range& r : ranges) out.push_back(r.exact_middle());
  const bool none = std::all_of(out.begin(), out.end(), [](double c) { return c == 0; });
  return none ? std::vector<double>() : out;
}

}  // namespace

template <class M>
std::vector<double> far_centre(const M& x) {
  constexpr double many = 1024;
  if (!mostly_stored(x)) return {};
  const std::vector<Range> ranges = ranges_of(x);
  std::vector<double> centre = centre_of(ranges);
  double square = 0;  // no |x|^2 is above this
  double moved = 0;   // ... nor |x - c|^2 above this
  for (std::size_t j = 0; j < centre.size(); ++j) {
    const double size = ranges[j].size();
    const double left = std::max(ranges[j].high - centre[j], centre[j] - ranges[j].low);
    square += size * size;
    moved += left * left;
  }
  return square > many * moved ? centre : std::vector<double>();
}

template <class M>
DenseMatrix<double> moved_by(const M& x, std::span<const double> by) {
  DenseMatrix<double> out;
  out.rows = x.rows;
  out.cols = x.cols;
  out.value.reserve(x.rows * x.cols);
  for_each_number(x, [&](std::size_t j, double v) { out.value.push_back(v - by[j]); });
  return out;
}

std::optional<Matrix> exactly_centred(const Matrix& x) {
  return std::visit(
      [](const auto& m) -> std::optional<Matrix> {
        if (!mostly_stored(m)) return std::nullopt;
        const std::vector<double> centre = centre_of(ranges_of(m));
        if (centre.empty()) return std::nullopt;
        return Matrix(moved_by(m, centre));
      },
      x);
}

template std::vector<double> far_centre(const DenseMatrix<double>&);
template std::vector<double> far_centre(const DenseMatrix<float>&);
template std::vector<double> far_centre(const CsrMatrix<double>&);
template std::vector<double> far_centre(const CsrMatrix<float>&);
template DenseMatrix<double> moved_by(const DenseMatrix<double>&, std::span<const double>);
template DenseMatrix<double> moved_by(const DenseMatrix<float>&, std::span<const double>);
template DenseMatrix<double> moved_by(const CsrMatrix<double>&, std::span<const double>);
template DenseMatrix<double> moved_by(const CsrMatrix<float>&, std::span<const double>);

}  // namespace halfspace
