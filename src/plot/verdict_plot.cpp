#include "plot/verdict_plot.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/text.hpp"

namespace halfspace::plot {
namespace {

constexpr std::size_t readable = 24;  // characters of a fraction

/// The square root as a double, also of fractions beyond the range of doubles.
double root(const Rational& v) {
  std::int64_t above = 0;
  std::int64_t below = 0;
  double mantissa = mpz_get_d_2exp(&above, v.get_num_mpz_t()) / mpz_get_d_2exp(&below, v.get_den_mpz_t());
  std::int64_t exponent = above - below;
  if (exponent % 2 != 0) {
    mantissa *= 2;
    --exponent;
  }
  return std::ldexp(std::sqrt(mantissa), static_cast<int>(exponent / 2));
}

std::vector<Point> points_of(const SignedRows& z) {
  std::vector<Point> out(z.rows());
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < out.size(); ++i)
          for_each_entry(x.row(i), [&](std::size_t j, double v) { (j == 0 ? out[i].x : out[i].y) = v; });
      },
      z.data().x);
  return out;
}

/// w, b and a level of them in doubles, all over the largest of w and b.
void set_line(const SignedRows& z, const std::vector<Integer>& w, const Rational& level, Separation& out) {
  Integer most = 0;
  for (const Integer& v : w) most = std::max(most, Integer(abs(v)));
  const auto part = [&](std::size_t j) { return j < w.size() ? Rational(Rational(w[j]) / most).get_d() : 0; };
  out.line = Affine{part(0), z.cols() == 2 ? part(1) : 0, z.bias() ? part(z.cols()) : 0};
  out.level = Rational(level / most).get_d();
}

/// γ = level / |w|, or what `margin` says.
std::string margin_text(const SignedRows& z, const std::vector<Integer>& w, const Rational& level,
                        const Margin* margin) {
  Rational squared = level * level;
  if (margin != nullptr) {
    const std::string low = short_number(root(margin->lower_squared));
    const std::string high = short_number(root(margin->upper_squared));
    if (low != high) return "margin between " + low + " and " + high;
    squared = margin->lower_squared;
  } else {
    Integer norm = 0;
    for (std::size_t j = 0; j < z.cols(); ++j) norm += w[j] * w[j];
    squared /= norm;
  }
  const std::string fraction = rational_text(squared);
  const bool exact = (margin == nullptr || margin->exact()) && fraction.size() <= readable;
  return "margin " + short_number(root(squared)) + (exact ? " (squared " + fraction + ")" : "") +
         (margin == nullptr ? " by this separator" : "");
}

/// The separator with the rows closest to it.
Result<void> add_separator(const SignedRows& z, const halfspace::Decision& d, const Margin* margin, unsigned threads,
                           Separation& out) {
  const std::vector<Integer>& w = margin != nullptr ? margin->weights : d.weights;
  Integer least = 0;  // of the weak separator
  if (d.verdict == Verdict::separable) {
    const auto found = least_product(z, w, threads);
    if (!found) return found.error();
    least = found.value();
  }
  const Rational level = Rational(least) / z.unit();
  set_line(z, w, level, out);
  auto signs = signs_of(z, w, threads, least);
  if (!signs) return signs.error();
  out.touching = std::move(signs.value().zero);
  if (d.verdict == Verdict::separable) out.margin = margin_text(z, w, level, margin);
  out.widest = margin != nullptr;
  return {};
}

/// The mean of the class with more rows in the witness, Σ λ x / Σ λ. With a bias it is the other's mean, too.
Result<void> add_witness(const SignedRows& z, const std::vector<Multiplier>& witness, Separation& out) {
  std::vector<std::uint64_t> rows;
  std::int64_t balance = 0;
  for (const Multiplier& m : witness) {
    rows.push_back(m.row);
    balance += z.sign(m.row);
    out.witness.push_back({m.row, z.data().lines.line(m.row)});
  }
  std::sort(out.witness.begin(), out.witness.end(), [](const auto& a, const auto& b) { return a.row < b.row; });
  if (const auto known = z.need(rows); !known) return known.error();
  const int sign = balance < 0 ? -1 : 1;
  std::array<Integer, 2> sum;  // times unit
  Integer total = 0;
  for (const Multiplier& m : witness) {
    if (z.sign(m.row) != sign) continue;
    total += m.value;
    for (const auto& [j, value] : z.exact(m.row)) {
      if (j < z.cols()) sum[j] += sign * m.value * value;
    }
  }
  total *= z.unit();
  out.common = Point{Rational(Rational(sum[0]) / total).get_d(), Rational(Rational(sum[1]) / total).get_d()};
  return {};
}

}  // namespace

Result<Separation> separation_of(const SignedRows& z, const std::array<std::string, 2>& classes,
                                 const halfspace::Decision& d, const std::optional<Margin>& margin, unsigned threads) {
  Separation out;
  out.verdict = name_of(d.verdict);
  out.reason = d.reason;
  for (std::uint64_t j = 0; j < z.cols(); ++j)
    out.features.push_back({z.data().column_name(j), !z.data().columns.empty()});
  out.classes = classes;
  out.points = points_of(z);
  out.signs.assign(z.signs().begin(), z.signs().end());
  out.bias = z.bias();
  const bool in_the_plane = margin && (margin->kind == MarginKind::geometric || !z.bias());
  const auto is_other = [&](std::int8_t sign) { return sign != z.sign(0); };
  const bool one_class = std::none_of(out.signs.begin(), out.signs.end(), is_other);
  if (!d.weights.empty() && !(one_class && z.bias())) {  // a bias alone separates one class from nothing
    const auto added = add_separator(z, d, in_the_plane ? &*margin : nullptr, threads, out);
    if (!added) return added.error();
  }
  if (!d.witness.empty()) {
    if (const auto added = add_witness(z, d.witness, out); !added) return added.error();
  }
  return out;
}

Result<Figure> verdict_plot(const SignedRows& z, const std::array<std::string, 2>& classes,
                            const halfspace::Decision& d, const std::optional<Margin>& margin, unsigned threads) {
  if (const auto fine = drawable(z.cols()); !fine) return fine.error();
  const auto s = separation_of(z, classes, d, margin, threads);
  if (!s) return s.error();
  return separation_plot(s.value());
}

}  // namespace halfspace::plot
