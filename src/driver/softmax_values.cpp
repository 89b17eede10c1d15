#include "driver/softmax_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "shard/grid.hpp"

namespace halfspace {
namespace {

constexpr double roundoff = 0x1p-53;

/// How far the slopes of column j may be from the true ones, C with it: each term is rounded by half a step; its products,
/// its last bit and the sum 1 - p_y of K numbers come to some steps of the whole sum.
double slope_error(const ShardFacts& f, double C, double loss_reach, std::size_t j) {
  const int e = std::min({grid::exponent(f.first[j]) + grid::exponent(1),
                          grid::exponent(std::sqrt(f.second[j])) + grid::exponent(loss_reach), grid::most});
  const double terms = j < f.cols ? f.stored[j] : static_cast<double>(f.rows);
  const auto K = static_cast<double>(f.classes.size());
  return C * (terms / 2 + 6 + K / 2) * grid::step(std::max(e, grid::least));
}

/// What moving probabilities between the classes costs at most (the head of the header), and its other bound.
double price_of_balance(const ShardFacts& f, const LinearOptions& o, const SoftmaxValues& v,
                        std::span<const double> lengths, std::span<const ExactSum> exact) {
  const std::size_t K = f.classes.size();
  const double off =
      o.C * static_cast<double>(K + 8) * 2 * roundoff * v.loss;  // of r_k: its terms sum to less than the loss
  double moved = 0;
  double half = 0;
  double range = 0;
  for (std::size_t k = 0; k < K; ++k) {
    const double excess = o.C * exact[1 + k].value();
    const double size = std::fabs(excess) + off;
    const double grown = size * f.longest;
    moved += grown * lengths[k] + grown * grown / 2;
    if (excess + off > 0) {
      const double have = o.C * f.whole_weight[k] + excess - off;  // C Σ c_i p_ik
      moved += have > 0 ? size * (1 + o.C * exact[1 + K + k].value() / have) : std::numeric_limits<double>::infinity();
    }
    half += size / 2;
    range = std::max(range, v.primal / (o.C * f.least_weight[k]) + 2 * std::sqrt(v.primal) * f.shortest[k]);
  }
  return std::min(moved, half * range) * (1 + 0x1p-20);
}

}  // namespace

double softmax_primal(const ShardFacts& f, const LinearOptions& o, std::span<const double> W, double loss) {
  double squares = 0;
  for (const double w : W.first(penalised_weights(f, o))) squares += w * w;
  return o.C * loss + squares / 2;
}

SoftmaxValues softmax_values(const ShardFacts& f, const LinearOptions& o, std::span<const double> W, double loss_reach,
                             std::span<const double> sum, std::span<const ExactSum> exact) {
  const std::size_t K = f.classes.size();
  const std::size_t penalised = penalised_weights(f, o);
  SoftmaxValues out;
  out.loss = exact[0].value();
  out.primal = softmax_primal(f, o, W, out.loss);
  out.gradient.resize(W.size());
  std::vector<double> lengths(K);  // |q_k|^2, then |q_k|
  double q_squares = 0;
  double error = 0;        // of Σ |q_k|^2/2
  double score_error = 0;  // of Σ c_i loss_i, by rounding of scores, in units of a few roundoffs
  for (std::size_t a = 0; a < W.size(); ++a) {
    const std::size_t j = a / K;
    const double q = -o.C * sum[a];
    out.gradient[a] = (a < penalised ? W[a] : 0) - q;
    score_error += std::min(f.first[j], loss_reach * std::sqrt(f.second[j])) * std::fabs(W[a]);
    if (a >= penalised) continue;
    const double off = slope_error(f, o.C, loss_reach, j);
    q_squares += q * q;
    lengths[a % K] += q * q;
    error += off * (std::fabs(q) + off / 2);
  }
  for (double& length : lengths) length = std::sqrt(length) * (1 + 0x1p-20);
  double entropy = 0;
  for (std::size_t k = 0; k < K; ++k) entropy += o.C * exact[1 + K + k].value();
  out.dual = entropy - q_squares / 2;
  if (o.bias == Bias::free) out.dual -= price_of_balance(f, o, out, lengths, exact);
  // p_y is 1 - Σ of the others: near 0 its entropy may be wrong by 40 K roundoffs of them, whose sum the loss bounds
  const auto terms = static_cast<double>(W.size() + 8 * (K + 16));
  error += roundoff * (64 * static_cast<double>(K + 8) * o.C * out.loss + terms * (entropy + q_squares));
  out.dual -= error + error / 8;
  const double entries = std::min(static_cast<double>(f.cols), std::sqrt(static_cast<double>(f.squared_entries)));
  out.rounding = roundoff * (2 * (entries + 16) * o.C * score_error + terms * out.primal);
  return out;
}

}  // namespace halfspace
