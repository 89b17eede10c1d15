#include "solver/perceptron/decimal_scale.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/number.hpp"

namespace halfspace {
namespace {

template <class M>
auto as_double(const M& m) {
  if constexpr (requires { m.column; }) {
    CsrMatrix<double> out;
    out.start.resize(m.start.size());
    std::copy(m.start.begin(), m.start.end(), out.start.begin());
    out.column.resize(m.column.size());
    std::copy(m.column.begin(), m.column.end(), out.column.begin());
    return out;
  } else {
    return DenseMatrix<double>{};
  }
}

/// Most decimals over the values, -1 when one of them is no short decimal.
int most_decimals(std::span<const double> values) {
  int most = 0;
  for (const double v : values) {
    const int k = decimals_of(v);
    if (k < 0) return -1;
    most = std::max(most, k);
  }
  return most;
}

}  // namespace

StepSize step_size(const PerceptronChoices& o, std::uint64_t n) {
  switch (o.step) {
    case Step::unit:
      return {};
    case Step::rate:
      return {o.eta, decimals_of(o.eta), 1};
    case Step::delta:
      return {2 * o.eta, decimals_of(o.eta), 1};
    case Step::minibatch: {
      const bool last_is_short = o.batch_order == BatchOrder::consecutive && n % o.batch != 0;
      return {o.tau, decimals_of(o.tau), last_is_short ? std::lcm(o.batch, n % o.batch) : o.batch};
    }
    default:
      return {1, -1, 1};
  }
}

void measure(const Matrix& x, DecimalScale& scale, bool bias) {
  std::visit(
      [&](const auto& m) {
        for (std::size_t i = 0; i < m.rows; ++i) {
          double sum = bias ? scale.data : 0;
          for_each_entry(m.row(i), [&](std::size_t, double v) {
            const double size = std::nearbyint(std::fabs(v) * scale.data);
            scale.largest = std::max(scale.largest, size);
            sum += size;
          });
          scale.row_sum = std::max(scale.row_sum, sum);
        }
      },
      x);
  if (bias) scale.largest = std::max(scale.largest, scale.data);
}

std::optional<DecimalScale> scale_of(const DecimalFacts& facts, const PerceptronChoices& o, std::uint64_t n) {
  const StepSize step = step_size(o, n);
  const int start_decimals = o.start == Start::random ? 8 : most_decimals(o.start_weights);
  const int margin_decimals = decimals_of(o.margin);
  if (!facts.short_decimals || std::min({step.decimals, facts.weight_decimals, start_decimals, margin_decimals}) < 0)
    return std::nullopt;
  const int k = facts.decimals;
  const int more = std::max({step.decimals + facts.weight_decimals, start_decimals - k, margin_decimals - 2 * k});
  if (k + more > 15 || step.divisor > most_divisor) return std::nullopt;
  DecimalScale scale;
  scale.data = powers_of_ten[static_cast<std::size_t>(k)];
  const auto places = static_cast<std::size_t>(k) + static_cast<std::size_t>(more);
  scale.weights = powers_of_ten[places] * static_cast<double>(step.divisor);
  return scale;
}

bool stays_exact(const DecimalScale& scale, const DecimalFacts& facts, const PerceptronChoices& o, std::uint64_t n) {
  double start = o.start == Start::random ? 0.01 : 0;
  for (const double v : o.start_weights) start = std::max(start, std::fabs(v));
  const double reach = start * scale.weights + updates_wanted * step_size(o, n).largest * facts.heaviest *
                                                   scale.weights / scale.data * scale.largest;
  return std::max(reach, o.margin * scale.weights) * std::max(scale.row_sum, scale.data) <= exact_limit;
}

void note_weights(DecimalFacts& facts, std::span<const double> weight) {
  if (weight.empty()) return;
  const int decimals = most_decimals(weight);
  facts.weight_decimals = decimals < 0 || facts.weight_decimals < 0 ? -1 : std::max(facts.weight_decimals, decimals);
  facts.heaviest = std::max(facts.heaviest, *std::max_element(weight.begin(), weight.end()));
}

double weight_unit(std::span<const double> weight) {
  const int decimals = most_decimals(weight);
  if (weight.empty() || decimals < 0 || decimals > 15) return 0;
  const double unit = powers_of_ten[static_cast<std::size_t>(decimals)];
  double sum = 0;
  for (const double c : weight) sum += std::nearbyint(c * unit);
  return sum <= exact_limit ? unit : 0;
}

DecimalScale find_scale(const PerceptronProblem& p, const PerceptronChoices& o) {
  DecimalFacts facts{p.decimals, p.short_decimals};
  if (!p.weight.empty()) facts.heaviest = 0;
  note_weights(facts, p.weight);
  auto scale = scale_of(facts, o, p.y.size());
  if (!scale) return {};
  measure(p.x, *scale, o.bias != Bias::none);
  scale->exact = stays_exact(*scale, facts, o, p.y.size());
  return scale->exact ? *scale : DecimalScale{};
}

Matrix scaled(const Matrix& x, double factor) {
  return std::visit(
      [&](const auto& m) {
        auto out = as_double(m);
        out.rows = m.rows;
        out.cols = m.cols;
        if constexpr (requires { m.gap; }) out.gap = m.gap;
        out.value.resize(m.value.size());
        for (std::size_t k = 0; k < m.value.size(); ++k)
          out.value[k] = std::nearbyint(static_cast<double>(m.value[k]) * factor);
        return Matrix(std::move(out));
      },
      x);
}

}  // namespace halfspace
