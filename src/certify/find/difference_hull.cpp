#include "certify/find/difference_hull.hpp"

#include <algorithm>
#include <vector>

namespace halfspace {

HullOracle difference_oracle(const RowHull& hull, const HullOracle& rows, const SignedRows& z) {
  HullOracle out = rows;
  out.dims = z.cols();
  out.write = [rows, wide = std::vector<double>(rows.dims), &z](const HullPoint& p, std::span<double> to) mutable {
    rows.write({p.row}, wide);
    std::copy(wide.begin(), wide.begin() + static_cast<std::ptrdiff_t>(z.cols()), to.begin());
    rows.write({p.minus}, wide);
    for (std::size_t j = 0; j < to.size(); ++j) to[j] += wide[j];  // y x of class -1
  };
  const auto widened = [](std::span<const double> u) {
    std::vector<double> wide(u.begin(), u.end());
    wide.push_back(0);
    return wide;
  };
  out.products = [&hull, widened](std::span<const double> u, std::span<const HullPoint> points) {
    std::vector<std::uint64_t> both;
    for (const HullPoint& p : points) both.insert(both.end(), {p.row, p.minus});
    const std::vector<double> of_rows = hull.products(widened(u), both);
    std::vector<double> sums;
    for (std::size_t k = 0; k < of_rows.size(); k += 2) sums.push_back(of_rows[k] + of_rows[k + 1]);
    return sums;
  };
  out.lowest = [&hull, widened](std::span<const double> u, double, std::size_t most) {
    const std::vector<double> wide = widened(u);
    const auto up = hull.lowest_of(wide, 1, most / 2);
    const auto down = hull.lowest_of(wide, -1, most / 2);
    std::vector<HullPoint> pairs;
    for (std::size_t k = 0; k < std::max(up.size(), down.size()); ++k) {
      if (k < up.size()) pairs.push_back({up[k].row, down[0].row});
      if (k > 0 && k < down.size()) pairs.push_back({up[0].row, down[k].row});
    }
    return pairs;
  };
  return out;
}

}  // namespace halfspace
