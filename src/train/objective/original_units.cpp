#include "train/objective/original_units.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "solver/linear/finish.hpp"
#include "solver/linear/given_start.hpp"
#include "solver/linear/primal/firth_likelihood.hpp"

namespace halfspace {
namespace {

double least_margin(const Design& z, const std::vector<double>& v) {
  std::vector<double> m(z.n());
  z.margins(v, m);
  return m.empty() ? 1 : *std::min_element(m.begin(), m.end());
}

void withdraw_what_was_lost(const LinearOptions& o, double scale, LinearResult& r) {
  if (r.status != Status::converged || r.gap <= o.tol * scale) return;
  r.status = Status::not_converged;
  r.stop_reason = "the weights lose " + short_bound(r.gap / scale, 3) +
                  " of the objective when their bias is rounded: a column is far from 0 against its spread; subtract a "
                  "constant from it beforehand, or raise --tol";
}

}  // namespace

void recheck_in_original_units(const LinearProblem& problem, const LinearOptions& o, bool exact, bool bounded,
                               LinearResult& r) {
  if (!r.has_dual && !bounded) return;
  const Design z(problem, o);
  std::vector<double> v(r.w);
  v.push_back(r.b);
  const double infinite = std::numeric_limits<double>::infinity();
  const bool anew = !exact && r.has_dual && !r.alpha.empty();
  const Proof proof = anew ? proof_of(z, o, v, r.alpha)
                           : prove(z, v, std::vector<double>(z.n()));  // D(0) = 0: its gap is f(v), rounded up
  if (anew) {
    r.dual = proof.dual;
    r.gap = proof.gap;
  } else {
    r.gap = r.has_dual ? std::nextafter(proof.gap - r.dual, infinite)
                       : std::nextafter(r.gap + std::max(0.0, proof.gap - r.primal), infinite);
  }
  r.primal = proof.primal;
  constexpr std::string_view by_gap = "duality gap";
  if (r.status == Status::converged && r.stop_reason.starts_with(by_gap)) r.stop_reason = stop_reason(r, o);
  if (r.has_kkt && std::isinf(o.C)) r.kkt.primal_feasibility = std::max(0.0, 1 - least_margin(z, v));
  withdraw_what_was_lost(o, r.primal, r);
}

void recheck_at_bias(const LinearProblem& problem, const LinearOptions& o, double b, bool bounded, LinearResult& r) {
  const double told = std::exchange(r.b, b);
  if (o.penalty == PenaltyKind::firth && std::isfinite(r.gap)) {
    const StopToken whole;
    const Design z(problem, o);
    std::vector<double> v(r.w);
    v.push_back(b);
    const double primal = FirthLikelihood(z, whole).at_weights(v);
    r.gap += std::max(0.0, primal - r.primal);
    r.primal = primal;
    withdraw_what_was_lost(o, std::max(1.0, std::fabs(primal)), r);  // log det may cancel the loss
  } else {
    recheck_in_original_units(problem, o, true, bounded, r);
  }
  r.b = told;
}

double moved_bias(double b, std::span<const double> w, std::span<const double> c) {
  double lost = 0;  // what rounding takes from b: TwoSum and TwoProduct (Ogita, Rump, Oishi 2005)
  for (std::size_t j = 0; j < w.size(); ++j) {
    const double product = w[j] * c[j];
    const double sum = b + product;
    const double back = sum - b;
    lost += (b - (sum - back)) + (product - back) + std::fma(w[j], c[j], -product);
    b = sum;
  }
  return b + lost;
}

}  // namespace halfspace
