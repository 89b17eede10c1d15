#include "exact/null_space.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>

namespace halfspace {
namespace {

using Word = std::uint64_t;  // primes have 31 or 32 bits: a product and a sum fit

constexpr std::size_t most_words = std::size_t{1} << 28U;
constexpr std::uint64_t most_residue_bits = std::uint64_t{1} << 33U;  // of all residues
constexpr int most_primes = 8192;

Word times(Word a, Word b, Word p) { return a * b % p; }

Word inverse(Word a, Word p) {  // a^(p-2)
  Word result = 1;
  for (Word e = p - 2; e > 0; e >>= 1U, a = times(a, a, p)) {
    if ((e & 1U) != 0) result = times(result, a, p);
  }
  return result;
}

/// By division, which takes little beside an elimination.
Word next_prime(Word p) {
  for (;;) {
    p += 2;
    Word d = 3;
    while (d * d <= p && p % d != 0) d += 2;
    if (d * d > p) return p;
  }
}

/// Reduced row echelon form modulo p: row k has a 1 in column pivot[k], where the other rows have 0.
struct Echelon {
  Word p;
  std::vector<std::size_t> pivot;
  std::vector<std::vector<Word>> row;
};

/// to -= factor from, from column `begin` on
void subtract(std::vector<Word>& to, const std::vector<Word>& from, Word factor, std::size_t begin, Word p) {
  if (factor == 0) return;
  for (std::size_t j = begin; j < to.size(); ++j) {
    if (from[j] != 0) to[j] = (to[j] + (p - factor) * from[j]) % p;
  }
}

Echelon echelon(const std::vector<SparseIntegers>& rows, std::size_t columns, Word p) {
  Echelon e{p, {}, {}};
  std::vector<Word> v(columns);
  for (const SparseIntegers& sparse : rows) {
    if (e.row.size() == columns) break;
    std::fill(v.begin(), v.end(), 0);
    for (const auto& [j, value] : sparse) v[j] = mpz_fdiv_ui(value.get_mpz_t(), p);
    for (std::size_t k = 0; k < e.row.size(); ++k) subtract(v, e.row[k], v[e.pivot[k]], e.pivot[k], p);
    const auto first = std::find_if(v.begin(), v.end(), [](Word w) { return w != 0; });
    if (first == v.end()) continue;
    const Word scale = inverse(*first, p);
    for (Word& w : v) w = times(w, scale, p);
    e.pivot.push_back(static_cast<std::size_t>(first - v.begin()));
    e.row.push_back(v);
  }
  for (std::size_t k = e.row.size(); k-- > 0;) {
    for (std::size_t i = 0; i < k; ++i) subtract(e.row[i], e.row[k], e.row[i][e.pivot[k]], e.pivot[k], p);
  }
  return e;
}

/// The fraction n/d = residue mod modulus with |n|, d <= sqrt(modulus / 2), if there is one.
std::optional<Rational> small_fraction(const Integer& residue, const Integer& modulus, const Integer& bound) {
  Integer a = modulus;
  Integer b = residue;
  Integer s = 0;
  Integer t = 1;
  while (b > bound) {
    const Integer q = a / b;
    a -= q * b;
    std::swap(a, b);
    s -= q * t;
    std::swap(s, t);
  }
  if (t == 0 || abs(t) > bound) return std::nullopt;
  Rational out(b, t);
  out.canonicalize();
  return out;
}

/// The solution modulo the product of the primes so far: entry (k, f) of the echelon form, f a column without pivot.
struct Lifted {
  std::vector<std::size_t> pivot;
  std::vector<std::size_t> other;
  std::vector<Integer> residue;  // row by row
  Integer modulus = 1;

  void start(const Echelon& e, std::size_t columns) {
    *this = {};
    pivot = e.pivot;
    std::vector<bool> taken(columns);
    for (const std::size_t j : pivot) taken[j] = true;
    for (std::size_t j = 0; j < columns; ++j) {
      if (!taken[j]) other.push_back(j);
    }
    residue.resize(pivot.size() * other.size());
  }

  /// Chinese remainders: residue += modulus ((new - residue) / modulus mod p)
  void add(const Echelon& e) {
    const Word unit = inverse(mpz_fdiv_ui(modulus.get_mpz_t(), e.p), e.p);
    for (std::size_t k = 0; k < pivot.size(); ++k) {
      for (std::size_t f = 0; f < other.size(); ++f) {
        Integer& r = residue[k * other.size() + f];
        const Word had = mpz_fdiv_ui(r.get_mpz_t(), e.p);
        const Word step = times((e.row[k][other[f]] + e.p - had) % e.p, unit, e.p);
        mpz_addmul_ui(r.get_mpz_t(), modulus.get_mpz_t(), step);
      }
    }
    modulus *= e.p;
  }

