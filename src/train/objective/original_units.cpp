#include "train/objective/original_units.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/text.hpp"
#include "solver/linear/given_start.hpp"

namespace halfspace {
namespace {

double least_margin(const Design& z, const std::vector<double>& v) {
  std::vector<double> m(z.n());
  z.margins(v, m);
  return m.empty() ? 1 : *std::min_element(m.begin(), m.end());
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
  if (r.has_kkt && std::isinf(o.C)) r.kkt.primal_feasibility = std::max(0.0, 1 - least_margin(z, v));
  if (r.status != Status::converged || r.gap <= o.tol * r.primal) return;
  r.status = Status::not_converged;
  r.stop_reason = "the weights lose " + short_bound(r.gap / r.primal, 3) +
                  " of the objective when their bias is rounded: a column is far from 0 against its spread; subtract a "
                  "constant from it (--scale standard), or raise --tol";
}

}  // namespace halfspace
