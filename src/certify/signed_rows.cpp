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

/// Whole numbers as doubles over a power of two, each right to within 2^-52, and the exponent of that power.
std::pair<std::vector<double>, long> rounded(std::span<const Integer> w) {
  std::vector<double> out(w.size());
  std::vector<long> exponent(w.size());
  long most = 0;
  for (std::size_t j = 0; j < w.size(); ++j) {
    out[j] = mpz_get_d_2exp(&exponent[j], w[j].get_mpz_t());
    if (out[j] != 0) most = std::max(most, exponent[j]);
  }
  for (std::size_t j = 0; j < w.size(); ++j)
    out[j] = std::ldexp(out[j], static_cast<int>(std::max(exponent[j] - most, -2000L)));
  return {std::move(out), most};
}

/// value / (unit 2^exponent), right to within 2^-51; infinite where that is out of range.
double rounded_level(const Integer& value, const Integer& unit, long exponent) {
  long of_value = 0;
  long of_unit = 0;
  const double v = mpz_get_d_2exp(&of_value, value.get_mpz_t());
  const double u = mpz_get_d_2exp(&of_unit, unit.get_mpz_t());
  const long shift = std::clamp(of_value - of_unit - exponent, -3000L, 3000L);
  return std::ldexp(v / u, static_cast<int>(shift));
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

/// f(j, v) for the values of x_i unit() as small whole numbers; false where they are not all that.
template <class F>
bool SignedRows::for_each_small(std::uint64_t i, F&& f) const {
  if (!data_->short_decimals || factor_ == 0 || factor_ >= exact_limit) return false;
  return std::visit(
      [&](const auto& x) {
        bool small = true;
        for_each_entry(x.row(i), [&](std::size_t j, double v) {
          const double scaled = std::nearbyint(v * factor_);
          small = small && std::fabs(scaled) < exact_limit;
          if (small) f(j, static_cast<std::int64_t>(scaled));
        });
        return small;
      },
      data_->x);
}

Integer SignedRows::squared_length(std::uint64_t i) const {
  const auto square = [](std::int64_t v) {
    return static_cast<Unsigned128>(std::abs(v)) * static_cast<Unsigned128>(std::abs(v));
  };
  constexpr std::size_t most_squares = std::size_t{1} << 27U;  // of 100 bits
  if (std::visit([&](const auto& x) { return x.row_size(i); }, data_->x) < most_squares) {
    Unsigned128 sum = 0;
    if (for_each_small(i, [&](std::size_t, std::int64_t v) { sum += square(v); })) {
      if (bias_) sum += square(static_cast<std::int64_t>(factor_));
      return whole_number(sum);
    }
  }
  return squared_norm(exact(i));
}

std::vector<Integer> SignedRows::combination(std::span<const std::uint64_t> rows,
                                             std::span<const Integer> factors) const {
  constexpr std::size_t most_rows = std::size_t{1} << 26U;  // so many products of 50 bits each stay below 2^127
  const auto short_factor = [](const Integer& f) { return mpz_sizeinbase(f.get_mpz_t(), 2) <= 50; };
  std::vector<Integer> out(dims());
  bool small = rows.size() < most_rows && std::all_of(factors.begin(), factors.end(), short_factor);
  if (small) {
    std::vector<Signed128> sum(dims());
    for (std::size_t k = 0; k < rows.size() && small; ++k) {
      const Signed128 factor = y_[rows[k]] * factors[k].get_si();
      small = for_each_small(rows[k], [&](std::size_t j, std::int64_t v) { sum[j] += factor * v; });
      if (bias_) sum.back() += factor * static_cast<std::int64_t>(factor_);
    }
    for (std::size_t j = 0; j < sum.size() && small; ++j)
      out[j] = sum[j] < 0 ? Integer(-whole_number(static_cast<Unsigned128>(-sum[j])))
                          : whole_number(static_cast<Unsigned128>(sum[j]));
  }
  for (std::size_t k = 0; k < rows.size() && !small; ++k) {
    for (const auto& [j, v] : exact(rows[k])) add_product(out[j], factors[k], v);
  }
  return out;
}

std::uint64_t SignedRows::residue(const std::vector<std::uint64_t>& probe, std::uint64_t i) const {
  std::uint64_t up = bias_ ? times(probe[cols()], modulo(unit_)) : 0;
  std::uint64_t down = 0;
  const bool small = for_each_small(i, [&](std::size_t j, std::int64_t v) {
    std::uint64_t& sum = v < 0 ? down : up;
    sum = modulo(static_cast<Unsigned128>(std::abs(v)) * probe[j] + sum);
  });
  if (!small) return halfspace::product(probe, exact(i));
  return y_[i] < 0 ? minus(down, up) : minus(up, down);
}

IntegerVector SignedRows::exact(std::uint64_t i) const {
  IntegerVector out;
  out.reserve(std::visit([&](const auto& x) { return x.row_size(i); }, data_->x) + 1);
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
  long exponent = 0;  // of the factor, a power of two
};

/// Rounding of the data, of w, of products and of sums; |w||z| bounds the sum of |w_j z_j|.
Rounded rounded_products(const SignedRows& z, std::span<const Integer> w, unsigned threads) {
  const auto [v, exponent] = rounded(w);
  const double b = z.bias() ? v.back() : 0;
  const double length = std::sqrt(squared_norm(v.data(), v.size()));
  Rounded out;
  out.exponent = exponent;
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
  const double bar = rounded_level(level, z.unit(), r.exponent);
  const double bar_slack = std::fabs(bar) * 0x1p-50;
  std::vector<std::int8_t> sign(z.rows());
  std::vector<std::uint64_t> open;
  for (std::uint64_t i = 0; i < z.rows(); ++i) {
    const double above = r.product[i] - bar;
    if (std::isfinite(above) && std::fabs(above) > r.slack[i] + bar_slack)
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
  for (const std::uint64_t i : open) best = std::max(best, z.squared_length(i));
  Rational out(best, z.unit() * z.unit());
  out.canonicalize();
  return out;
}

}  // namespace halfspace
