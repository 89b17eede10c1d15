// Scores by weight vectors: of linear models, and of kernel models on the kernel values of their support rows.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/number.hpp"
#include "data/rows.hpp"
#include "model/model.hpp"
#include "model/scorer.hpp"

namespace halfspace {

/// One weight vector with what its exact scores need: w_j 10^places are whole numbers.
class ScoreVector {
 public:
  ScoreVector(const double* w, double b, std::size_t d, std::optional<int> decimals, bool exact) : w_(w), b_(b) {
    for (std::size_t j = 0; j < d; ++j) largest_ = std::max(largest_, std::fabs(w[j]));
    if (!exact || !decimals || *decimals > 15) return;
    int places = 0;
    for (std::size_t j = 0; j <= d; ++j) {
      const double v = j < d ? w[j] : b;
      const int own = decimals_of(v);
      if (own < 0) return;
      places = std::max(places, own);
    }
    if (places > 15) return;
    weight_unit_ = powers_of_ten[static_cast<std::size_t>(places)];
    data_unit_ = powers_of_ten[static_cast<std::size_t>(*decimals)];
  }

  /// Is the score at least 0? Rows far from the boundary need no exact sum: rounding moves w.x + b by less than
  /// (n + 2) 2^-52 (max|w| |x|_1 + |b|).
  template <class Row>
  bool positive(Row row, double row_sum) const {
    const double s = plain(row);
    const double slack = (static_cast<double>(row.size) + 2) * 2.3e-16 * (largest_ * row_sum + std::fabs(b_));
    return weight_unit_ == 0 || std::fabs(s) > slack ? s >= 0 : score(row) >= 0;
  }

  bool adds_doubles() const { return weight_unit_ == 0; }

  /// Scores of rows first .. last - 1 of x to out, where adds_doubles().
  template <class Matrix>
  void plain_scores(const Matrix& x, std::size_t first, std::size_t last, double* out) const {
    sums(x, first, last, out);
    for (std::size_t i = first; i < last; ++i) {
      if (!std::isfinite(out[i - first])) out[i - first] = long_sum(x.row(i));
    }
  }

  template <class Row>
  double score(Row row) const {
    if (weight_unit_ != 0) {
      if (const auto s = exact(row)) return *s;
    }
    return plain(row);
  }

 private:
  __extension__ using Wide = __int128;
  static constexpr double whole_limit = 9007199254740992.0;  // 2^53
  static constexpr double short_limit = 1e15;

  /// w.x + b; where doubles overflow on the way, in long double, whose exponents hold any such sum.
  template <class Row>
  double plain(Row row) const {
    const double s = dot(row, w_) + b_;
    return std::isfinite(s) ? s : long_sum(row);
  }

  // A call a row would take as long as the row's sum.
  template <class Matrix>
  [[gnu::flatten]] void sums(const Matrix& x, std::size_t first, std::size_t last, double* out) const {
    const double* w = w_;
    const double b = b_;
    for (std::size_t i = first; i < last; ++i) *out++ = dot(x.row(i), w) + b;
  }

  template <class Row>
  double long_sum(Row row) const {
    long double sum = b_;
    for_each_entry(row, [&](std::size_t j, double v) { sum += static_cast<long double>(v) * w_[j]; });
    return static_cast<double>(sum);
  }

  /// The score from whole numbers, rounded once; nothing when they do not fit.
  template <class Row>
  std::optional<double> exact(Row row) const {
    const double b = std::nearbyint(b_ * weight_unit_);
    if (std::fabs(b) > whole_limit) return std::nullopt;
    Wide sum = static_cast<Wide>(b) * static_cast<Wide>(data_unit_);
    bool fits = true;
    for_each_entry(row, [&](std::size_t j, double v) {
      const double x = std::nearbyint(v * data_unit_);
      const double w = std::nearbyint(w_[j] * weight_unit_);
      fits = fits && std::fabs(x) < short_limit && std::fabs(w) < whole_limit &&
             !__builtin_add_overflow(sum, static_cast<Wide>(w) * static_cast<Wide>(x), &sum);
    });
    if (!fits) return std::nullopt;
    return static_cast<double>(sum) / (weight_unit_ * data_unit_);
  }

