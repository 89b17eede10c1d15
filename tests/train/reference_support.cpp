#include "train/reference_support.hpp"

#include <algorithm>

namespace halfspace::reference {
namespace {

enum class Place { zero, inside, cap };

class Shares {
 public:
  explicit Shares(const SmallProgram& p) : p_(p), place_(p.y.size(), Place::zero) {}

  std::vector<Vector> run() {
    extend(0);
    return std::move(found_);
  }

 private:
  void extend(std::size_t t) {
    if (t == place_.size()) {
      consider();
      return;
    }
    for (const Place place : {Place::zero, Place::inside, Place::cap}) {
      if (place == Place::cap && !p_.cap[t]) continue;
      place_[t] = place;
      extend(t + 1);
    }
  }

  /// Stationary on the rows inside, and of the right sign elsewhere.
  void consider() {
    std::vector<std::size_t> inside;
    Vector alpha(place_.size());
    for (std::size_t t = 0; t < place_.size(); ++t) {
      if (place_[t] == Place::inside) inside.push_back(t);
      if (place_[t] == Place::cap) alpha[t] = *p_.cap[t];
    }
    std::vector<int> groups;  // with rows inside
    for (std::size_t g = 0; g < p_.kept.size(); ++g) {
      const auto has = [&](std::size_t t) { return p_.group[t] == static_cast<int>(g); };
      if (std::any_of(inside.begin(), inside.end(), has)) groups.push_back(static_cast<int>(g));
    }
    const std::size_t m = inside.size();
    Rows a(m + groups.size(), Vector(m + groups.size()));
    Vector b(m + groups.size());
    for (std::size_t r = 0; r < m; ++r) {
      b[r] = -gradient(inside[r], alpha);
      for (std::size_t s = 0; s < m; ++s) a[r][s] = p_.Q[inside[r]][inside[s]];
      for (std::size_t k = 0; k < groups.size(); ++k) {
        if (p_.group[inside[r]] != groups[k]) continue;
        a[r][m + k] = p_.y[inside[r]];
        a[m + k][r] = p_.y[inside[r]];
      }
    }
    for (std::size_t k = 0; k < groups.size(); ++k)
      b[m + k] = p_.kept[static_cast<std::size_t>(groups[k])] - sum(groups[k], alpha);
    const auto x = m == 0 ? std::optional<Vector>(Vector()) : unique_solution(a, b);
    if (!x) return;
    for (std::size_t r = 0; r < m; ++r) {
      alpha[inside[r]] = (*x)[r];
      if (alpha[inside[r]] <= 0 || (p_.cap[inside[r]] && alpha[inside[r]] >= *p_.cap[inside[r]])) return;
    }
    for (std::size_t g = 0; g < p_.kept.size(); ++g) {
      if (sum(static_cast<int>(g), alpha) != p_.kept[g]) return;
    }
    if (signs_fit(alpha) && std::find(found_.begin(), found_.end(), alpha) == found_.end()) found_.push_back(alpha);
  }

  mpq_class gradient(std::size_t t, const Vector& alpha) const { return p_.p[t] + dot(p_.Q[t], alpha); }

  mpq_class sum(int g, const Vector& alpha) const {
    mpq_class out;
    for (std::size_t t = 0; t < alpha.size(); ++t) {
      if (p_.group[t] == g) out += p_.y[t] * alpha[t];
    }
    return out;
  }

  /// Some level b of each group has g + y b >= 0 where α may rise and <= 0 where it may fall.
  bool signs_fit(const Vector& alpha) const {
    for (int g = -1; g < static_cast<int>(p_.kept.size()); ++g) {
      std::optional<mpq_class> least;
      std::optional<mpq_class> most;
      for (std::size_t t = 0; t < alpha.size(); ++t) {
        if (p_.group[t] != g) continue;
        const mpq_class u = -p_.y[t] * gradient(t, alpha);
        const bool rises = !p_.cap[t] || alpha[t] < *p_.cap[t];
        const bool falls = alpha[t] > 0;
        if (p_.y[t] > 0 ? rises : falls) least = least ? std::max(*least, u) : u;
        if (p_.y[t] > 0 ? falls : rises) most = most ? std::min(*most, u) : u;
      }
      if (g < 0 && ((least && *least > 0) || (most && *most < 0))) return false;
      if (g >= 0 && least && most && *least > *most) return false;
    }
    return true;
  }

  const SmallProgram& p_;
  std::vector<Place> place_;
  std::vector<Vector> found_;
};

}  // namespace

std::vector<Vector> optimal_corners(const SmallProgram& program) { return Shares(program).run(); }

}  // namespace halfspace::reference
