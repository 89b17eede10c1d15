#include "certify/find/row_hull.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.hpp"

namespace halfspace {
namespace {

struct Offer {
  double product;
  std::uint64_t row;
  bool operator<(const Offer& o) const { return product != o.product ? product < o.product : row < o.row; }
};

/// The `most` smallest offers, one for each value: rows that are copies of each other offer the same.
class Lowest {
 public:
  explicit Lowest(std::size_t most) : most_(most) {}

  double bar(double below) const { return best_.size() < most_ ? below : best_.back().product; }

  void add(Offer o) {
    const auto at = std::lower_bound(best_.begin(), best_.end(), o);
    if (at != best_.end() && at->product == o.product) {
      *at = o;  // the earlier row
      return;
    }
    if (at != best_.begin() && std::prev(at)->product == o.product) return;
    best_.insert(at, o);
    if (best_.size() > most_) best_.pop_back();
  }

  const std::vector<Offer>& best() const { return best_; }

 private:
  std::size_t most_;
  std::vector<Offer> best_;
};

constexpr double least_square = 1e-280;

/// unit / deviation; 0 where that is no number.
double inverse(double deviation, double unit) {
  const double factor = unit / deviation;
  return deviation > 0 && std::isfinite(factor) ? factor : 0;
}

}  // namespace

RowHull::RowHull(const SignedRows& z, RowScale scale, unsigned threads, std::vector<bool> left_out)
    : z_(z), threads_(threads), mean_(z.cols(), 0.0), factor_(z.cols(), 1.0), out_(std::move(left_out)) {
  out_.resize(z.rows(), false);
  if (scale == RowScale::standardised) find_scale();
  find_places();
  find_lengths();
  if (scale == RowScale::common)
    std::fill(length_.begin(), length_.end(), *std::max_element(length_.begin(), length_.end()));
}

double RowHull::in_question() const { return static_cast<double>(std::count(out_.begin(), out_.end(), false)); }

void RowHull::find_scale() {
  const std::size_t d = z_.cols();
  std::vector<double> square(d);
  std::vector<double> first(d);  // value that is stored
  std::vector<bool> varies(d);
  const double n = in_question();
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          if (out_[i]) continue;
          for_each_entry(x.row(i), [&](std::size_t j, double v) { mean_[j] += v / n; });
        }
        if (!z_.bias()) std::fill(mean_.begin(), mean_.end(), 0.0);
        std::vector<double> stored(d);
        for (std::size_t i = 0; i < x.rows; ++i) {
          if (out_[i]) continue;
          for_each_entry(x.row(i), [&](std::size_t j, double v) {
            square[j] += (v - mean_[j]) / n * (v - mean_[j]);
            if (stored[j] == 0) first[j] = v;
            if (v != first[j]) varies[j] = true;
            stored[j] += 1;
          });
        }
        for (std::size_t j = 0; j < d; ++j) {
          square[j] += (n - stored[j]) / n * mean_[j] * mean_[j];
          if (stored[j] < n && first[j] != 0) varies[j] = true;
          if (z_.bias() && !varies[j]) square[j] = 0;  // a mean that was rounded is no deviation
        }
      },
      z_.data().x);
  bool none = true;
  std::vector<bool> extreme(d);
  for (std::size_t j = 0; j < d; ++j) {
    factor_[j] = inverse(std::sqrt(square[j]), 1);
    extreme[j] = (varies[j] || !z_.bias()) && !(square[j] > least_square && std::isfinite(square[j]));
    none = none && !extreme[j];
  }
  if (!none) find_extreme_factors(extreme);
}

/// Where squares of a column leave the doubles: by its values times a power of two.
void RowHull::find_extreme_factors(const std::vector<bool>& extreme) {
  const double n = in_question();
  std::vector<double> unit(extreme.size());  // at first the greatest value; 0 for the other columns
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          if (out_[i]) continue;
          for_each_entry(x.row(i), [&](std::size_t j, double v) {
            if (extreme[j]) unit[j] = std::max(unit[j], std::abs(v));
          });
        }
      },
      z_.data().x);
  for (double& u : unit) u = u > 0 ? std::ldexp(1.0, -std::ilogb(u)) : 0;
  std::vector<double> stored(unit.size());
  std::vector<double> square(unit.size());
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          if (out_[i]) continue;
          for_each_entry(x.row(i), [&](std::size_t j, double v) {
            const double rest = v * unit[j] - mean_[j] * unit[j];
            square[j] += rest / n * rest;
            stored[j] += 1;
          });
        }
      },
      z_.data().x);
  for (std::size_t j = 0; j < unit.size(); ++j) {
    if (unit[j] == 0) continue;
    const double mean = mean_[j] * unit[j];
    factor_[j] = inverse(std::sqrt(square[j] + (n - stored[j]) / n * mean * mean), unit[j]);
  }
}

