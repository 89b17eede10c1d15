#include "certify/signed_rows.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "base/number.hpp"
#include "base/parallel.hpp"
#include "exact/linear.hpp"

namespace halfspace {
namespace {

constexpr double exact_limit = 0x1p50;  // v 10^k is then off by less than a half
constexpr int exact_powers = 22;        // 10^22 is a double

/// Whole numbers as doubles up to one positive factor, each right to within 2^-52; what 1 then is, 0 when out of range.
std::pair<std::vector<double>, double> rounded(std::span<const Integer> w) {
  std::vector<double> out(w.size());
  std::vector<long> exponent(w.size());
  long most = 0;
  for (std::size_t j = 0; j < w.size(); ++j) {
    out[j] = mpz_get_d_2exp(&exponent[j], w[j].get_mpz_t());
    if (out[j] != 0) most = std::max(most, exponent[j]);
  }
  for (std::size_t j = 0; j < w.size(); ++j)
    out[j] = std::ldexp(out[j], static_cast<int>(std::max(exponent[j] - most, -2000L)));
  return {std::move(out), most < 1000 ? std::ldexp(1.0, static_cast<int>(-most)) : 0};
}

}  // namespace

SignedRows::SignedRows(const Dataset& data, int decimals, std::vector<std::int8_t> y, bool bias, ExactFetch fetch)
    : data_(&data), y_(std::move(y)), bias_(bias), fetch_(std::move(fetch)) {
  unit_ = power_of_ten(static_cast<unsigned long>(decimals));
  if (decimals <= exact_powers) factor_ = powers_of_ten[static_cast<std::size_t>(decimals)];
  if (!data.short_decimals) {
    fetched_.resize(data.rows);
    known_.resize(data.rows);
  }
}

Result<void> SignedRows::need(const std::vector<std::uint64_t>& rows) const {
  if (data_->short_decimals) return {};
  std::vector<std::uint64_t> missing;
  for (const std::uint64_t i : rows) {
    if (!known_[i]) missing.push_back(i);
  }
  if (missing.empty()) return {};
  if (missing.size() > data_->rows / 4) {
    missing.resize(data_->rows);
    std::iota(missing.begin(), missing.end(), std::uint64_t{0});
  }
  std::sort(missing.begin(), missing.end());
  const auto texts = fetch_(missing);
  if (!texts) return texts.error();
  for (std::size_t k = 0; k < missing.size(); ++k) {
    IntegerVector row;
    for (const auto& [j, value] : texts.value()[k]) {
      const Rational whole = value * unit_;
      if (whole != 0) row.emplace_back(j, whole.get_num());
    }
    fetched_[missing[k]] = std::move(row);
    known_[missing[k]] = true;
  }
  return {};
}

Rational SignedRows::exact_value(double v) {
  std::array<char, 40> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), v, std::chars_format::scientific).ptr;
  Decimal d;
  read_decimal({text.data(), static_cast<std::size_t>(end - text.data())}, d);
  return d.value();
}

Integer SignedRows::as_integer(double v) const {
  const double scaled = std::nearbyint(v * factor_);
  Integer out;
  if (factor_ > 0 && std::fabs(scaled) < exact_limit)
    out = scaled;
  else
    out = Rational(exact_value(v) * unit_).get_num();
  return out;
}

template <class F>
void SignedRows::for_each_exact(std::uint64_t i, F&& f) const {
  if (!data_->short_decimals) {
    for (const auto& [j, value] : fetched_[i]) f(j, value);
    return;
  }
  std::visit(
      [&](const auto& x) {
        for_each_entry(x.row(i), [&](std::size_t j, double v) {
          if (v != 0) f(j, v);
        });
      },
      data_->x);
}

