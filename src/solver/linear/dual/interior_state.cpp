#include "solver/linear/dual/interior_state.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "solver/linear/predictor_corrector.hpp"

namespace halfspace {

InteriorState::InteriorState(const Design& z)
    : z_(z), n_(z.n()), hard_(std::isinf(z.cost()[0])), all_(z.dims()), H_(z.dims() * z.dims()) {
  std::iota(all_.begin(), all_.end(), std::size_t{0});
  for (auto* v : {&v_, &dv_, &rd_, &right_}) v->assign(z.dims(), 0.0);
  for (auto* v : {&m_, &a_, &s_, &t_, &xi_, &theta_, &q_, &rp_, &da_, &ds_, &dt_, &dxi_, &dm_, &ct_, &cx_}) {
    v->assign(n_, 0.0);
  }
  double squares = 0;
  for (std::size_t i = 0; i < n_; ++i) squares += z.squared_norm(i);
  for (std::size_t i = 0; i < n_; ++i) {
    a_[i] = hard_ ? static_cast<double>(n_) / std::max(squares, 1e-300) : z.cost()[i] / 2;
    s_[i] = hard_ ? 1 : z.cost()[i] / 2;
    t_[i] = 1;
    xi_[i] = hard_ ? 0 : 1;
  }
}

void InteriorState::find_residuals() {
  z_.margins(v_, m_);
  z_.combine(a_, rd_);
  for (std::size_t j = 0; j < rd_.size(); ++j) rd_[j] = z_.penalty(j).l2 * v_[j] - rd_[j];
  for (std::size_t i = 0; i < n_; ++i) rp_[i] = m_[i] - 1 - t_[i] + xi_[i];
}

double InteriorState::infeasibility() const {
  double most = 0;
  for (const double r : rp_) most = std::max(most, std::fabs(r));
  return most;
}

double InteriorState::objective() const {
  double sum = penalty_sum(z_, v_);
  for (std::size_t i = 0; i < n_ && !hard_; ++i) sum += z_.cost()[i] * std::max(0.0, 1 - m_[i]);
  return sum;
}

double InteriorState::complementarity() const {
  double sum = 0;
  for (std::size_t i = 0; i < n_; ++i) sum += a_[i] * t_[i] + (hard_ ? 0 : s_[i] * xi_[i]);
  return sum / products();
}

double InteriorState::complementarity_ahead() const {
  return complementarity(std::min(1.0, longest(a_, da_, s_, ds_)), std::min(1.0, longest(t_, dt_, xi_, dxi_)));
}

double InteriorState::complementarity(double of_alpha, double of_slacks) const {
  double sum = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    sum += (a_[i] + of_alpha * da_[i]) * (t_[i] + of_slacks * dt_[i]);
    if (!hard_) sum += (s_[i] + of_alpha * ds_[i]) * (xi_[i] + of_slacks * dxi_[i]);
  }
  return sum / products();
}

double InteriorState::gap_estimate() const {
  double sum = 0;
  for (std::size_t i = 0; i < n_; ++i) sum += a_[i] * t_[i] + (hard_ ? 0 : s_[i] * xi_[i]) + a_[i] * std::fabs(rp_[i]);
  for (std::size_t j = 0; j < rd_.size(); ++j) sum += std::fabs(rd_[j] * v_[j]) + rd_[j] * rd_[j];
  return sum;
}

void InteriorState::factor(const StopToken& stop) {
  for (std::size_t i = 0; i < n_; ++i) theta_[i] = 1 / (t_[i] / a_[i] + (hard_ ? 0 : xi_[i] / s_[i]));
  z_.gram(theta_, all_, H_);
  for (std::size_t j = 0; j < rd_.size(); ++j) H_[j * rd_.size() + j] += z_.penalty(j).l2;
  cholesky_.emplace(H_, rd_.size(), Dependent::kept, stop);
}

void InteriorState::predict() {
  std::fill(ct_.begin(), ct_.end(), 0.0);
  std::fill(cx_.begin(), cx_.end(), 0.0);
  direction(0);
}

void InteriorState::correct(double mu) {
  for (std::size_t i = 0; i < n_; ++i) {
    ct_[i] = da_[i] * dt_[i];
    cx_[i] = ds_[i] * dxi_[i];
  }
  direction(mu);
}

void InteriorState::correct_less(double mu, double weight) {
  for (std::size_t i = 0; i < n_; ++i) {
    ct_[i] *= weight;
    cx_[i] *= weight;
  }
  direction(mu);
}

void InteriorState::direction(double mu) {
  for (std::size_t i = 0; i < n_; ++i) {
    const double wt = mu - a_[i] * t_[i] - ct_[i];
    const double wx = hard_ ? 0 : mu - s_[i] * xi_[i] - cx_[i];
    q_[i] = theta_[i] * (-rp_[i] + wt / a_[i] - (hard_ ? 0 : wx / s_[i]));
  }
  z_.combine(q_, right_);
  for (std::size_t j = 0; j < rd_.size(); ++j) dv_[j] = right_[j] - rd_[j];
  cholesky_->solve_refined(H_, dv_);
  z_.margins(dv_, dm_);
  for (std::size_t i = 0; i < n_; ++i) {
    const double wt = mu - a_[i] * t_[i] - ct_[i];
    da_[i] = q_[i] - theta_[i] * dm_[i];  // dα = Θ (q - Z dv)
    ds_[i] = -da_[i];
    dt_[i] = (wt - t_[i] * da_[i]) / a_[i];
    if (hard_) continue;
    const double wx = mu - s_[i] * xi_[i] - cx_[i];
    dxi_[i] = (wx - xi_[i] * ds_[i]) / s_[i];
  }
}

double InteriorState::longest(const Numbers& a, const Numbers& da, const Numbers& b, const Numbers& db) const {
  StepToBoundary step;
  for (std::size_t i = 0; i < n_; ++i) {
    step.keep(a[i], da[i]);
    if (!hard_) step.keep(b[i], db[i]);
  }
  return step.longest();
}

double InteriorState::longest() const { return std::min(longest(a_, da_, s_, ds_), longest(t_, dt_, xi_, dxi_)); }

void InteriorState::move(double step) {
  for (std::size_t j = 0; j < v_.size(); ++j) v_[j] += step * dv_[j];
  for (std::size_t i = 0; i < n_; ++i) {
    a_[i] += step * da_[i];
    t_[i] += step * dt_[i];
    if (hard_) continue;
    s_[i] += step * ds_[i];
    xi_[i] += step * dxi_[i];
  }
}

}  // namespace halfspace
