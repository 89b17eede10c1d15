#include "certify/find/one_class.hpp"

#include <algorithm>

namespace halfspace {

std::optional<Result<Decision>> decide_one_class(const SignedRows& z, const DecideOptions& options) {
  int least = 1;
  int most = -1;
  for (std::size_t i = 0; i < z.rows(); ++i) {
    if (!options.only.empty() && !options.only[i]) continue;
    least = std::min(least, z.sign(i));
    most = std::max(most, z.sign(i));
  }
  if (least != most || !z.bias()) return std::nullopt;
  Decision out;
  try {
    if (const auto fine = z.check_decimals(); !fine) return fine.error();
  } catch (const Stopped&) {
    out.reason = "stopped";
    return out;
  }
  out.verdict = Verdict::separable;
  out.weights.resize(z.dims());
  out.weights.back() = most;
  if (options.untied) out.tied.assign(z.rows(), false);
  return out;
}

}  // namespace halfspace
