#include "exact/dixon.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace halfspace {
namespace {

/// sum_k digit_k p^k of each coordinate
std::vector<Integer> joined(const std::vector<std::vector<std::uint64_t>>& digits, const StopToken& stop) {
  std::vector<Integer> out(digits[0].size());
  for (std::size_t k = digits.size(); k-- > 0;) {
    stop.check(out.size() * (digits.size() - k + 8));
    for (std::size_t j = 0; j < out.size(); ++j) {
      out[j] *= modular_prime;
      out[j] += digits[k][j];
    }
  }
  return out;
}

/// One combination of the unknowns as a fraction, which stays the same once there are digits enough for it.
class Combination {
 public:
  bool stands(const std::vector<std::vector<std::uint64_t>>& digits, const Integer& power) {
    Integer residue = 0;
    for (std::size_t k = digits.size(); k-- > 0;) {
      Unsigned128 sum = 0;
      for (std::size_t j = 0; j < digits[k].size(); ++j) sum += static_cast<Unsigned128>(1 + j * j % 61) * digits[k][j];
      residue *= modular_prime;
      residue += whole_number(sum);
    }
    residue %= power;
    Integer n;
    Integer q;
    if (!reconstruct(residue, power, n, q)) return false;
    const bool same = n == numerator_ && q == denominator_;
    swap(n, numerator_);
    swap(q, denominator_);
    return same;
  }

 private:
  Integer numerator_;
  Integer denominator_;
};

}  // namespace

/// What is left to solve for, (b - M x) / p^k, where numbers of any size may come.
class DixonSolver::LargeRest {
 public:
  LargeRest(const std::vector<IntegerVector>& columns, const std::vector<Integer>& b) : columns_(columns), rest_(b) {}

  std::vector<std::uint64_t> residues() const {
    std::vector<std::uint64_t> out;
    out.reserve(rest_.size());
    for (const Integer& r : rest_) out.push_back(modulo(r));
    return out;
  }

  /// (rest - M digit) / p, which is whole
  void take(const std::vector<std::uint64_t>& digit) {
    static const Integer p(modular_prime);
    for (std::size_t k = 0; k < digit.size(); ++k) {
      for (const auto& [i, value] : columns_[k]) mpz_submul_ui(rest_[i].get_mpz_t(), value.get_mpz_t(), digit[k]);
    }
    for (Integer& r : rest_) mpz_divexact(r.get_mpz_t(), r.get_mpz_t(), p.get_mpz_t());
  }

 private:
  const std::vector<IntegerVector>& columns_;
  std::vector<Integer> rest_;
};

/// The same in 128 bits, for entries so small that no sum passes 2^126.
class DixonSolver::SmallRest {
 public:
  static std::optional<SmallRest> make(const std::vector<IntegerVector>& columns, const std::vector<Integer>& b) {
    const bool short_sides = std::all_of(b.begin(), b.end(), [](const Integer& v) { return v.fits_slong_p(); });
    if (!short_sides || !fits(columns)) return std::nullopt;
    SmallRest out;
    for (const Integer& v : b) out.rest_.push_back(v.get_si());
    for (const IntegerVector& column : columns) {
      for (const auto& [i, value] : column) out.entries_.emplace_back(i, value.get_si());
      out.ends_.push_back(out.entries_.size());
    }
    return out;
  }

  std::vector<std::uint64_t> residues() const {
    std::vector<std::uint64_t> out;
    out.reserve(rest_.size());
    for (const Signed128 r : rest_)
      out.push_back(r < 0 ? minus(0, modulo(static_cast<Unsigned128>(-r))) : modulo(static_cast<Unsigned128>(r)));
    return out;
  }

  void take(const std::vector<std::uint64_t>& digit) {
    std::size_t at = 0;
    for (std::size_t k = 0; k < digit.size(); ++k) {
      for (; at < ends_[k]; ++at)
        rest_[entries_[at].first] -= static_cast<Signed128>(entries_[at].second) * static_cast<Signed128>(digit[k]);
    }
    for (Signed128& r : rest_)
      r = static_cast<Signed128>(static_cast<Unsigned128>(r) * inverse_of_p);  // exact, so modulo 2^128
  }

 private:
  static bool fits(const std::vector<IntegerVector>& columns) {
    constexpr std::size_t word_bits = 126;
    std::size_t longest = 0;
    for (const IntegerVector& column : columns) {
      for (const auto& [i, value] : column) longest = std::max(longest, mpz_sizeinbase(value.get_mpz_t(), 2));
    }
    const std::size_t terms = mpz_sizeinbase(Integer(columns.size() + 1).get_mpz_t(), 2);
    return longest < 63 && longest + 61 + terms <= word_bits;
  }

  // (2^61 - 1)(1 + 2^61 + 2^122) = 2^183 - 1 = -1 modulo 2^128
  static constexpr Unsigned128 inverse_of_p =
      -(1 + (static_cast<Unsigned128>(1) << 61U) + (static_cast<Unsigned128>(1) << 122U));

  std::vector<Signed128> rest_;
  std::vector<std::pair<std::size_t, std::int64_t>> entries_;  // column after column
  std::vector<std::size_t> ends_;
};

DixonSolver::DixonSolver(std::vector<IntegerVector> columns, StopToken stop)
    : stop_(std::move(stop)), n_(columns.size()), columns_(std::move(columns)) {
  factorise();
}

