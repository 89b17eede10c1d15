#include "solver/linear/joint/joint_interior_state.hpp"

#include <algorithm>
#include <cmath>

#include "simd/ops.hpp"
#include "solver/linear/predictor_corrector.hpp"

namespace halfspace {

JointInteriorState::JointInteriorState(const JointRows& z)
    : z_(z), n_(z.n()), K_(z.classes()), pairs_(static_cast<double>(n_ * K_)), blocks_(z) {
  for (auto* v : {&W_, &dW_, &rd_, &right_}) v->assign(z.size(), 0.0);
  for (auto* v : {&a_, &t_, &m_, &rp_, &da_, &dt_, &dm_, &g_, &ct_}) v->assign(n_ * K_, 0.0);
  for (auto* v : {&r_, &xi_, &dr_, &dxi_, &cx_}) v->assign(n_, 0.0);
  for (std::size_t i = 0; i < n_; ++i) {
    z.each_other(i, [&](std::size_t p) {
      a_[p] = z.cost(i) / static_cast<double>(2 * (K_ - 1));
      t_[p] = 1;
    });
    r_[i] = z.cost(i) / 2;
    xi_[i] = 1;
  }
}

/// m_ik of these weights
void JointInteriorState::margins_of(const std::vector<double>& W, std::vector<double>& m) const {
  z_.scores(W, m);
  for (std::size_t i = 0; i < n_; ++i) {
    const double own = m[i * K_ + z_.label(i)];
    z_.each_other(i, [&](std::size_t p) { m[p] = own - m[p]; });
  }
}

void JointInteriorState::find_residuals() {
  margins_of(W_, m_);
  z_.combine(a_, rd_);
  for (std::size_t j = 0; j < rd_.size(); ++j) rd_[j] = W_[j] - rd_[j];
  infeasible_ = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    z_.each_other(i, [&](std::size_t p) {
      rp_[p] = m_[p] - 1 - t_[p] + xi_[i];
      infeasible_ = std::max(infeasible_, std::fabs(rp_[p]));
    });
  }
}

/// After a step of this length.
double JointInteriorState::complementarity(double step) const {
  double sum = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    z_.each_other(i, [&](std::size_t p) { sum += (a_[p] + step * da_[p]) * (t_[p] + step * dt_[p]); });
    sum += (r_[i] + step * dr_[i]) * (xi_[i] + step * dxi_[i]);
  }
  return sum / pairs_;
}

double JointInteriorState::complementarity_ahead() const { return complementarity(std::min(1.0, longest())); }

double JointInteriorState::objective() const {
  double sum = squared_norm(W_.data(), W_.size()) / 2;
  for (std::size_t i = 0; i < n_; ++i) {
    double loss = 0;
    z_.each_other(i, [&](std::size_t p) { loss = std::max(loss, 1 - m_[p]); });
    sum += z_.cost(i) * loss;
  }
  return sum;
}

double JointInteriorState::gap_estimate() const {
  double sum = complementarity() * pairs_;
  for (std::size_t p = 0; p < a_.size(); ++p) sum += a_[p] * std::fabs(rp_[p]);
  for (std::size_t j = 0; j < rd_.size(); ++j) sum += std::fabs(rd_[j] * W_[j]) + rd_[j] * rd_[j];
  return sum;
}

bool JointInteriorState::factor(JointRun& run) {
  const std::size_t size = z_.size();
  blocks_.set(a_, t_, r_, xi_);
  H_.assign(size * size, 0.0);
  std::vector<double> M(K_ * K_);
  std::vector<double> row(z_.side());
  for (std::size_t j = 0; j < size; ++j) H_[j * size + j] = 1;
  for (std::size_t i = 0; i < n_; ++i) {
    if (run.halted(z_.square_work(i))) return false;
    blocks_.square(i, M);
    z_.add_square(i, M, row, H_);
  }
  cholesky_.emplace(H_, size, Dependent::kept, run.stop_token());
  return true;
}

void JointInteriorState::predict() {
  std::fill(ct_.begin(), ct_.end(), 0.0);
  std::fill(cx_.begin(), cx_.end(), 0.0);
  direction(0);
}

void JointInteriorState::correct(double mu) {
  for (std::size_t p = 0; p < ct_.size(); ++p) ct_[p] = da_[p] * dt_[p];
  for (std::size_t i = 0; i < n_; ++i) cx_[i] = dr_[i] * dxi_[i];
  direction(mu);
}

void JointInteriorState::correct_less(double mu, double weight) {
  for (double& c : ct_) c *= weight;
  for (double& c : cx_) c *= weight;
  direction(mu);
}

void JointInteriorState::direction(double mu) {
  for (std::size_t i = 0; i < n_; ++i) {
    const double wx = mu - r_[i] * xi_[i] - cx_[i];
    z_.each_other(i, [&](std::size_t p) { g_[p] = -rp_[p] + (mu - a_[p] * t_[p] - ct_[p]) / a_[p] - wx / r_[i]; });
    z_.each_other(i, [&](std::size_t p) { da_[p] = g_[p]; });
    blocks_.multiply(i, da_);
  }
  z_.combine(da_, right_);
  for (std::size_t j = 0; j < rd_.size(); ++j) dW_[j] = right_[j] - rd_[j];
  cholesky_->solve_refined(H_, dW_);
  margins_of(dW_, dm_);
  for (std::size_t i = 0; i < n_; ++i) {
    z_.each_other(i, [&](std::size_t p) { da_[p] = g_[p] - dm_[p]; });
    blocks_.multiply(i, da_);
    dr_[i] = 0;
    z_.each_other(i, [&](std::size_t p) {
      dr_[i] -= da_[p];
      dt_[p] = (mu - a_[p] * t_[p] - ct_[p] - t_[p] * da_[p]) / a_[p];
    });
    dxi_[i] = (mu - r_[i] * xi_[i] - cx_[i] - xi_[i] * dr_[i]) / r_[i];
  }
}

double JointInteriorState::longest() const {
  StepToBoundary step;
  for (std::size_t i = 0; i < n_; ++i) {
    z_.each_other(i, [&](std::size_t p) {
      step.keep(a_[p], da_[p]);
      step.keep(t_[p], dt_[p]);
    });
    step.keep(r_[i], dr_[i]);
    step.keep(xi_[i], dxi_[i]);
  }
  return step.longest();
}

void JointInteriorState::move(double step) {
  for (std::size_t j = 0; j < W_.size(); ++j) W_[j] += step * dW_[j];
  for (std::size_t p = 0; p < a_.size(); ++p) {
    a_[p] += step * da_[p];
    t_[p] += step * dt_[p];
  }
  for (std::size_t i = 0; i < n_; ++i) {
    r_[i] += step * dr_[i];
    xi_[i] += step * dxi_[i];
  }
}

}  // namespace halfspace
