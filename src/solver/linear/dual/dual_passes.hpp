// The passes of dual coordinate descent: α, the w and the bias it makes, and one visit of each active row,
//
//   α_i <- dual_step(α_i, m_i, q_i, C_i), w += (Δα) y_i x_i,   m_i = y_i s_i, q_i = |z_i|^2
//
// Hsieh et al. 2008, algorithm 1; for the logistic loss Yu, Huang, Lin 2011, algorithm 5. The bias goes its own way:
// dual_bias.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "simd/prefetch.hpp"
#include "solver/linear/design.hpp"
#include "solver/linear/dual/dual_bias.hpp"
#include "solver/linear/dual/shrinking.hpp"

namespace halfspace {

struct PrimalAndGap {
  double primal;
  double gap;
};

template <class M, HasDualStep L>
class DualPasses {
 public:
  static constexpr bool is_hinge = std::is_same_v<L, HingeLoss>;

  DualPasses(const M& x, const Design& z, std::uint64_t seed)
      : z_(z),
        visits_(visits(x, z)),
        bias_(z, mean_square(visits_)),
        w_(z.features()),
        alpha_(z.n()),
        hard_(std::isinf(z.cost()[0])),
        rows_(z.n(), z.stored() * (sizeof(typename M::Value) + sizeof(std::uint32_t)) <= cache, seed) {
    for (Visit& v : visits_) v.q = std::max(v.q + bias_.pull(), 1e-300);
  }

  bool hard() const { return hard_; }  // C infinite
  const std::vector<double>& w() const { return w_; }
  std::vector<double>& alpha() { return alpha_; }
  double bias() const { return bias_.value(); }
  double seen_gap() const { return seen_gap_; }       // Σ of the rows' shares as the pass met them
  std::size_t mistakes() const { return mistakes_; }  // rows that it met with m_i <= 0

  /// The largest violation seen.
  double pass() {
    const std::span<const std::uint32_t> active = rows_.order();
    const Moves moves = visit(active);
    rows_.end_pass(moves.most, moves.mean());
    bias_.end_pass();
    return moves.most;
  }

  /// s_i = w.x_i
  void scores(std::vector<double>& s) const {
    z_.for_ranges(z_.ranges(), [&](std::size_t, std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) s[i] = dot(visits_[i].row, w_.data());
    });
  }

  /// m_i = y_i (s_i + b), in place
  void margins(double b, std::vector<double>& s) const {
    for (std::size_t i = 0; i < s.size(); ++i) s[i] = visits_[i].y * (s[i] + b);
  }

  /// f and the gap of w and b beside α, by the margins. Rows that left and violate their condition come back.
  PrimalAndGap weigh(const std::vector<double>& m, double b) { return hard_ ? weigh_hard(m, b) : weigh_soft(m, b); }

  /// Has every row a margin above 0? Those that left and have none come back.
  bool separates() {
    std::vector<double> m(z_.n());
    scores(m);
    margins(bias_.value(), m);
    bool all = true;
    for (std::size_t i = 0; i < m.size(); ++i) {
      if (m[i] > 0) continue;
      all = false;
      rows_.come_back(i);
    }
    return all;
  }

  /// w = Σ α_i y_i x_i of the α put there, with a bias near b.
  void start_from_alpha(double b) {
    std::vector<double> v(z_.dims());
    z_.combine(alpha_, v);
    bias_.start(z_.bias() ? v.back() : 0, b);
    v.resize(z_.features());
    w_ = v;
  }

 private:
  static constexpr std::size_t cache = std::size_t{24} << 20U;
  static constexpr std::size_t ahead = 4;  // rows asked for before they are visited

  /// What a step needs of row i, on one cache line where rows are sparse.
  struct Visit {
    decltype(std::declval<const M&>().row(0)) row;
    double y;
    double C;
    double q;
  };

  static std::vector<Visit> visits(const M& x, const Design& z) {
    std::vector<Visit> out;
    out.reserve(z.n());
    for (std::size_t i = 0; i < z.n(); ++i) {
      const auto row = x.row(z.row(i));
      out.push_back({row, z.sign(i), z.cost()[i], squared_norm(row)});
    }
    return out;
  }

