#include "exact/box_program.hpp"

#include <algorithm>
#include <utility>

#include "exact/box_system.hpp"
#include "exact/decimal_sum.hpp"
#include "exact/linear.hpp"

namespace halfspace {
namespace {

class ActiveRows {
 public:
  explicit ActiveRows(const BoxProgram& program) : q_(program), n_(program.y.size()) {
    out_.alpha = program.start;
    out_.level.resize(groups);
  }

  BoxProgramSolution run(const std::function<bool(std::size_t, std::size_t)>& stop) {
    while (out_.end == BoxProgramEnd::stopped) {
      const std::vector<std::size_t> F = interior();
      if (stop && stop(out_.steps, F.size())) break;
      ++out_.steps;
      if (!find_gradient()) break;
      if (!settled_) {
        if (!descend(F, std::nullopt)) break;
        continue;
      }
      const std::vector<std::size_t> joining = worst(F);
      if (joining.empty()) {
        out_.end = BoxProgramEnd::optimal;
        break;
      }
      std::vector<std::size_t> rows = F;
      rows.insert(rows.end(), joining.begin(), joining.end());
      std::sort(rows.begin(), rows.end());
      if (!descend(rows, joining[0])) break;
    }
    return std::move(out_);
  }

 private:
  static constexpr std::size_t groups = 2;

  bool at_cap(std::size_t t) const { return q_.cap[t] && out_.alpha[t] == *q_.cap[t]; }

  std::vector<std::size_t> interior() const {
    std::vector<std::size_t> rows;
    for (std::size_t t = 0; t < n_; ++t) {
      if (out_.alpha[t] > 0 && !at_cap(t)) rows.push_back(t);
    }
    return rows;
  }

  /// g = Qα + p
  bool find_gradient() {
    const auto a = common_fractions(out_.alpha);
    if (!a) return false;
    std::vector<std::size_t> used;
    for (std::size_t t = 0; t < n_; ++t) {
      if (a->numerator[t] != 0) used.push_back(t);
    }
    const Integer below = q_.denominator * a->denominator;
    out_.gradient.resize(n_);
    Integer sum;
    for (std::size_t s = 0; s < n_; ++s) {
      sum = 0;
      for (const std::size_t t : used) {
        if (q_.y[t] > 0) {
          add_product(sum, q_.kernel[s * n_ + t], a->numerator[t]);
        } else {
          mpz_submul(sum.get_mpz_t(), q_.kernel[s * n_ + t].get_mpz_t(), a->numerator[t].get_mpz_t());
        }
      }
      Rational& g = out_.gradient[s];
      g = Rational(q_.y[s] > 0 ? sum : Integer(-sum), below);
      g.canonicalize();
      g += q_.p[s];
      if (!q_.ridge.empty()) g += q_.ridge[s] * out_.alpha[s];
    }
    return true;
  }

  /// A step on these rows; `joined` is one of them that is at its bound and violates its condition.
  bool descend(const std::vector<std::size_t>& rows, std::optional<std::size_t> joined) {
    if (rows.empty()) {
      settled_ = true;
      out_.level.assign(groups, std::nullopt);
      return true;
    }
    BoxStep step = box_step(q_, out_.gradient, rows);
    if (step.kind == BoxStep::Kind::failed) return false;
    if (step.kind == BoxStep::Kind::solved) {
      settled_ = move(rows, step.direction, Rational(1));
      if (settled_) out_.level = step.level;
      return true;
    }
    Rational slope;
    for (std::size_t k = 0; k < rows.size(); ++k) slope += out_.gradient[rows[k]] * step.direction[k];
    if (joined && slope == 0) return false;  // K is not semidefinite
    if (slope > 0) {
      for (Rational& d : step.direction) d = -d;
    }
    settled_ = false;
    if (move(rows, step.direction, std::nullopt)) unbounded(rows, step.direction);
    return true;
  }