  const double* w_;
  double b_;
  double largest_ = 0;      // max |w_j|
  double weight_unit_ = 0;  // 0: exact scores are not to be had
  double data_unit_ = 1;
};

/// All weight vectors of a linear model: one an output, or those that vote.
class LinearScorer {
 public:
  LinearScorer(const Model& m, std::optional<int> decimals, bool raw)
      : m_(m), raw_(raw), each_(!m.votes && (raw || !m.pairwise())) {
    const std::size_t d = m.vector_size();
    if (!m.votes) {
      for (std::size_t k = 0; k < m.vectors(); ++k)
        vectors_.emplace_back(m.w.data() + k * d, m.b[k], d, decimals, m.exact);
      return;
    }
    const std::vector<double>& weights = m.votes->weights;
    for (const double* w = weights.data(); w != weights.data() + weights.size(); w += d + 1)
      vectors_.emplace_back(w, w[d], d, decimals, m.exact);
  }

  /// Multiplications of a row of so many entries.
  std::uint64_t work(std::size_t entries) const { return vectors_.size() * (entries + 1); }

  /// The one vector of a model whose scores are sums of doubles, as most are; else none.
  const ScoreVector* alone() const {
    return each_ && vectors_.size() == 1 && vectors_[0].adds_doubles() ? vectors_.data() : nullptr;
  }

  std::size_t outputs() const { return raw_ ? m_.vectors() : m_.outputs(); }

  /// Scores rows one after the other into `out`.
  template <class Row>
  class Rows {
   public:
    Rows(const LinearScorer& scorer, double* out) : scorer_(scorer), out_(out) {}
    void add(Row row, double) {
      scorer_.score(row, out_);
      out_ += scorer_.outputs();
    }
    void finish() {}  // nothing waits

   private:
    const LinearScorer& scorer_;
    double* out_;
  };

  template <class Row>
  void score(Row row, double* out) const {
    if (each_) {
      score_each(row, out);
    } else if (m_.pairwise() && !raw_) {
      pairs(row, out);
    } else if (m_.multiclass == Multiclass::argmax) {
      vote_argmax(row, *m_.votes, out);
    } else if (m_.multiclass == Multiclass::one_vs_rest) {
      std::size_t first = 0;
      for (const std::uint64_t count : m_.votes->of_output) {
        *out++ = vote(row, m_.votes->counts, first, first + count);
        first += count;
      }
    } else {
      *out = vote(row, m_.votes->counts, 0, vectors_.size());
    }
  }

 private:
  template <class Row>
  void score_each(Row row, double* out) const {
    for (const ScoreVector& v : vectors_) *out++ = v.score(row);
  }

  /// Each pair votes for its first class where its score is >= 0 (or > 0, zero_is_negative), else for its second.
  template <class Row>
  void pairs(Row row, double* out) const {
    const std::size_t classes = m_.outputs();
    std::fill(out, out + classes, 0.0);
    std::size_t v = 0;
    for (std::size_t k = 0; k < classes; ++k) {
      for (std::size_t l = k + 1; l < classes; ++l)
        ++out[is_positive(vectors_[v++].score(row), m_.zero_is_negative) ? k : l];
    }
  }

  /// sum_k c_k sign(w_k.x + b_k) / sum_k c_k with sign(0) = +1
  template <class Row>
  double vote(Row row, const std::vector<std::uint64_t>& counts, std::size_t first, std::size_t last) const {
    double votes = 0;
    double total = 0;
    double row_sum = 0;
    for_each_entry(row, [&](std::size_t, double v) { row_sum += std::fabs(v); });
    for (std::size_t k = first; k < last; ++k) {
      const auto c = static_cast<double>(counts[k]);
      votes += vectors_[k].positive(row, row_sum) ? c : -c;
      total += c;
    }
    return total > 0 ? votes / total : 0;
  }

  template <class Row>
  void vote_argmax(Row row, const VotingVectors& votes, double* out) const {
    const std::size_t outputs = m_.outputs();
    std::fill(out, out + outputs, 0.0);
    double total = 0;
    std::vector<double> score(outputs);
    for (std::size_t v = 0; v < votes.counts.size(); ++v) {
      for (std::size_t k = 0; k < outputs; ++k) score[k] = vectors_[v * outputs + k].score(row);
      const auto c = static_cast<double>(votes.counts[v]);
      out[predicted_class(score, false)] += c;
      total += c;
    }
    for (std::size_t k = 0; k < outputs && total > 0; ++k) out[k] /= total;
  }

  const Model& m_;
  bool raw_;
  bool each_;  // one score of each vector
  std::vector<ScoreVector> vectors_;
};

}  // namespace halfspace
