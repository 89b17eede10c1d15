// With the signs as they are the minimum of the wide model is a linear system, of which some steps of conjugate gradients
// are taken: sweeps alone are slow where columns resemble one another (Byrd, Chin, Nocedal, Oztoprak 2016).
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "linalg/conjugate_gradients.hpp"
#include "solver/linear/primal/wide_model.hpp"

namespace halfspace {

/// To the face's minimum, weights that would change sign to 0; where q is not less there, as far as the first of them:
/// then false.
bool WideModel::face_step(double accuracy) {
  constexpr double least_share = 0.25;
  const Face face = face_of_signs();
  const std::vector<double> x = to_face_minimum(face, accuracy);
  double first_zero = 1;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double v = weight(face.columns[k]);
    if (penalty_[face.columns[k]].l1 > 0 && v * (v + x[k]) <= 0) first_zero = std::min(first_zero, v / -x[k]);
  }
  for (double share = 1; share >= least_share && first_zero < 1; share /= 2) {
    if (step_inside(face, x, share)) return true;
  }
  return step_inside(face, x, first_zero) && first_zero == 1;
}

WideModel::Face WideModel::face_of_signs() const {
  Face face;
  for (std::size_t a = 0; a < bias_; ++a) {
    const double v = weight(a);
    if (v == 0 && penalty_[a].l1 > 0) continue;
    face.columns.push_back(a);
    face.slope.push_back(slope(a) + added_[a] * u_[a]);
    face.kink.push_back(v == 0 ? 0 : std::copysign(penalty_[a].l1, v));
  }
  return face;
}

/// X s of the face, without the bias; c.s
double WideModel::along(const Face& face, const std::vector<double>& s, std::vector<double>& t) const {
  std::fill(t.begin(), t.end(), 0.0);
  double with_bias = 0;
  for (std::size_t k = 0; k < s.size(); ++k) {
    const std::size_t a = face.columns[k];
    if (s[k] == 0) continue;
    with_bias += with_bias_[a] * s[k];
    for (std::size_t e = on_->start[a]; e < on_->start[a + 1]; ++e) t[on_->row[e]] += on_->value[e] * s[k];
  }
  return with_bias;
}

std::vector<double> WideModel::to_face_minimum(const Face& face, double accuracy) {
  constexpr std::size_t most_face_products = 50;
  const std::size_t size = face.columns.size();
  std::vector<double> r(size);
  std::vector<double> diagonal(size);
  double most = 0;
  std::size_t entries = 0;
  for (std::size_t k = 0; k < size; ++k) {
    const std::size_t a = face.columns[k];
    r[k] = -face.slope[k] - face.kink[k];
    most = std::max(most, std::fabs(r[k]));
    diagonal[k] = h_[a];
    entries += on_->start[a + 1] - on_->start[a];
  }
  std::vector<double> t(z_.n());
  Pace pace(z_.stop_token());
  const auto product = [&](const std::vector<double>& p, std::vector<double>& Hp) {
    pace.check(2 * entries + t.size());
    const double c = along(face, p, t);
    for (std::size_t i = 0; i < t.size(); ++i) t[i] *= D_[i];
    for (std::size_t k = 0; k < size; ++k) {
      const std::size_t a = face.columns[k];
      Hp[k] = (penalty_[a].l2 + added_[a]) * p[k] + sum_of(a, t) + with_bias_[a] * bias_step(c);
    }
    return true;
  };
  const double to = most > 0 ? 0.1 * accuracy / most : 1;
  std::vector<double> x;
  conjugate_gradients(r, ByDiagonal{diagonal}, {most_face_products, std::max(to * to, 1e-26)}, x,
                      ProductsAlone(product));
  return x;
}

/// Moves by this share of x, weights that change sign to 0, where that makes q less.
bool WideModel::step_inside(const Face& face, const std::vector<double>& x, double share) {
  constexpr double nothing = 1e-12;  // of a weight before
  std::vector<double> step(x.size());
  double lower = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const std::size_t a = face.columns[k];
    const double v = weight(a);
    step[k] = share * x[k];
    if (penalty_[a].l1 > 0 && v * (v + step[k]) <= nothing * (v * v)) step[k] = -v;
    lower += penalty_[a].l1 * (std::fabs(v + step[k]) - std::fabs(v)) + face.slope[k] * step[k] +
             (penalty_[a].l2 + added_[a]) / 2 * (step[k] * step[k]);
  }
  std::vector<double> t(z_.n());
  const double c = along(face, step, t);
  for (std::size_t i = 0; i < t.size(); ++i) lower += D_[i] / 2 * (t[i] * t[i]);
  lower += c * bias_step(c) / 2;
  if (!(lower < 0)) return false;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const std::size_t a = face.columns[k];
    u_[a] = step[k] == -weight(a) ? -v_[a] : u_[a] + step[k];
  }
  for (std::size_t i = 0; i < t.size(); ++i) Dt_[i] += D_[i] * t[i];
  move_bias(c);
  return true;
}

}  // namespace halfspace
