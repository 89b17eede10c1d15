#include "solver/linear/multinomial.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t most_softmax_rounds = 1000;
constexpr int most_directions = 500;  // conjugate ones, of a Newton step
constexpr int most_shortenings = 60;

/// The objective at some weights; all vectors are K x side, side = d + 1 with a bias.
template <class X>
class Softmax {
 public:
  Softmax(const X& x, const ClassProblem& p, const LinearOptions& o)
      : x_(x),
        label_(p.label),
        classes_(p.classes),
        bias_(o.bias != Bias::none),
        free_(o.bias == Bias::free),
        side_(x.cols + (bias_ ? 1 : 0)),
        p_(x.rows * classes_) {
    for (std::size_t i = 0; i < x.rows; ++i) cost_.push_back(o.C * (p.weight.empty() ? 1 : p.weight[i]));
  }

  std::size_t size() const { return side_ * classes_; }
  std::size_t side() const { return side_; }
  bool bias() const { return bias_; }

  /// P at W; keeps p = softmax of the scores.
  double objective(const std::vector<double>& w) {
    double sum = 0;
    for (std::size_t k = 0; k < size(); ++k) sum += penalised(k) * w[k] * w[k] / 2;
    for (std::size_t i = 0; i < x_.rows; ++i) {
      double* s = p_.data() + i * classes_;
      products(i, w, s);
      const double own = s[label_[i]];
      const double most = *std::max_element(s, s + classes_);
      double total = 0;
      for (std::uint32_t k = 0; k < classes_; ++k) total += s[k] = std::exp(s[k] - most);
      for (std::uint32_t k = 0; k < classes_; ++k) s[k] /= total;
      sum += cost_[i] * (most - own + std::log(total));
    }
    return sum;
  }

  std::vector<double> gradient(const std::vector<double>& w) const {
    std::vector<double> g = combine([&](std::size_t i, std::uint32_t k) { return residual(p_, i, k); });
    for (std::size_t k = 0; k < g.size(); ++k) g[k] = penalised(k) * w[k] - g[k];
    return g;
  }

  /// H v, u_ik = C_i p_ik (t_ik - Σ_l p_il t_il) with t = X v
  std::vector<double> curved(const std::vector<double>& v) const {
    std::vector<double> t(x_.rows * classes_);
    for (std::size_t i = 0; i < x_.rows; ++i) {
      double* u = t.data() + i * classes_;
      products(i, v, u);
      double mean = 0;
      for (std::uint32_t k = 0; k < classes_; ++k) mean += prob(i, k) * u[k];
      for (std::uint32_t k = 0; k < classes_; ++k) u[k] = cost_[i] * prob(i, k) * (u[k] - mean);
    }
    std::vector<double> out = combine([&](std::size_t i, std::uint32_t k) { return t[i * classes_ + k]; });
    for (std::size_t k = 0; k < out.size(); ++k) out[k] += penalised(k) * v[k];
    return out;
  }

  /// The diagonal of H; 1 where it is 0.
  std::vector<double> diagonal() const {
    std::vector<double> h(size());
    for (std::size_t i = 0; i < x_.rows; ++i) {
      for (std::uint32_t k = 0; k < classes_; ++k) {
        const double c = cost_[i] * prob(i, k) * (1 - prob(i, k));
        for_each_entry(x_.row(i), [&](std::size_t j, double v) { h[k * side_ + j] += c * v * v; });
        if (bias_) h[k * side_ + x_.cols] += c;
      }
    }
    for (std::size_t k = 0; k < h.size(); ++k) h[k] = h[k] + penalised(k) > 0 ? h[k] + penalised(k) : 1;
    return h;
  }