IntegerVector SignedRows::exact(std::uint64_t i) const {
  IntegerVector out;
  struct {
    const SignedRows& rows;
    IntegerVector& out;
    void operator()(std::uint64_t j, double v) const { out.emplace_back(j, rows.as_integer(v)); }
    void operator()(std::uint64_t j, const Integer& v) const { out.emplace_back(j, v); }
  } const keep{*this, out};
  for_each_exact(i, keep);
  if (bias_) out.emplace_back(cols(), unit_);
  if (y_[i] < 0) {
    for (auto& [j, value] : out) value = -value;
  }
  return out;
}

Integer SignedRows::product(std::span<const Integer> w, std::uint64_t i) const {
  Integer sum = 0;
  struct {
    const SignedRows& rows;
    std::span<const Integer> w;
    Integer& sum;
    void operator()(std::uint64_t j, double v) const {
      if (w[j] == 0) return;
      const double scaled = std::nearbyint(v * rows.factor_);
      if (rows.factor_ == 0 || std::fabs(scaled) >= exact_limit)
        add_product(sum, w[j], rows.as_integer(v));
      else if (scaled > 0)
        mpz_addmul_ui(sum.get_mpz_t(), w[j].get_mpz_t(), static_cast<unsigned long>(scaled));
      else
        mpz_submul_ui(sum.get_mpz_t(), w[j].get_mpz_t(), static_cast<unsigned long>(-scaled));
    }
    void operator()(std::uint64_t j, const Integer& v) const {
      if (w[j] != 0) add_product(sum, w[j], v);
    }
  } const add{*this, w, sum};
  for_each_exact(i, add);
  if (bias_) add_product(sum, w[cols()], unit_);
  return y_[i] < 0 ? Integer(-sum) : sum;
}

Result<std::vector<std::uint64_t>> SignedRows::zero_rows() const {
  std::vector<std::uint64_t> out;
  if (bias_) return out;
  for (std::uint64_t i = 0; i < rows(); ++i) {
    if (std::visit([&](const auto& x) { return squared_norm(x.row(i)) == 0; }, data_->x)) out.push_back(i);
  }
  if (const auto known = need(out); !known) return known.error();
  std::erase_if(out, [&](std::uint64_t i) { return !exact(i).empty(); });  // squares may vanish
  return out;
}

Result<void> SignedRows::check_decimals() const {
  if (data_->short_decimals || data_->decimals <= most_decimal_exponent) return {};  // digits enough for none beyond
  std::vector<std::uint64_t> all(rows());
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  return need(all);
}

double SignedRows::score(std::uint64_t i, const double* w, double b) const {
  const double s = std::visit([&](const auto& x) { return dot(x.row(i), w); }, data_->x);
  return y_[i] * (bias_ ? s + b : s);
}

namespace {

/// w.z_i in doubles up to one positive factor, each with a bound on what rounding did to it.
struct Rounded {
  std::vector<double> product;
  std::vector<double> slack;
  double unit = 0;  // what 1 stands for; 0 where doubles cannot hold it
};

/// Rounding of the data, of w, of products and of sums; |w||z| bounds the sum of |w_j z_j|.
Rounded rounded_products(const SignedRows& z, std::span<const Integer> w, unsigned threads) {
  const auto [v, unit] = rounded(w);
  const double b = z.bias() ? v.back() : 0;
  const double length = std::sqrt(squared_norm(v.data(), v.size()));
  Rounded out;
  out.unit = unit;
  out.product.resize(z.rows());
  out.slack.resize(z.rows());
  const double* weights = v.data();
  std::visit(
      [&](const auto& x) {
        parallel_blocks(z.rows(), threads, [&](std::size_t, std::size_t first, std::size_t last) {
          for (std::size_t i = first; i < last; ++i) {
            const auto row = x.row(i);
            const double size = std::sqrt(squared_norm(row) + (z.bias() ? 1 : 0));
            out.product[i] = z.sign(i) * (dot(row, weights) + b);
            out.slack[i] = (static_cast<double>(x.row_size(i)) + 16) * 0x1p-52 * length * size + 1e-290;
            if (size < 1e-150) out.slack[i] = INFINITY;  // squares vanished
          }
        });
      },
      z.data().x);
  return out;
}

}  // namespace