  /// α += θ d, θ as large as the box and `most` let it be; true when nothing but `most` was in the way.
  bool move(const std::vector<std::size_t>& rows, const std::vector<Rational>& d, std::optional<Rational> most) {
    std::optional<Rational> theta = std::move(most);
    bool full = true;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const std::size_t t = rows[k];
      if (d[k] == 0 || (d[k] > 0 && !q_.cap[t])) continue;
      const Rational room = d[k] > 0 ? Rational((*q_.cap[t] - out_.alpha[t]) / d[k]) : Rational(-out_.alpha[t] / d[k]);
      if (theta && room >= *theta) continue;
      theta = room;
      full = false;
    }
    if (!theta) return true;
    for (std::size_t k = 0; k < rows.size(); ++k) out_.alpha[rows[k]] += *theta * d[k];
    return full;
  }

  void unbounded(const std::vector<std::size_t>& rows, const std::vector<Rational>& d) {
    const std::vector<Integer> values = whole(d);
    out_.direction.assign(n_, Integer(0));
    for (std::size_t k = 0; k < rows.size(); ++k) out_.direction[rows[k]] = values[k];
    out_.end = BoxProgramEnd::unbounded;
  }

  /// The rows that join: the one whose condition is violated most, or two of a group that has none in F.
  std::vector<std::size_t> worst(const std::vector<std::size_t>& F) {
    Rational most;
    std::vector<std::size_t> rows;
    for (int g = -1; g < static_cast<int>(groups); ++g) {
      const bool held = g < 0 || std::any_of(F.begin(), F.end(), [&](std::size_t t) { return q_.group[t] == g; });
      held ? worst_row(g, most, rows) : worst_pair(g, most, rows);
    }
    return rows;
  }

  void worst_row(int g, Rational& most, std::vector<std::size_t>& rows) const {
    const Rational b = g < 0 ? Rational(0) : out_.level[static_cast<std::size_t>(g)].value_or(Rational(0));
    for (std::size_t t = 0; t < n_; ++t) {
      if (q_.group[t] != g || (out_.alpha[t] > 0 && !at_cap(t)) || no_room(t)) continue;
      Rational off = out_.gradient[t] + q_.y[t] * b;
      if (out_.alpha[t] == 0) off = -off;
      if (!(off > most)) continue;
      most = off;
      rows = {t};
    }
  }

  bool no_room(std::size_t t) const { return q_.cap[t] && *q_.cap[t] == 0; }

  /// u = -y g: of rows whose y α may rise at most b, of rows whose y α may fall at least b.
  void worst_pair(int g, Rational& most, std::vector<std::size_t>& rows) {
    std::optional<std::size_t> up;
    std::optional<std::size_t> low;
    const auto u = [&](std::size_t t) { return Rational(-q_.y[t] * out_.gradient[t]); };
    for (std::size_t t = 0; t < n_; ++t) {
      if (q_.group[t] != g || no_room(t)) continue;
      const bool rises = (q_.y[t] > 0) == (out_.alpha[t] == 0);
      if (rises && (!up || u(t) > u(*up))) up = t;
      if (!rises && (!low || u(t) < u(*low))) low = t;
    }
    std::optional<Rational>& level = out_.level[static_cast<std::size_t>(g)];
    level.reset();
    if (up && low) level = Rational((u(*up) + u(*low)) / 2);
    if (up && !low) level = u(*up);
    if (low && !up) level = u(*low);
    if (!up || !low) return;
    const Rational off = u(*up) - u(*low);
    if (!(off > most)) return;
    most = off;
    rows = {*up, *low};
  }

  const BoxProgram& q_;
  std::size_t n_;
  BoxProgramSolution out_;
  bool settled_ = false;  // the conditions hold on F
};

}  // namespace

BoxProgramSolution solve_box_program(const BoxProgram& program,
                                     const std::function<bool(std::size_t steps, std::size_t free)>& stop) {
  return ActiveRows(program).run(stop);
}

}  // namespace halfspace