  /// D at the softmax, with a free bias after balancing the classes.
  double dual() const {
    std::vector<double> a = p_;
    if (free_) balance(a);
    double sum = 0;
    const std::vector<double> q = combine([&](std::size_t i, std::uint32_t k) { return residual(a, i, k); });
    for (std::size_t k = 0; k < q.size(); ++k) sum -= penalised(k) * q[k] * q[k] / 2;
    for (std::size_t i = 0; i < x_.rows; ++i) {
      for (std::uint32_t k = 0; k < classes_; ++k) {
        const double v = a[i * classes_ + k];
        if (v > 0) sum -= cost_[i] * v * std::log(v);
      }
    }
    return sum;
  }

 private:
  double penalised(std::size_t k) const { return free_ && k % side_ == x_.cols ? 0 : 1; }
  double prob(std::size_t i, std::uint32_t k) const { return p_[i * classes_ + k]; }
  double residual(const std::vector<double>& a, std::size_t i, std::uint32_t k) const {
    return cost_[i] * ((k == label_[i] ? 1 : 0) - a[i * classes_ + k]);
  }

  void products(std::size_t i, const std::vector<double>& w, double* out) const {
    for (std::uint32_t k = 0; k < classes_; ++k) {
      const double* v = w.data() + k * side_;
      out[k] = dot(x_.row(i), v) + (bias_ ? v[x_.cols] : 0);
    }
  }

  /// Σ_i value(i, k) (x_i, 1) for every k
  template <class F>
  std::vector<double> combine(F value) const {
    std::vector<double> out(size());
    for (std::size_t i = 0; i < x_.rows; ++i) {
      for (std::uint32_t k = 0; k < classes_; ++k) {
        const double c = value(i, k);
        axpy(c, x_.row(i), out.data() + k * side_);
        if (bias_) out[k * side_ + x_.cols] += c;
      }
    }
    return out;
  }

  /// Moves mass from classes that have too much, Σ C_i p_ik > Σ C_i [k = y_i], to those that have too little.
  void balance(std::vector<double>& a) const {
    std::vector<double> have(classes_);
    std::vector<double> lack(classes_);
    for (std::size_t i = 0; i < x_.rows; ++i) {
      for (std::uint32_t k = 0; k < classes_; ++k) {
        have[k] += cost_[i] * a[i * classes_ + k];
        lack[k] += residual(a, i, k);
      }
    }
    double lacking = 0;
    for (const double v : lack) lacking += std::max(v, 0.0);
    if (lacking <= 0) return;
    for (std::size_t i = 0; i < x_.rows; ++i) {
      double freed = 0;
      double* p = a.data() + i * classes_;
      for (std::uint32_t k = 0; k < classes_; ++k) {
        if (lack[k] >= 0) continue;
        const double keep = std::max(0.0, 1 + lack[k] / have[k]);
        freed += p[k] * (1 - keep);
        p[k] *= keep;
      }
      for (std::uint32_t k = 0; k < classes_; ++k) p[k] += freed * std::max(lack[k], 0.0) / lacking;
    }
  }

  const X& x_;
  std::span<const std::uint32_t> label_;
  std::uint32_t classes_;
  bool bias_;
  bool free_;
  std::size_t side_;
  std::vector<double> p_;  // n x K
  std::vector<double> cost_;
};

double inner(const std::vector<double>& a, const std::vector<double>& b) { return dot(a.data(), a.size(), b.data()); }

/// v with H v = -g, about: preconditioned conjugate gradients until |H v + g| is small against |g|.
template <class X>
std::vector<double> newton_direction(const Softmax<X>& f, const std::vector<double>& g, double accuracy) {
  const std::vector<double> h = f.diagonal();
  std::vector<double> v(g.size());
  std::vector<double> r(g.size());
  std::vector<double> z(g.size());
  for (std::size_t k = 0; k < g.size(); ++k) {
    r[k] = -g[k];
    z[k] = r[k] / h[k];
  }
  std::vector<double> d = z;
  double rz = inner(r, z);
  const double wanted = accuracy * accuracy * rz;
  for (int k = 0; k < most_directions && rz > wanted; ++k) {
    const std::vector<double> hd = f.curved(d);
    const double curvature = inner(d, hd);
    if (!(curvature > 0)) break;
    const double step = rz / curvature;
    axpy(step, d.data(), d.size(), v.data());
    axpy(-step, hd.data(), hd.size(), r.data());
    for (std::size_t j = 0; j < z.size(); ++j) z[j] = r[j] / h[j];
    const double next = inner(r, z);
    for (std::size_t j = 0; j < d.size(); ++j) d[j] = z[j] + next / rz * d[j];
    rz = next;
  }
  return v;
}

