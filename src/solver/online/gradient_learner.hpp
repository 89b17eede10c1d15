// One pass over rows by a rule of steps.hpp:
//
//   for each row:  s = w̄.x̄ (told: progressive validation), m = y s, then a step
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "solver/online/steps.hpp"

namespace halfspace {

template <class Steps, class L>
class GradientLearner {
 public:
  explicit GradientLearner(const OnlineOptions& o) : bias_(o.bias != Bias::none), steps_(o) {}

  /// Scores of the rows before each is learned. Returns the first whose score is no number, which is not learned.
  std::optional<std::size_t> learn(const OnlineRows& rows, std::span<double> score) {
    return std::visit([&](const auto& x) { return learn_rows(x, rows, score); }, rows.x);
  }

  OnlineWeights weights(std::size_t cols) const {
    OnlineWeights out;
    out.w.resize(cols);
    const double t = scale_.rows();
    for (std::size_t j = 0; j + 1 < places_; ++j) out.w[j] = steps_.weight(static_cast<std::uint32_t>(j + 1), t) + 0.0;
    out.b = bias_ && places_ > 0 ? steps_.weight(0, t) + 0.0 : 0;
    return out;
  }

 private:
  template <class M>
  std::optional<std::size_t> learn_rows(const M& x, const OnlineRows& rows, std::span<double> score) {
    if (x.cols + 1 > places_) steps_.grow(places_ = x.cols + 1);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const std::size_t i = rows.at(k);
      entries_.open(x.row(i), bias_);
      if (k + 1 < rows.size()) fetch(x.row(rows.at(k + 1)));
      const double s = steps_.score(entries_);
      score[i] = s;
      if (!std::isfinite(s) || !std::isfinite(entries_.square())) return i;
      const double c = rows.c(i);
      const double y = rows.y[i];
      scale_.add(entries_.square(), c);
      steps_.step(entries_, y, y * s, c, scale_);
    }
    return std::nullopt;
  }

  /// The weights of the next row, which lie anywhere, are on their way while this one is learned.
  template <class T>
  void fetch(SparseRow<T> row) const {
    for (std::size_t k = 0; k < row.size; ++k) steps_.will_need(row.column[k] + 1);
  }
  template <class T>
  void fetch(DenseRow<T>) const {}

  bool bias_;
  std::size_t places_ = 0;
  SquareMean scale_;
  Steps steps_;
  RowEntries entries_;
};

}  // namespace halfspace
