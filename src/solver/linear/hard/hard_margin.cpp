// The hard margin by geometry: its optimum is the nearest point v of a hull, turned round.
//
//   augmented or no bias   v = argmin |v| over the hull of the z_i                  w = v/|v|^2,   α = λ/|v|^2
//   free bias              v = argmin |v| over differences x_i - x_k, y_i = 1, y_k = -1    w = 2v/|v|^2,  α = 2λ/|v|^2
//
// v = 0: the hull holds the origin, no hyperplane separates. Vapnik 1982; Bennett and Bredensteiner 2000. The search is
// that of solver/min_norm, whose affine steps keep the digits of thin margins that a Gram matrix would lose.
#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/linear/active_set.hpp"
#include "solver/linear/hard/face_solution.hpp"
#include "solver/linear/solvers.hpp"
#include "solver/min_norm/min_norm_point.hpp"

namespace halfspace {
namespace {

constexpr std::size_t most_entries = std::size_t{1} << 26U;  // of the points held: 512 MB
constexpr std::uint64_t most_steps = 20000;
constexpr std::size_t least_points = 64;
constexpr std::size_t most_polished = 600;    // columns of a d x d system
constexpr std::size_t most_eliminated = 200;  // unknowns, in long double
constexpr double tight = 1e-6;

class HardMargin {
 public:
  HardMargin(const Design& z, SolverRun& run)
      : z_(z), run_(run), differences_(z.free_bias()), m_(z.n()), wide_(z.dims()) {
    for (std::size_t i = 0; i < z.n(); ++i) longest_ = std::max(longest_, z.squared_norm(i));
    longest_ = longest_ > 0 ? std::sqrt(longest_) : 1;
  }

  /// True when the answer is proven, or there is none, or the run was ended.
  bool run() {
    HullOracle oracle;
    oracle.dims = differences_ ? z_.features() : z_.dims();
    oracle.write = [&](const HullPoint& p, std::span<double> to) { write(p, to); };
    oracle.lowest = [&](std::span<const double> u, double below, std::size_t most) { return lowest(u, below, most); };
    oracle.stop =
        StopToken().part([&] { return run_.stop(std::numeric_limits<double>::infinity(), run_.answer.proof.gap); });
    const std::size_t room = std::max(most_entries / (z_.dims() + 1), least_points);
    const double accuracy = run_.tol() < tight ? 1e-13 : run_.tol() / 100;
    const HullResult found = min_norm_point(oracle, {}, HullGoal::nearest, {most_steps, room, accuracy});
    if (found.answer == HullAnswer::contains) {
      run_.status = Status::not_separable;
      return true;
    }
    bool answered = false;
    run_.completes([&] { answered = this->answered(found); });
    return answered || run_.status.has_value();
  }

 private:
  void write(const HullPoint& p, std::span<double> to) {
    std::fill(wide_.begin(), wide_.end(), 0.0);
    z_.add_row(p.row, 1 / longest_, wide_);
    if (p.minus != HullPoint::none) z_.add_row(p.minus, 1 / longest_, wide_);  // z of class -1 is -x
    std::copy(wide_.begin(), wide_.begin() + static_cast<std::ptrdiff_t>(to.size()), to.begin());
  }

  /// m = Z u / longest, without the bias of differences
  void price(std::span<const double> u) {
    std::copy(u.begin(), u.end(), wide_.begin());
    if (differences_) wide_.back() = 0;
    z_.margins(wide_, m_);
    for (double& m : m_) m /= longest_;
  }

  /// Rows with the smallest m, one of each value, of one class or (0) of both.
  std::vector<std::size_t> smallest(std::size_t most, double sign, double below) const {
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < m_.size(); ++i) {
      if (m_[i] < below && sign != -z_.sign(i)) rows.push_back(i);
    }
    const auto before = [&](std::size_t a, std::size_t b) { return m_[a] != m_[b] ? m_[a] < m_[b] : a < b; };
    if (rows.size() > 4 * most) {
      std::nth_element(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(4 * most), rows.end(), before);
      rows.resize(4 * most);
    }
    std::sort(rows.begin(), rows.end(), before);
    rows.erase(std::unique(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) { return m_[a] == m_[b]; }),
               rows.end());
    rows.resize(std::min(rows.size(), most));
    return rows;
  }