/// W + t v with t = 1, 1/2, ... until P falls enough (Armijo); false when it does not.
template <class X>
bool shorten(Softmax<X>& f, std::vector<double>& w, double& primal, const std::vector<double>& g,
             const std::vector<double>& v) {
  const double slope = inner(g, v);
  double t = 1;
  for (int k = 0; k < most_shortenings && slope < 0; ++k, t /= 2) {
    std::vector<double> to = w;
    axpy(t, v.data(), v.size(), to.data());
    const double value = f.objective(to);
    if (!(value <= primal + 1e-4 * t * slope)) continue;
    w = std::move(to);
    primal = value;
    return true;
  }
  primal = f.objective(w);
  return false;
}

template <class X>
ClassResult run_multinomial(const X& x, const ClassProblem& problem, const LinearOptions& o,
                            const LinearObserver& observer) {
  Softmax<X> f(x, problem, o);
  ClassResult out;
  LinearResult& r = out.result;
  const double rounding = static_cast<double>(x.rows + x.cols + 8) * std::numeric_limits<double>::epsilon();
  const std::uint64_t most = o.max_rounds > 0 ? o.max_rounds : most_softmax_rounds;
  std::vector<double> w(f.size());
  r.primal = f.objective(w);
  r.dual = -std::numeric_limits<double>::infinity();
  double first = 0;
  for (;; ++r.rounds) {
    const std::vector<double> g = f.gradient(w);
    r.gradient = 0;
    for (const double v : g) r.gradient = std::max(r.gradient, std::fabs(v));
    r.dual = std::max(r.dual, f.dual());
    r.gap = std::max(0.0, r.primal - r.dual) + rounding * (r.primal + std::fabs(r.dual));
    if (std::isfinite(r.primal) && r.gap <= o.tol * r.primal) {
      r.status = LinearStatus::converged;
      break;
    }
    const Halt halt = observer.round ? observer.round({r.rounds, r.primal, r.gap}) : Halt::go_on;
    if (halt != Halt::go_on) {
      r.status = halt == Halt::timeout ? LinearStatus::timeout : LinearStatus::interrupted;
      break;
    }
    const double size = std::sqrt(inner(g, g));
    if (r.rounds == 0) first = size;
    const double accuracy = std::min(0.1, std::sqrt(size / first));
    if (r.rounds == most || !shorten(f, w, r.primal, g, newton_direction(f, g, accuracy))) {
      r.status = LinearStatus::not_converged;
      break;
    }
  }
  r.solver = "newton-cg";
  r.why = "the likelihood is joint in all classes";
  r.stop_reason = "the duality gap is " + short_number(r.gap, 3) + ", " + short_number(r.gap / r.primal, 3) +
                  " of the objective (tol " + number_text(o.tol) + ")";
  r.has_dual = true;
  for (std::uint32_t k = 0; k < problem.classes; ++k) {
    const auto begin = w.begin() + static_cast<std::ptrdiff_t>(k * f.side());
    r.w.insert(r.w.end(), begin, begin + static_cast<std::ptrdiff_t>(x.cols));
    out.b.push_back(f.bias() ? w[k * f.side() + x.cols] : 0);
  }
  return out;
}

}  // namespace

ClassResult train_multinomial(const ClassProblem& problem, const LinearOptions& options,
                              const LinearObserver& observer) {
  return std::visit([&](const auto& x) { return run_multinomial(x, problem, options, observer); }, problem.x);
}

}  // namespace halfspace