void RowHull::find_places() {
  const auto moving =
      static_cast<std::size_t>(std::count_if(factor_.begin(), factor_.end(), [](double f) { return f != 0; }));
  if (moving == 0 || 2 * moving > z_.cols()) return;
  place_.assign(z_.cols(), static_cast<std::uint32_t>(z_.cols()));
  for (std::size_t j = 0; j < z_.cols(); ++j) {
    if (factor_[j] == 0) continue;
    place_[j] = static_cast<std::uint32_t>(kept_.size());
    kept_.push_back(static_cast<std::uint32_t>(j));
  }
}

void RowHull::find_lengths() {
  length_.assign(z_.rows(), 0.0);
  double shifted = z_.bias() ? 1 : 0;  // of a row of zeros
  for (std::size_t j = 0; j < mean_.size(); ++j) shifted += mean_[j] * factor_[j] * (mean_[j] * factor_[j]);
  std::visit(
      [&](const auto& x) {
        parallel_blocks(z_.rows(), threads_, [&](std::size_t, std::size_t first, std::size_t last) {
          for (std::size_t i = first; i < last; ++i) {
            double sum = shifted;
            for_each_entry(x.row(i), [&](std::size_t j, double v) {
              const double at_zero = mean_[j] * factor_[j];
              const double here = (v - mean_[j]) * factor_[j];
              sum += here * here - at_zero * at_zero;
            });
            length_[i] = std::sqrt(std::max(sum, z_.bias() ? 1.0 : 0.0));
          }
        });
      },
      z_.data().x);
}

std::vector<double> RowHull::original(std::span<const double> u) const {
  std::vector<double> w(z_.dims());
  double shift = 0;
  for (std::size_t k = 0; k < width(); ++k) {
    const std::size_t j = column(k);
    w[j] = u[k] * factor_[j];
    shift += mean_[j] * w[j];
  }
  if (z_.bias()) w.back() = u.back() - shift;
  return w;
}

std::vector<HullPoint> RowHull::lowest_of(std::span<const double> u, int sign, std::size_t most) const {
  return lowest(u, std::numeric_limits<double>::infinity(), most, sign);
}

/// `only` one class, or 0: both.
std::vector<HullPoint> RowHull::lowest(std::span<const double> u, double below, std::size_t most, int only) const {
  const std::vector<double> w = original(u);
  const double b = z_.bias() ? w.back() : 0;
  std::vector<Lowest> found(block_count(z_.rows()), Lowest(most));
  std::visit(
      [&](const auto& x) {
        parallel_blocks(z_.rows(), threads_, [&](std::size_t block, std::size_t first, std::size_t last) {
          Lowest& low = found[block];
          for (std::size_t i = first; i < last; ++i) {
            if (out_[i] || length_[i] == 0 || only == -z_.sign(i)) continue;
            const double p = z_.sign(i) * (dot(x.row(i), w.data()) + b) / length_[i];
            if (p < low.bar(below)) low.add({p, i});
          }
        });
      },
      z_.data().x);
  Lowest all(most);
  for (const Lowest& low : found) {
    for (const Offer& o : low.best()) {
      if (o.product < all.bar(below)) all.add(o);
    }
  }
  std::vector<HullPoint> points;
  for (const Offer& o : all.best()) points.push_back({o.row});
  return points;
}

std::vector<double> RowHull::products(std::span<const double> u, std::span<const std::uint64_t> rows) const {
  const std::vector<double> w = original(u);
  const double b = z_.bias() ? w.back() : 0;
  std::vector<double> out;
  out.reserve(rows.size());
  for (const std::uint64_t i : rows) out.push_back(z_.score(i, w.data(), b) / length_[i]);
  return out;
}

HullOracle RowHull::oracle(StopToken stop) const {
  HullOracle out;
  out.dims = width() + (z_.bias() ? 1 : 0);
  out.write = [this](const HullPoint& p, std::span<double> to) {
    const double scale = z_.sign(p.row) / length_[p.row];
    for (std::size_t k = 0; k < width(); ++k) to[k] = -mean_[column(k)] * factor_[column(k)] * scale;
    std::visit(
        [&](const auto& x) {
          for_each_entry(x.row(p.row), [&](std::size_t j, double v) {
            const std::size_t k = place_.empty() ? j : place_[j];
            if (k < width()) to[k] = (v - mean_[j]) * factor_[j] * scale;
          });
        },
        z_.data().x);
    if (z_.bias()) to.back() = scale;
  };
  out.lowest = [this](std::span<const double> u, double below, std::size_t most) { return lowest(u, below, most, 0); };
  out.products = [this](std::span<const double> u, std::span<const HullPoint> points) {
    std::vector<std::uint64_t> rows;
    rows.reserve(points.size());
    for (const HullPoint& p : points) rows.push_back(p.row);
    return products(u, rows);
  };
  out.stop = std::move(stop);
  return out;
}

}  // namespace halfspace
