// Small certificates made by trying everything: weights in {-3..3}, multipliers in {0..3}.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/sha256.hpp"
#include "certify/certificate.hpp"
#include "certify/verify/verify.hpp"

namespace halfspace::test {

/// LabelledPoints with whole coordinates; label "n" is -1, "p" is +1.
struct LabelledPoints {
  std::vector<std::vector<long>> x;
  std::vector<int> y;

  std::string csv() const {
    std::string out;
    for (std::size_t j = 0; j < x[0].size(); ++j) out += std::string(1, static_cast<char>('a' + j)) + ",";
    out += "label\n";
    for (std::size_t i = 0; i < x.size(); ++i) {
      for (const long v : x[i]) out += std::to_string(v) + ",";
      out += y[i] > 0 ? "p\n" : "n\n";
    }
    return out;
  }
};

inline std::string sha256(const std::string& text) {
  Sha256 hash;
  hash.add(text);
  return hash.hex();
}

inline Result<Verification> verified(const Certificate& c, const std::string& text, const std::string& name = "data") {
  return verify(c, [&] { return unpack(memory_source(text), name); }, name);
}

/// Calls use(v) for all v in {least..most}^size until it says true.
inline bool any_of_all(std::size_t size, long least, long most,
                       const std::function<bool(const std::vector<long>&)>& use) {
  std::vector<long> v(size, least);
  for (;;) {
    if (use(v)) return true;
    std::size_t k = 0;
    while (k < size && v[k] == most) v[k++] = least;
    if (k == size) return false;
    ++v[k];
  }
}

inline std::vector<std::vector<long>> signed_rows(const LabelledPoints& p, bool augmented) {
  std::vector<std::vector<long>> z;
  for (std::size_t i = 0; i < p.x.size(); ++i) {
    z.push_back(p.x[i]);
    if (augmented) z.back().push_back(1);
    for (long& v : z.back()) v *= p.y[i];
  }
  return z;
}

inline long dot(const std::vector<long>& a, const std::vector<long>& b) {
  long sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

/// Rank by elimination over the rationals.
inline std::size_t rank_of(std::vector<std::vector<Rational>> m) {
  std::size_t rank = 0;
  for (std::size_t j = 0; !m.empty() && j < m[0].size(); ++j) {
    std::size_t i = rank;
    while (i < m.size() && m[i][j] == 0) ++i;
    if (i == m.size()) continue;
    std::swap(m[i], m[rank]);
    for (i = rank + 1; i < m.size(); ++i) {
      const Rational factor = m[i][j] / m[rank][j];
      for (std::size_t k = j; k < m[i].size(); ++k) m[i][k] -= factor * m[rank][k];
    }
    ++rank;
  }
  return rank;
}

inline Terms terms_of(const std::vector<long>& lambda) {
  Terms out;
  for (std::size_t i = 0; i < lambda.size(); ++i) {
    if (lambda[i] > 0) out.push_back({i, i + 2, lambda[i]});
  }
  return out;
}

/// The certificate without its statement.
inline Certificate about(const LabelledPoints& p, bool augmented) {
  Certificate c;
  c.augmented = augmented;
  c.data.sha256 = sha256(p.csv());
  c.data.format = "csv";
  c.data.label = "label";
  c.data.rows = p.x.size();
  c.negative = {"n"};
  c.positive = {"p"};
  for (std::size_t j = 0; j < p.x[0].size(); ++j) c.columns.push_back({std::string(1, static_cast<char>('a' + j)), {}});
  return c;
}

inline void set_weights(Certificate& c, const std::vector<long>& w) {
  c.weights.assign(w.begin(), w.begin() + static_cast<std::ptrdiff_t>(c.columns.size()));
  if (c.augmented) c.bias_weight = w.back();
}

/// The margin of these weights below, of equal multipliers (in each class) above.
inline MarginClaim margin_of(const Certificate& c, const LabelledPoints& p, const std::vector<long>& w,
                             bool geometric) {
  MarginClaim m;
  m.kind = geometric ? "geometric" : "augmented";
  m.weights = c.weights;
  m.bias_weight = c.bias_weight;
  const auto z = signed_rows(p, c.augmented);
  const std::size_t n = z.size();
  const auto positive = std::count(p.y.begin(), p.y.end(), 1);
  const std::size_t size = c.columns.size() + (c.augmented && !geometric ? 1 : 0);
  long least = dot(w, z[0]);
  std::vector<Rational> sum(size);
  for (std::size_t i = 0; i < n; ++i) {
    least = std::min(least, dot(w, z[i]));
    Rational lambda(1, geometric ? (p.y[i] > 0 ? positive : static_cast<long>(n) - positive) : static_cast<long>(n));
    lambda.canonicalize();
    m.lambda.push_back({i, i + 2, lambda});
    for (std::size_t j = 0; j < size; ++j) sum[j] += lambda * z[i][j];
  }
  Rational norm;
  for (std::size_t j = 0; j < size; ++j) norm += w[j] * w[j];
  m.lower_squared = least * least / norm;
  for (const Rational& s : sum) m.upper_squared += s * s / (geometric ? 4 : 1);
  return m;
}

/// All true certificates found for these points: none, or one statement and what follows from it.
inline std::vector<Certificate> certificates(const LabelledPoints& p, bool augmented) {
  const auto z = signed_rows(p, augmented);
  const std::size_t n = z.size();
  std::vector<Certificate> out;
  std::vector<long> best;
  long strict = -1;
  any_of_all(z[0].size(), -3, 3, [&](const std::vector<long>& w) {
    long count = 0;
    for (const auto& row : z) {
      const long value = dot(w, row);
      if (value < 0) return false;
      count += value > 0 ? 1 : 0;
    }
    if (count > strict) best = w;
    strict = std::max(strict, count);
    return false;
  });
  Certificate c = about(p, augmented);
  if (strict == static_cast<long>(n)) {
    c.statement = "separable";
    set_weights(c, best);
    out.push_back(c);
    const bool moves = std::any_of(best.begin(), best.begin() + static_cast<std::ptrdiff_t>(p.x[0].size()),
                                   [](long v) { return v != 0; });
    for (const bool geometric : {false, true}) {
      const bool both = std::count(p.y.begin(), p.y.end(), 1) % static_cast<long>(n) != 0;
      if (geometric && (!augmented || !moves || !both)) continue;
      out.push_back(c);
      out.back().margin = margin_of(c, p, best, geometric);
    }
    return out;
  }
  std::vector<long> first;
  std::vector<long> all(n);
  std::vector<long> free(n, 1);
  std::vector<Terms> disjoint;
  any_of_all(n, 0, 3, [&](const std::vector<long>& lambda) {
    if (std::all_of(lambda.begin(), lambda.end(), [](long v) { return v == 0; })) return false;
    for (std::size_t j = 0; j < z[0].size(); ++j) {
      long sum = 0;
      for (std::size_t i = 0; i < n; ++i) sum += lambda[i] * z[i][j];
      if (sum != 0) return false;
    }
    if (first.empty()) first = lambda;
    bool apart = true;
    for (std::size_t i = 0; i < n; ++i) {
      all[i] += lambda[i];
      apart = apart && (lambda[i] == 0 || free[i] == 1);
    }
    if (apart) {
      for (std::size_t i = 0; i < n; ++i) free[i] = lambda[i] > 0 ? 0 : free[i];
      disjoint.push_back(terms_of(lambda));
    }
    return false;
  });
  if (first.empty()) return out;
  c.witness = terms_of(first);
  c.statement = "not-separable";
  out.push_back(c);
  out.push_back(c);
  out.back().disjoint_witnesses = disjoint;
  std::vector<std::vector<Rational>> every;
  std::vector<std::vector<Rational>> some;
  for (std::size_t i = 0; i < n; ++i) {
    every.emplace_back(z[i].begin(), z[i].end());
    if (all[i] > 0) some.push_back(every.back());
  }
  if (rank_of(every) == rank_of(some)) {
    c.statement = "overlapping";
    c.span = terms_of(all);
    out.push_back(c);
  } else if (strict > 0) {
    c.statement = "quasi-separable";
    set_weights(c, best);
    out.push_back(c);
  }
  return out;
}

}  // namespace halfspace::test
