#include "solver/linear/joint/joint.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/wide_elementary.hpp"
#include "solver/linear/finish.hpp"
#include "solver/linear/joint/joint_proof.hpp"

namespace halfspace {

JointRows::JointRows(const ClassProblem& p, const LinearOptions& o, StopToken stop)
    : x_(p.x),
      label_(p.label),
      stop_(std::move(stop)),
      stored_(std::visit([](const auto& x) { return x.stored(); }, p.x)),
      classes_(p.classes),
      bias_(o.bias != Bias::none),
      free_(o.bias == Bias::free),
      loss_(o.loss) {
  features_ = std::visit([](const auto& x) { return x.cols; }, x_);
  for (std::size_t i = 0; i < label_.size(); ++i) cost_.push_back(o.C * (p.weight.empty() ? 1 : p.weight[i]));
}

double JointRows::squared_norm(std::size_t i) const {
  return std::visit([&](const auto& x) { return halfspace::squared_norm(x.row(i)); }, x_) + (bias_ ? 1 : 0);
}

void JointRows::scores(std::span<const double> W, std::span<double> s) const {
  each_block([&](const auto& x, std::size_t first, std::size_t last, std::size_t k) {
    const double* w = W.data() + k * side();
    for (std::size_t i = first; i < last; ++i) s[i * classes_ + k] = dot(x.row(i), w) + (bias_ ? w[features_] : 0);
  });
}

void JointRows::combine(std::span<const double> a, std::span<double> Q) const {
  std::vector<double> own(n());
  Pace pace(stop_);
  for (std::size_t i = 0; i < n(); ++i) {
    pace.check(classes_);
    for (std::size_t k = 0; k < classes_; ++k) own[i] += k == label_[i] ? 0 : a[i * classes_ + k];
  }
  add_all([&](std::size_t i, std::size_t k) { return k == label_[i] ? own[i] : -a[i * classes_ + k]; }, Q);
}

void JointRows::combine_all(std::span<const double> alpha, std::span<double> Q) const {
  add_all([&](std::size_t i, std::size_t k) { return alpha[i * classes_ + k]; }, Q);
}

template <class F>
void JointRows::add_all(F alpha, std::span<double> Q) const {
  std::fill(Q.begin(), Q.end(), 0.0);
  each_block([&](const auto& x, std::size_t first, std::size_t last, std::size_t k) {
    double* q = Q.data() + k * side();
    for (std::size_t i = first; i < last; ++i) {
      const double c = alpha(i, k);
      if (c == 0) continue;
      axpy(c, x.row(i), q);
      if (bias_) q[features_] += c;
    }
  });
}

void JointRows::add_square(std::size_t i, std::span<const double> M, std::span<double> row, std::span<double> H) const {
  std::fill(row.begin(), row.end(), 0.0);
  if (bias_) row.back() = 1;
  std::visit([&](const auto& x) { for_each_entry(x.row(i), [&](std::size_t j, double v) { row[j] = v; }); }, x_);
  for (std::size_t k = 0; k < classes_; ++k) {
    for (std::size_t l = 0; l <= k; ++l) {
      const double c = M[k * classes_ + l];
      for (std::size_t j = 0; j < side() && c != 0; ++j) {
        double* to = H.data() + (k * side() + j) * size() + l * side();
        if (row[j] != 0) axpy(c * row[j], row.data(), k == l ? j + 1 : side(), to);
      }
    }
  }
}

bool JointRun::proven(std::span<const double> W, std::span<const double> a) {
  const Proof p = prove_joint(z_, W, a);
  if (W_.empty() || p.gap < proof_.gap) {
    proof_ = p;
    credit();
    W_.assign(W.begin(), W.end());
    support_vectors_ = 0;
    for (std::size_t i = 0; i < z_.n(); ++i) {
      bool pulls = false;
      for (std::size_t k = 0; k < z_.classes(); ++k) pulls = pulls || (k != z_.label(i) && a[i * z_.classes() + k] > 0);
      support_vectors_ += pulls ? 1 : 0;
    }
  }
  return within(p);
}

void JointRun::unproven(std::span<const double> W, double primal) {
  if (!W_.empty()) return;
  W_.assign(W.begin(), W.end());
  proof_ = {};
  proof_.primal = primal;
  if (std::any_of(W.begin(), W.end(), [](double w) { return w != 0; })) return;
  long double sum = 0;
  for (std::size_t i = 0; i < z_.n(); ++i) sum += z_.cost(i);
  if (traits_of(z_.loss()).joint == Multiclass::multinomial)
    sum *= elementary::wide_log(static_cast<long double>(z_.classes()));
  const long double slack = static_cast<long double>(z_.n() + 8) * std::numeric_limits<long double>::epsilon();
  const auto above = static_cast<double>(sum * (1 + slack));
  proof_ = {static_cast<double>(sum), 0, std::nextafter(above, std::numeric_limits<double>::infinity())};
  credit();
}

ClassResult JointRun::finished(std::string why) const {
  ClassResult out;
  LinearResult& r = out.result;
  r.primal = proof_.primal;
  r.dual = proof_.dual;
  r.gap = proof_.gap;
  r.has_dual = std::isfinite(r.gap);
  r.status = within(proof_) ? Status::converged : status.value_or(Status::not_converged);
  r.rounds = rounds;
  r.solver = answered();
  if (ran().size() > 1) r.ran = ran();
  r.why = std::move(why);
  r.support_vectors = support_vectors_;
  const bool bounded = spent() && r.status == Status::not_converged;
  r.stop_reason = bounded ? spent_text(r, options(), most_work) : stop_reason(r, options());
  r.w.reserve(z_.classes() * z_.features());
  for (std::size_t k = 0; k < z_.classes(); ++k) {
    for (std::size_t j = 0; j < z_.features(); ++j) r.w.push_back(W_[k * z_.side() + j] + 0.0);  // no -0
    out.b.push_back(z_.bias() ? W_[k * z_.side() + z_.features()] + 0.0 : 0);
  }
  return out;
}

}  // namespace halfspace
