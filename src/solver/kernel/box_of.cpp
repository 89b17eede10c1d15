#include "solver/kernel/box_of.hpp"

#include <algorithm>
#include <utility>

#include "base/number.hpp"
#include "base/text.hpp"

namespace halfspace {
namespace {

double weight_of(const LinearProblem& p, std::size_t i) { return p.weight.empty() ? 1 : p.weight[i]; }

/// The first rows of each class at their caps, ν n / 2 in all. Error: one class has less.
Result<std::vector<double>> start_of_nu(const BoxProblem& q, double nu) {
  double n = 0;
  std::array<double, 2> of{};
  for (std::size_t i = 0; i < q.y.size(); ++i) {
    n += q.cap[i];
    of[q.y[i] > 0 ? 1 : 0] += q.cap[i];
  }
  const double most = 2 * std::min(of[0], of[1]) / n;
  if (nu > most)
    return Error{Code::usage, "--nu",
                 number_text(nu) + " is too much for these classes: at most " + number_text(most) +
                     ", twice the share of the smaller one"};
  std::array<double, 2> left = {nu * n / 2, nu * n / 2};
  std::vector<double> start(q.y.size());
  for (std::size_t i = 0; i < start.size(); ++i) {
    double& mine = left[q.y[i] > 0 ? 1 : 0];
    start[i] = std::min(mine, q.cap[i]);
    mine -= start[i];
  }
  return start;
}

/// From -C l*(-α/C) = α - ridge α^2/(2 C) up to the cap, C times the steepest slope.
void add_conjugate(BoxProblem& q, LossKind loss) {
  const double ridge = traits_of(loss).ridge.value_or(0);
  const double steepest = -least_slope_of(loss);
  for (double& c : q.cap) {
    if (ridge > 0) q.ridge.push_back(c > 0 ? 1 / (c / ridge) : 0);
    if (c > 0) c *= steepest;
  }
}

}  // namespace

Result<BoxProblem> box_of(const LinearProblem& p, const LinearOptions& o, const KernelChoices& k) {
  const std::size_t n = p.y.size();
  BoxProblem q{p.x,
               function_of(k),
               o.bias == Bias::augmented ? 1.0 : 0.0,
               {p.y.begin(), p.y.end()},
               {},
               {},
               {},
               {},
               o.bias == Bias::free ? Equality::sum : Equality::none};
  q.p.assign(n, k.nu > 0 ? 0.0 : -1.0);
  q.cap.resize(n);
  for (std::size_t i = 0; i < n; ++i) q.cap[i] = k.nu > 0 ? weight_of(p, i) : weight_of(p, i) * o.C;
  add_conjugate(q, o.loss);
  if (k.nu == 0) return q;
  auto start = start_of_nu(q, k.nu);
  if (!start) return start.error();
  q.start = std::move(start).value();
  q.equality = Equality::classes;
  return q;
}

}  // namespace halfspace
