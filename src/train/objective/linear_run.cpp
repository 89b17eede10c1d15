#include "train/objective/linear_run.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <variant>

namespace halfspace {
namespace {

std::string loss_text(LossKind kind) {
  return std::visit([](auto loss) { return std::string(loss.formula); }, loss_of(kind));
}

std::string penalty_text(const LinearOptions& o) {
  return formula_of(o.penalty, o.bias == Bias::augmented ? "(w, b)" : "w");
}

}  // namespace

const LinearRun& LinearTraining::least_far() const {
  static constexpr std::array<Status, 6> order = {Status::interrupted,   Status::timeout, Status::not_separable,
                                                  Status::not_converged, Status::rounds,  Status::converged};
  const auto rank = [](const LinearRun& r) { return std::find(order.begin(), order.end(), r.result.status); };
  const auto gap = [](const LinearRun& r) {
    const double share = r.result.gap / std::max(std::fabs(r.result.primal), 1e-300);
    return std::isnan(share) ? std::numeric_limits<double>::infinity() : share;  // not known
  };
  return *std::min_element(runs.begin(), runs.end(), [&](const auto& a, const auto& b) {
    return rank(a) != rank(b) ? rank(a) < rank(b) : gap(a) > gap(b);
  });
}

std::optional<std::uint64_t> positive_multipliers(const LinearRun& run) {
  const std::vector<double>& alpha = run.result.alpha;
  if (alpha.empty()) return run.positive;
  return static_cast<std::uint64_t>(std::count_if(alpha.begin(), alpha.end(), [](double a) { return a > 0; }));
}

std::string objective_text(const LinearTraining& all) {
  const LinearRequest& request = all.request;
  const LinearOptions& o = request.options;
  const std::string penalty = penalty_text(o);
  const std::string sum = request.mean_form() ? "(1/n) sum c_i " : "C sum c_i ";
  const std::string squares = o.bias == Bias::augmented ? "1/2 sum |(w_k, b_k)|^2" : "1/2 sum |w_k|^2";
  const std::string penalties = request.mean_form() ? "lambda (" + squares + ")" : squares;
  if (all.multiclass == Multiclass::multinomial) return sum + "log(sum_k e^(s_ik - s_iy)) + " + penalties;
  if (all.multiclass == Multiclass::crammer_singer) return sum + "max(0, max_(k != y) 1 + s_ik - s_iy) + " + penalties;
  if (request.kernel.nu > 0) return "1/2 |w|^2 - nu rho + sum c_i/n max(0, rho - m_i)";
  if (request.hard_margin()) return penalty + " subject to m_i >= 1";
  if (o.penalty == PenaltyKind::firth) return "sum c_i " + loss_text(o.loss) + " - " + penalty;
  if (o.penalty == PenaltyKind::none) return "sum c_i " + loss_text(o.loss);
  if (request.mean_form()) return "(1/n) sum c_i " + loss_text(o.loss) + " + lambda (" + penalty + ")";
  return "C sum c_i " + loss_text(o.loss) + " + " + penalty;
}

std::optional<double> margin_of(const LinearRun& run, Bias bias) {
  if (run.b.size() != 1) return std::nullopt;
  double square = bias == Bias::augmented ? run.b[0] * run.b[0] : 0;
  for (const double v : run.result.w) square += v * v;
  if (run.result.w.empty()) square = run.result.squared_length;
  return square > 0 ? std::optional(1 / std::sqrt(square)) : std::nullopt;
}

}  // namespace halfspace