Result<RowSigns> signs_of(const SignedRows& z, std::span<const Integer> w, unsigned threads, const Integer& level) {
  const Rounded r = rounded_products(z, w, threads);
  const double bar = Rational(level, z.unit()).get_d() * r.unit;
  const double bar_slack = std::fabs(bar) * 0x1p-50;
  std::vector<std::int8_t> sign(z.rows());
  std::vector<std::uint64_t> open;
  for (std::uint64_t i = 0; i < z.rows(); ++i) {
    const double above = r.product[i] - bar;
    const bool settled =
        std::fabs(above) > r.slack[i] + bar_slack && std::isfinite(r.slack[i]) && (level == 0 || r.unit > 0);
    if (settled)
      sign[i] = above > 0 ? 1 : -1;
    else
      open.push_back(i);
  }
  if (const auto known = z.need(open); !known) return known.error();
  for (const std::uint64_t i : open) sign[i] = static_cast<std::int8_t>(sgn(Integer(z.product(w, i) - level)));
  RowSigns out;
  for (std::uint64_t i = 0; i < z.rows(); ++i) {
    if (sign[i] > 0) ++out.positive;
    if (sign[i] == 0) out.zero.push_back(i);
    if (sign[i] < 0) out.negative.push_back(i);
  }
  return out;
}

Result<bool> all_positive(const SignedRows& z, std::span<const Integer> w, const std::vector<bool>& left_out,
                          unsigned threads) {
  const Rounded r = rounded_products(z, w, threads);
  std::vector<std::uint64_t> open;
  for (std::uint64_t i = 0; i < z.rows(); ++i) {
    if (left_out[i] || r.product[i] > r.slack[i]) continue;
    if (r.product[i] < -r.slack[i]) return false;
    open.push_back(i);
  }
  if (const auto known = z.need(open); !known) return known.error();
  return std::all_of(open.begin(), open.end(), [&](std::uint64_t i) { return z.product(w, i) > 0; });
}

Result<Integer> least_product(const SignedRows& z, std::span<const Integer> w, unsigned threads) {
  const Rounded r = rounded_products(z, w, threads);
  double bar = std::numeric_limits<double>::infinity();
  for (std::uint64_t i = 0; i < z.rows(); ++i) bar = std::min(bar, r.product[i] + r.slack[i]);
  std::vector<std::uint64_t> open;
  for (std::uint64_t i = 0; i < z.rows(); ++i) {
    if (!(r.product[i] - r.slack[i] > bar)) open.push_back(i);
  }
  if (const auto known = z.need(open); !known) return known.error();
  Integer least = z.product(w, open[0]);
  for (const std::uint64_t i : open) least = std::min(least, z.product(w, i));
  return least;
}

Result<Rational> radius_squared(const SignedRows& z) {
  constexpr double smallest_sure = 1e-280;  // below, squares lose digits
  std::vector<double> square(z.rows());
  double most = 0;
  for (std::uint64_t i = 0; i < z.rows(); ++i) {
    square[i] = std::visit([&](const auto& x) { return squared_norm(x.row(i)); }, z.data().x);
    most = std::max(most, square[i]);
  }
  std::vector<std::uint64_t> open;
  for (std::uint64_t i = 0; i < z.rows(); ++i) {
    if (!(square[i] < most * (1 - 1e-9)) || most < smallest_sure) open.push_back(i);
  }
  if (const auto known = z.need(open); !known) return known.error();
  Integer best = 0;
  for (const std::uint64_t i : open) best = std::max(best, squared_norm(z.exact(i)));
  Rational out(best, z.unit() * z.unit());
  out.canonicalize();
  return out;
}

}  // namespace halfspace