  std::vector<HullPoint> lowest(std::span<const double> u, double below, std::size_t most) {
    price(u);
    std::vector<HullPoint> points;
    if (!differences_) {
      for (const std::size_t i : smallest(most, 0, below)) points.push_back({i});
      return points;
    }
    constexpr double any = std::numeric_limits<double>::infinity();
    const auto up = smallest(most / 2, 1, any);
    const auto down = smallest(most / 2, -1, any);
    for (std::size_t k = 0; k < std::max(up.size(), down.size()); ++k) {  // the best with the next best
      if (k < up.size()) points.push_back({up[k], down[0]});
      if (k > 0 && k < down.size()) points.push_back({up[0], down[k]});
    }
    return points;
  }

  bool answered(const HullResult& found) {
    price(found.u);
    std::vector<double> v(wide_);
    std::vector<double> alpha(z_.n());
    for (std::size_t k = 0; k < found.points.size(); ++k) {
      alpha[found.points[k].row] += found.multipliers[k];
      if (differences_) alpha[found.points[k].minus] += found.multipliers[k];
    }
    for (double& m : m_) m *= longest_;
    double low = std::numeric_limits<double>::infinity();  // the least margin, halved between the classes
    if (differences_) {
      double least[2] = {low, low};  // NOLINT(cppcoreguidelines-avoid-c-arrays)
      for (std::size_t i = 0; i < m_.size(); ++i) {
        double& side = least[z_.sign(i) > 0 ? 0 : 1];
        side = std::min(side, m_[i]);
      }
      low = (least[0] + least[1]) / 2;
      v.back() = (least[1] - least[0]) / 2;
    } else {
      for (const double m : m_) low = std::min(low, m);
    }
    if (!(low > 0)) return false;
    for (double& x : v) x /= low;
    scale(alpha);
    const bool enough = prove(v, alpha);
    if (run_.tol() < tight && z_.dims() <= most_polished) polish(v, alpha);
    return enough || run_.within(run_.answer.proof);
  }

  /// The multiple of α with the greatest dual: t Σ α - t^2 |Z'α|^2 / 2
  void scale(std::vector<double>& alpha) const {
    std::vector<double> q(z_.dims());
    if (z_.free_bias()) balance(z_, std::vector<double>(z_.n()), alpha);
    z_.combine(alpha, q);
    double sum = 0;
    double square = 0;
    for (const double a : alpha) sum += a;
    for (std::size_t j = 0; j < q.size(); ++j) square += z_.penalty(j).l2 > 0 ? q[j] * q[j] : 0;
    for (double& a : alpha) a *= sum / square;
  }

  bool prove(std::vector<double>& v, std::vector<double>& alpha) {
    std::vector<double> price(z_.n());
    for (std::size_t i = 0; i < price.size(); ++i) price[i] = -alpha[i];  // rows that pull take up the rounding
    if (z_.free_bias()) balance(z_, price, alpha);
    return run_.proven(v, alpha);
  }

  /// The linear system of the rows that pull, which mends the last digits of both.
  void polish(const std::vector<double>& v, const std::vector<double>& alpha) {
    std::vector<BoxPlace> place(z_.n());
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < z_.n(); ++i) {
      place[i] = alpha[i] > 0 ? BoxPlace::free : BoxPlace::zero;
      if (alpha[i] > 0) rows.push_back(i);
    }
    std::vector<double> x(v);
    std::vector<double> a(alpha);
    if (z_.dims() + rows.size() <= most_eliminated && solve_face_exactly(z_, rows, x, a) &&
        *std::min_element(a.begin(), a.end()) >= 0)
      mended(x, a);
    x = v;
    a = alpha;
    if (!run_.within(run_.answer.proof) && solve_active_set(z_, place, x, a)) mended(x, a);
  }

  void mended(std::vector<double> v, std::vector<double> alpha) {
    z_.margins(v, m_);
    const double least = *std::min_element(m_.begin(), m_.end());
    if (!(least > 0)) return;
    if (least < 1) {
      for (double& x : v) x /= least;
    }
    if (z_.free_bias()) prove(v, alpha);
    run_.proven_as_well(v, alpha);
  }

  const Design& z_;
  SolverRun& run_;
  bool differences_;
  double longest_ = 0;
  std::vector<double> m_;     // n
  std::vector<double> wide_;  // d
};

}  // namespace

bool solve_hard_margin(const Design& z, SolverRun& run) {
  run.begin("min-norm");
  return HardMargin(z, run).run();
}

}  // namespace halfspace
