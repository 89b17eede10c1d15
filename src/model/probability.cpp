#include "model/probability.hpp"

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

/// log(1 / (1 + e^-s))
double log_sigma(double s) { return s >= 0 ? -std::log1p(std::exp(-s)) : s - std::log1p(std::exp(s)); }

/// v_k - log sum_l e^{v_l}, from the largest down so that large scores cost no digits.
void normalise(std::span<double> v) {
  const double most = *std::max_element(v.begin(), v.end());
  double sum = 0;
  for (const double x : v) sum += std::exp(x - most);
  for (double& x : v) x = std::min(x - most - std::log(sum), 0.0);
}

}  // namespace

bool has_probabilities(const Model& m) { return m.algorithm == "logistic" && m.multiclass != "one-vs-one"; }

std::vector<double> log_probabilities(const Model& m, std::span<const double> score) {
  std::vector<double> out;
  if (m.outputs() == 1) {
    out.reserve(2 * score.size());
    for (const double s : score) {
      out.push_back(log_sigma(-s));
      out.push_back(log_sigma(s));
    }
    return out;
  }
  out.assign(score.begin(), score.end());
  if (m.multiclass != "multinomial") std::transform(out.begin(), out.end(), out.begin(), log_sigma);
  const std::size_t classes = m.outputs();
  for (std::size_t first = 0; first < out.size(); first += classes) normalise(std::span(out).subspan(first, classes));
  return out;
}

std::vector<double> probabilities(const Model& m, std::span<const double> score) {
  std::vector<double> out = log_probabilities(m, score);
  std::transform(out.begin(), out.end(), out.begin(), [](double v) { return std::exp(v); });
  for (std::size_t i = 0; i < score.size() && m.outputs() == 1; ++i) {
    double& positive = out[2 * i + 1];
    positive = score[i] < 0 ? std::min(positive, std::nextafter(0.5, 0.0)) : std::max(positive, 0.5);
  }
  return out;
}

std::vector<std::uint32_t> classes_at(double threshold, std::span<const double> probability) {
  std::vector<std::uint32_t> out(probability.size() / 2);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = probability[2 * i + 1] >= threshold ? 1 : 0;
  return out;
}

}  // namespace halfspace
