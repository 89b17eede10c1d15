// What a run of multinomial regression ends in: weights, biases and how it went.
#include <algorithm>
#include <cmath>

#include "driver/softmax_run.hpp"

namespace halfspace {

std::vector<double> SoftmaxRun::weights_of(std::size_t k) const {
  std::vector<double> out;
  for (std::size_t a = k; a < s_.point.size(); a += classes()) out.push_back(s_.point[a] + 0.0);  // no -0
  return out;
}

std::vector<double> SoftmaxRun::biases() const {
  std::vector<double> out(classes());
  for (std::size_t k = 0; k < out.size() && o_->bias != Bias::none; ++k) out[k] = s_.point[first_bias() + k] + 0.0;
  return out;
}

LinearResult SoftmaxRun::result() const {
  LinearResult out;
  out.status = static_cast<Status>(s_.status);
  out.stop_reason = s_.stop_reason;
  out.solver = few_weights() ? "newton" : "newton-cg";
  out.why = "rows are in partitions";
  for (std::size_t k = 0; k < classes(); ++k) {
    const std::vector<double> w = weights_of(k);
    out.w.insert(out.w.end(), w.begin(), w.begin() + static_cast<std::ptrdiff_t>(facts_->cols));
  }
  out.primal = s_.primal;
  out.dual = s_.dual;
  out.gap = s_.gap;
  out.has_dual = std::isfinite(s_.dual);
  out.rounds = s_.rounds;
  return out;
}

}  // namespace halfspace
