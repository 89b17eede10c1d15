#include "certify/signed_rows.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "base/number.hpp"
#include "base/text.hpp"
#include "exact/linear.hpp"

namespace halfspace {
namespace {

constexpr double exact_limit = 0x1p50;        // v 10^k is then off by less than a half
constexpr std::uint64_t rational_work = 100;  // of a fraction that is made, in multiplications
constexpr int exact_powers = 22;              // 10^22 is a double

}  // namespace

SignedRows::SignedRows(const Dataset& data, int decimals, std::vector<std::int8_t> y, bool bias, ExactFetch fetch,
                       StopToken stop)
    : data_(&data),
      y_(std::move(y)),
      bias_(bias),
      fetch_(std::move(fetch)),
      stop_(std::move(stop)),
      decimals_(decimals) {
  unit_ = power_of_ten(static_cast<std::uint64_t>(decimals));
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
  Pace pace(stop_);
  const std::uint64_t limbs = mpz_size(unit_.get_mpz_t());
  for (std::size_t k = 0; k < missing.size(); ++k) {
    pace.check((rational_work + limbs * limbs) * texts.value()[k].size());
    IntegerVector row;
    for (const auto& [j, value] : texts.value()[k]) {
      const Rational whole = value * unit_;
      if (whole.get_den() != 1)
        return Error{Code::bad_data, "",
                     "a value of the data has more than " + std::to_string(decimals_) +
                         " digits after the point, the most that were counted when it was read; read the data again"};
      if (whole != 0) row.emplace_back(j, whole.get_num());
    }
    fetched_[missing[k]] = std::move(row);
    known_[missing[k]] = true;
  }
  return {};
}

Rational SignedRows::exact_value(double v) {
  Decimal d;
  read_decimal(decimal_text(v), d);
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
      const Signed128 factor = static_cast<Signed128>(y_[rows[k]]) * factors[k].get_si();
      small = for_each_small(rows[k], [&](std::size_t j, std::int64_t v) { sum[j] += factor * v; });
      if (bias_ && small) sum.back() += factor * static_cast<std::int64_t>(factor_);
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
        mpz_addmul_ui(sum.get_mpz_t(), w[j].get_mpz_t(), static_cast<std::uint64_t>(scaled));
      else
        mpz_submul_ui(sum.get_mpz_t(), w[j].get_mpz_t(), static_cast<std::uint64_t>(-scaled));
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

Result<std::vector<bool>> SignedRows::used() const {
  std::vector<bool> out(dims());
  if (bias_) out.back() = true;
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i)
          for_each_entry(x.row(i), [&](std::size_t j, double v) { out[j] = out[j] || v != 0; });
      },
      data_->x);
  if (data_->short_decimals || std::find(out.begin(), out.end(), false) == out.end()) return out;
  std::vector<std::uint64_t> all(rows());  // decimals below all doubles but 0
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  if (const auto known = need(all); !known) return known.error();
  for (const IntegerVector& row : fetched_) {
    for (const auto& [j, value] : row) out[j] = true;
  }
  return out;
}

Result<void> RowsInTurn::reach(std::uint64_t i) {
  constexpr std::uint64_t first = 256;
  constexpr std::uint64_t growth = 16;
  if (i < known_) return {};
  std::vector<std::uint64_t> more(std::min(std::max({first, growth * known_, i + 1 - known_}), z_.rows() - known_));
  std::iota(more.begin(), more.end(), known_);
  known_ += more.size();
  return z_.need(more);
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

}  // namespace halfspace
