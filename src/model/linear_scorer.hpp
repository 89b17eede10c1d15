// Scores by weight vectors: of linear models, and of kernel models on the kernel values of their support rows.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "data/rows.hpp"
#include "data/score_vector.hpp"
#include "model/model.hpp"
#include "model/scorer.hpp"

namespace halfspace {

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