  template <class T>
  static void prefetch_row(DenseRow<T> row) {
    prefetch(row.value, row.size);
  }
  template <class T>
  static void prefetch_row(SparseRow<T> row) {
    prefetch(row.value, row.size);
    prefetch(row.column, row.size);
  }

  static double mean_square(const std::vector<Visit>& visits) {
    double sum = 0;
    for (const Visit& v : visits) sum += v.q;
    return sum / static_cast<double>(visits.size());
  }

  /// The violations that steps took away.
  struct Moves {
    double most = 0;
    double sum = 0;
    std::size_t steps = 0;

    double mean() const { return steps > 0 ? sum / static_cast<double>(steps) : 0; }
    void add(double violation) {
      most = std::max(most, violation);
      sum += violation;
      ++steps;
    }
  };

  Moves visit(std::span<const std::uint32_t> active) {
    Moves moves;
    z_.stop_token().count(2 * z_.stored());
    const double bar = rows_.bar();
    seen_gap_ = 0;
    mistakes_ = 0;
    for (std::size_t k = 0; k < active.size(); ++k) {
      if (k + 2 * ahead < active.size()) prefetch(&visits_[active[k + 2 * ahead]]);
      if (k + ahead < active.size()) prefetch_row(visits_[active[k + ahead]].row);
      const std::size_t i = active[k];
      const Visit& v = visits_[i];
      const double m = v.y * (dot(v.row, w_.data()) + bias_.value());
      const double a = alpha_[i];
      mistakes_ += m <= 0 ? 1 : 0;
      if ((a == 0 && m - 1 > bar) || (is_hinge && a == v.C && 1 - m > bar)) {
        rows_.leave(i);
        continue;
      }
      if (!hard_) seen_gap_ += share(a, m, v.C);
      const double next = L::dual_step(a, m, v.q, v.C);
      const double step = next - a;
      if (step == 0) continue;
      moves.add(std::fabs(step) * v.q);
      alpha_[i] = next;
      axpy(step * v.y, v.row, w_.data());  // w += Δα y x
      bias_.add(step * v.y);
    }
    if (hard_) seen_gap_ = std::numeric_limits<double>::infinity();
    return moves;
  }

  /// A row's share of P - D, at least 0 (Fenchel and Young).
  static double share(double a, double m, double C) { return C * (L::value(m) + L::conjugate(-a / C)) + a * m; }

  PrimalAndGap weigh_soft(const std::vector<double>& m, double b) {
    PrimalAndGap out{half_square(b), bias_.omega() * (b - bias_.sum()) * (b - bias_.sum()) / 2};
    for (std::size_t i = 0; i < m.size(); ++i) {
      const double C = visits_[i].C;
      const double part = share(alpha_[i], m[i], C);
      out.primal += C * L::value(m[i]);
      out.gap += part;
      const double passing = m[i] + visits_[i].y * (bias_.value() - b);  // the margin the passes see
      if (part > 0 || share(alpha_[i], passing, C) > 0) rows_.come_back(i);
    }
    return out;
  }

  /// Hard margin: v / (least margin) is feasible, and D = Σ α_i - |w|^2 / 2.
  PrimalAndGap weigh_hard(const std::vector<double>& m, double b) {
    rows_.start_anew();
    const double least = *std::min_element(m.begin(), m.end());
    const double infinite = std::numeric_limits<double>::infinity();
    const double primal = least > 0 ? half_square(b) / std::min(1.0, least * least) : infinite;
    const double dual = std::accumulate(alpha_.begin(), alpha_.end(), 0.0) - half_square(bias_.sum());
    return {primal, primal - dual};
  }

  double half_square(double b) const {
    double sum = bias_.omega() * b * b;
    for (const double w : w_) sum += w * w;
    return sum / 2;
  }

  const Design& z_;
  std::vector<Visit> visits_;
  DualBias bias_;
  std::vector<double> w_;
  std::vector<double> alpha_;
  bool hard_;
  Shrinking rows_;
  double seen_gap_ = 0;
  std::size_t mistakes_ = 0;
};

}  // namespace halfspace