  /// One vector a column f without pivot: 1 there, minus the entries (k, f) at the pivots; times its denominators.
  std::optional<std::vector<SparseIntegers>> basis() const {
    const Integer bound = sqrt(Integer(modulus / 2));
    std::vector<SparseIntegers> out;
    for (std::size_t f = 0; f < other.size(); ++f) {
      std::vector<std::pair<std::size_t, Rational>> entries;
      Integer denominator = 1;
      for (std::size_t k = 0; k < pivot.size(); ++k) {
        const auto x = small_fraction(residue[k * other.size() + f], modulus, bound);
        if (!x) return std::nullopt;
        if (*x == 0) continue;
        entries.emplace_back(pivot[k], -*x);
        mpz_lcm(denominator.get_mpz_t(), denominator.get_mpz_t(), x->get_den_mpz_t());
      }
      SparseIntegers& vector = out.emplace_back();
      for (const auto& [j, x] : entries) vector.emplace_back(j, x.get_num() * Integer(denominator / x.get_den()));
      vector.emplace_back(other[f], denominator);
    }
    return out;
  }
};

std::size_t entries(const std::vector<SparseIntegers>& vectors) {
  return std::accumulate(vectors.begin(), vectors.end(), std::size_t{0},
                         [](std::size_t sum, const SparseIntegers& v) { return sum + v.size(); });
}

/// Is every u.v 0? The u are spread out one after the other.
bool orthogonal(const std::vector<SparseIntegers>& u, const std::vector<SparseIntegers>& v, std::size_t columns) {
  std::vector<Integer> dense(columns);
  return std::all_of(u.begin(), u.end(), [&](const SparseIntegers& vector) {
    for (const auto& [j, x] : vector) dense[j] = x;
    const bool fits = std::all_of(v.begin(), v.end(), [&](const SparseIntegers& other) {
      Integer sum;
      for (const auto& [j, x] : other) mpz_addmul(sum.get_mpz_t(), x.get_mpz_t(), dense[j].get_mpz_t());
      return sum == 0;
    });
    for (const auto& [j, x] : vector) dense[j] = 0;
    return fits;
  });
}

/// Rows of many columns have basis vectors of few entries, and sparse rows of high rank the other way round.
bool holds(const std::vector<SparseIntegers>& rows, const std::vector<SparseIntegers>& basis, std::size_t columns) {
  const bool spread_rows = rows.size() * entries(basis) < basis.size() * entries(rows);
  return spread_rows ? orthogonal(rows, basis, columns) : orthogonal(basis, rows, columns);
}

bool better(const Echelon& a, const Lifted& b) {
  return a.pivot.size() > b.pivot.size() || (a.pivot.size() == b.pivot.size() && a.pivot < b.pivot);
}

}  // namespace

bool null_space_too_large(std::size_t rows, std::size_t columns) {
  return columns > 0 && std::min(rows, columns) > most_words / columns;
}

NullSpace null_space(const std::vector<SparseIntegers>& rows, std::size_t columns) {
  NullSpace out;
  Lifted lifted;
  Word prime = (Word{1} << 31U) - 1;  // a Mersenne prime
  for (int count = 1, tried = 0; tried < most_primes; ++tried) {
    const Echelon e = echelon(rows, columns, prime);
    prime = next_prime(prime);
    if (tried == 0 || better(e, lifted)) {
      lifted.start(e, columns);
      count = 1;
    } else if (e.pivot != lifted.pivot) {
      continue;  // this prime divides a determinant
    }
    out.rank = std::max(out.rank, e.pivot.size());
    constexpr std::size_t overhead = 5;  // words of an empty Integer and its room
    if (lifted.residue.size() > most_residue_bits / 64 / (overhead + static_cast<std::size_t>(count) / 2 + 1))
      return out;
    lifted.add(e);
    if ((count & (count - 1)) == 0) {  // 1, 2, 4, 8 ... primes
      auto basis = lifted.basis();
      if (basis && holds(rows, *basis, columns)) {
        out.basis = std::move(*basis);
        out.complete = true;
        return out;
      }
    }
    ++count;
  }
  return out;
}

}  // namespace halfspace