void DixonSolver::factorise() {
  lu_.assign(n_, std::vector<std::uint64_t>(n_));
  order_.resize(n_);
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  for (std::size_t k = 0; k < n_; ++k) {
    for (const auto& [i, value] : columns_[k]) lu_[i][k] = modulo(value);
  }
  for (std::size_t first = 0; regular_ && first < n_; first += terms_at_once)
    factorise_columns(first, std::min(first + terms_at_once, n_));
}

/// Columns first .. last - 1 are brought to their end; then the others take all of their pivots at once.
void DixonSolver::factorise_columns(std::size_t first, std::size_t last) {
  Pace pace(stop_);
  for (std::size_t k = first; k < last; ++k) {
    std::size_t pivot = k;
    while (pivot < n_ && lu_[pivot][k] == 0) ++pivot;
    if (pivot == n_) {
      regular_ = false;
      return;
    }
    std::swap(lu_[k], lu_[pivot]);
    std::swap(order_[k], order_[pivot]);
    const std::uint64_t scale = inverse(lu_[k][k]);
    for (std::size_t i = k + 1; i < n_; ++i) {
      if (lu_[i][k] == 0) continue;
      pace.check(4 * (last - k));
      const std::uint64_t c = times(lu_[i][k], scale);
      lu_[i][k] = c;
      for (std::size_t j = k + 1; j < last; ++j) lu_[i][j] = minus(lu_[i][j], times(c, lu_[k][j]));
    }
    lu_[k][k] = scale;  // its inverse is all that is needed later
  }
  std::array<const std::uint64_t*, terms_at_once> rows{};
  for (std::size_t k = first; k < last; ++k) rows[k - first] = lu_[k].data() + last;
  for (std::size_t i = first + 1; i < n_; ++i) {
    const std::size_t count = std::min(i, last) - first;
    pace.check(2 * count * (n_ - last));
    take_multiples({lu_[i].data() + first, count}, std::span(rows).first(count), n_ - last, lu_[i].data() + last);
  }
}

/// Forward and back substitution; sums of 32 products stay below 2^128, and two of them do not wait for each other.
std::vector<std::uint64_t> DixonSolver::solve_modulo(const std::vector<std::uint64_t>& b) const {
  const auto product = [](const std::uint64_t* row, const std::uint64_t* x, std::size_t size) {
    std::uint64_t sum = 0;
    for (std::size_t j = 0; j < size; j += terms_at_once) {
      Unsigned128 even = sum;
      Unsigned128 odd = 0;
      const std::size_t end = std::min(j + terms_at_once, size);
      for (std::size_t k = j; k + 1 < end; k += 2) {
        even += static_cast<Unsigned128>(row[k]) * x[k];
        odd += static_cast<Unsigned128>(row[k + 1]) * x[k + 1];
      }
      if ((end - j) % 2 == 1) even += static_cast<Unsigned128>(row[end - 1]) * x[end - 1];
      sum = modulo(even + odd);
    }
    return sum;
  };
  std::vector<std::uint64_t> x(n_);
  stop_.check(2 * n_ * n_);
  for (std::size_t i = 0; i < n_; ++i) x[i] = minus(b[order_[i]], product(lu_[i].data(), x.data(), i));
  for (std::size_t i = n_; i-- > 0;) {
    const std::uint64_t rest = product(lu_[i].data() + i + 1, x.data() + i + 1, n_ - i - 1);
    x[i] = times(minus(x[i], rest), lu_[i][i]);
  }
  return x;
}

std::vector<Integer> DixonSolver::applied(const std::vector<Integer>& x) const {
  std::vector<Integer> out(n_);
  for (std::size_t k = 0; k < n_; ++k) {
    if (x[k] == 0) continue;
    stop_.check(columns_[k].size() * (8 + mpz_size(x[k].get_mpz_t())));
    for (const auto& [i, value] : columns_[k]) mpz_addmul(out[i].get_mpz_t(), value.get_mpz_t(), x[k].get_mpz_t());
  }
  return out;
}

std::optional<DixonSolver::Solution> DixonSolver::solve(const std::vector<Integer>& b) const {
  std::optional<SmallRest> small = SmallRest::make(columns_, b);
  if (small) return lifted(b, *small);
  LargeRest large(columns_, b);
  return lifted(b, large);
}

/// x to more and more digits of base p. From time to time the fraction that one combination of them stands for is
/// looked at; where it has not changed since the last look all are tried.
template <class Rest>
std::optional<DixonSolver::Solution> DixonSolver::lifted(const std::vector<Integer>& b, Rest& rest) const {
  constexpr std::uint64_t most_digits = 20000;
  std::vector<std::vector<std::uint64_t>> digits;  // the first comes first
  Combination looked_at;
  Integer power = 1;  // p^k
  for (std::uint64_t k = 1, look = 2; k <= most_digits; ++k) {
    digits.push_back(solve_modulo(rest.residues()));
    rest.take(digits.back());
    power *= modular_prime;
    stop_.check(2 * n_ * (n_ + 1) + k);
    if (k < look) continue;
    stop_.check(k * (n_ + k));
    look = look + look / 3 + 1;
    if (!looked_at.stands(digits, power)) continue;
    Solution out;
    if (common_fractions(joined(digits, stop_), power, out, stop_) && solves(out, b)) return out;
  }
  return std::nullopt;
}

bool DixonSolver::solves(const Solution& x, const std::vector<Integer>& b) const {
  const std::vector<Integer> left = applied(x.numerator);
  for (std::size_t i = 0; i < n_; ++i) {
    if (left[i] != b[i] * x.denominator) return false;
  }
  return true;
}

}  // namespace halfspace
