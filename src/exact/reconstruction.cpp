#include "exact/reconstruction.hpp"

#include <cstdint>
#include <utility>

namespace halfspace {
namespace {

/// Euclid's algorithm: the remainders r0 > r1 of m and t, and s with r = s t (mod m).
struct Euclid {
  Integer r0;
  Integer r1;
  Integer s0 = 0;
  Integer s1 = 1;

  void step() {
    const Integer quotient = r0 / r1;
    r0 -= quotient * r1;
    s0 -= quotient * s1;
    swap(r0, r1);
    swap(s0, s1);
  }

  /// Some steps at once, as far as the leading bits alone tell the quotients, r falling by at most 31 bits (Lehmer
  /// 1938; Knuth, The Art of Computer Programming 4.5.2, algorithm L). False when they tell none.
  bool leap() {
    constexpr std::size_t leading = 60;
    constexpr std::int64_t least = std::int64_t{1} << 31U;
    const std::size_t cut = mpz_sizeinbase(r0.get_mpz_t(), 2) - leading;
    std::int64_t x = Integer(r0 >> cut).get_si();
    std::int64_t y = Integer(r1 >> cut).get_si();
    std::int64_t a = 1;
    std::int64_t b = 0;
    std::int64_t c = 0;
    std::int64_t d = 1;
    while (y >= least) {
      const std::int64_t quotient = (x + a) / (y + c);
      if (quotient != (x + b) / (y + d) || x - quotient * y < least) break;
      x = std::exchange(y, x - quotient * y);
      a = std::exchange(c, a - quotient * c);
      b = std::exchange(d, b - quotient * d);
    }
    if (b == 0) return false;
    const auto advance = [&](Integer& first, Integer& second) {
      const Integer next = a * first + b * second;
      second = c * first + d * second;
      first = next;
    };
    advance(r0, r1);
    advance(s0, s1);
    return true;
  }
};

/// Euclid's algorithm stopped half-way.
bool reconstruct_below(const Integer& bound, const Integer& t, const Integer& m, Integer& n, Integer& q) {
  constexpr std::size_t one_leap = 64;
  Euclid e{m, t < 0 ? Integer(t + m) : t};
  const std::size_t enough = mpz_sizeinbase(bound.get_mpz_t(), 2) + one_leap;
  while (e.r1 > bound) {
    if (mpz_sizeinbase(e.r1.get_mpz_t(), 2) <= enough || !e.leap()) e.step();
  }
  n = e.s1 < 0 ? Integer(-e.r1) : e.r1;
  q = abs(e.s1);
  return q <= bound && q > 0;
}

}  // namespace

bool reconstruct(const Integer& t, const Integer& m, Integer& n, Integer& q) {
  return reconstruct_below(sqrt(Integer(m / 2)), t, m, n, q);
}

bool common_fractions(const std::vector<Integer>& residue, const Integer& m, Fractions& out, const StopToken& stop) {
  const std::uint64_t words = mpz_size(m.get_mpz_t()) + 8;
  const Integer bound = sqrt(Integer(m / 2));
  const Integer half = m / 2;
  out.denominator = 1;
  out.numerator.assign(residue.size(), 0);
  for (std::size_t j = 0; j < residue.size(); ++j) {
    stop.check(4 * words * words);
    Integer t = residue[j] * out.denominator % m;
    if (t > half) t -= m;
    Integer q = 1;
    if (abs(t) > bound || out.denominator > bound) {
      Integer n;
      if (!reconstruct_below(bound, t, m, n, q)) return false;
      t = n;
    }
    if (q != 1) {
      for (std::size_t k = 0; k < j; ++k) out.numerator[k] *= q;
      out.denominator *= q;
    }
    out.numerator[j] = t;
  }
  return true;
}

}  // namespace halfspace
