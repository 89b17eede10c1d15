#include "model/probability.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/elementary.hpp"
#include "model/pair_coupling.hpp"
#include "model/scorer.hpp"
#include "simd/row_ops.hpp"

namespace halfspace {
namespace {

/// log(1 / (1 + e^-s))
double log_sigma(double s) {
  return s >= 0 ? -elementary::log1p(elementary::exp(-s)) : s - elementary::log1p(elementary::exp(s));
}

/// v_k - log sum_l e^{v_l} of each row of so many classes, from the largest down so that large scores cost no digits.
void normalise(std::span<double> v, std::size_t classes) {
  std::vector<double> powers(v.size());
  for (std::size_t first = 0; first < v.size(); first += classes) {
    const auto row = v.subspan(first, classes);
    const double most = *std::max_element(row.begin(), row.end());
    for (double& x : row) x -= most;
  }
  std::copy(v.begin(), v.end(), powers.begin());
  row_ops().exponentials(powers.data(), powers.size());
  for (std::size_t first = 0; first < v.size(); first += classes) {
    double sum = 0;
    for (std::size_t k = 0; k < classes; ++k) sum += powers[first + k];
    const double log_sum = elementary::log(sum);
    for (std::size_t k = 0; k < classes; ++k) v[first + k] = std::min(v[first + k] - log_sum, 0.0);
  }
}

/// P(+1) by the points of an isotonic map, with P >= 1/2 exactly where s >= 0.
double isotonic_value(const IsotonicMap& p, double s) {
  const auto after = std::upper_bound(p.score.begin(), p.score.end(), s);
  const auto k = static_cast<std::size_t>(after - p.score.begin());
  if (k == 0) return p.value.front();
  if (k == p.score.size()) return p.value.back();
  const double t = (s - p.score[k - 1]) / (p.score[k] - p.score[k - 1]);
  return p.value[k - 1] + t * (p.value[k] - p.value[k - 1]);
}

/// Two classes: the larger probability is that of the predicted label, whatever rounding did.
void keep_side(double* p, bool positive) {
  constexpr double below = 0x1.fffffffffffffp-2;
  double& mine = p[positive ? 1 : 0];
  double& other = p[positive ? 0 : 1];
  mine = std::max(mine, 0.5);
  other = std::min(other, below);
}

/// More: no class before the predicted one has as much, none behind it more.
void keep_best(std::span<double> p, std::uint32_t predicted) {
  const double most = p[predicted];
  for (std::size_t k = 0; k < p.size(); ++k) {
    if (k != predicted) p[k] = std::min(p[k], k < predicted ? std::nextafter(most, 0.0) : most);
  }
}

/// P(first) of a pair by LIBSVM's map, which keeps it 1e-7 away from 0 and 1.
double libsvm_pair(const LibsvmMap& map, std::size_t v, double s) {
  constexpr double least = 1e-7;
  return std::clamp(elementary::exp(log_sigma(-(map.a[v] * s + map.b[v]))), least, 1 - least);
}

/// log P of every class from the scores of the pairs.
std::vector<double> coupled(const Model& m, const LibsvmMap& map, std::span<const double> score) {
  const std::size_t pairs = m.vectors();
  const std::size_t classes = m.classes.size();
  std::vector<double> out(score.size() / pairs * classes);
  std::vector<double> pair(pairs);
  for (std::size_t i = 0; i * pairs < score.size(); ++i) {
    for (std::size_t v = 0; v < pairs; ++v) pair[v] = libsvm_pair(map, v, score[i * pairs + v]);
    couple_pairs(pair, std::span(out).subspan(i * classes, classes));
  }
  std::transform(out.begin(), out.end(), out.begin(), [](double v) { return elementary::log(v); });
  return out;
}

/// log P(-1) and log P(+1) of every score.
std::vector<double> two_classes(const Model& m, std::span<const double> score) {
  std::vector<double> out;
  out.reserve(2 * score.size());
  const auto add = [&](double p) { out.insert(out.end(), {elementary::log1p(-p), elementary::log(p)}); };
  if (const auto* const map = std::get_if<IsotonicMap>(&m.probability)) {
    for (const double s : score) add(isotonic_value(*map, s));
    return out;
  }
  if (const auto* const map = std::get_if<LibsvmMap>(&m.probability)) {
    for (const double s : score) add(libsvm_pair(*map, 0, s));
    return out;
  }
  const auto* const platt = std::get_if<PlattMap>(&m.probability);
  std::vector<double> size(score.size());
  for (std::size_t i = 0; i < size.size(); ++i) size[i] = std::fabs(platt != nullptr ? platt->a * score[i] : score[i]);
  std::vector<double> loss(size.size());  // log(1 + e^-|v|)
  row_ops().sigmoids(size.data(), size.size(), loss.data(), nullptr, nullptr);
  out.resize(2 * size.size());
  for (std::size_t i = 0; i < size.size(); ++i) {
    const bool positive = (platt != nullptr ? platt->a * score[i] : score[i]) >= 0;
    out[2 * i + (positive ? 1 : 0)] = -loss[i];
    out[2 * i + (positive ? 0 : 1)] = -size[i] - loss[i];
  }
  return out;
}

}  // namespace

bool has_probabilities(const Model& m) {
  if (kind_of(m.probability) != ProbabilityKind::none) return true;
  return m.algorithm == Algorithm::logistic && !m.pairwise();
}

std::vector<double> log_probabilities(const Model& m, std::span<const double> score) {
  if (m.outputs() == 1) return two_classes(m, score);
  if (const auto* const map = std::get_if<LibsvmMap>(&m.probability)) return coupled(m, *map, score);
  std::vector<double> out(score.begin(), score.end());
  if (const auto* const map = std::get_if<TemperatureMap>(&m.probability)) {
    constexpr double most = std::numeric_limits<double>::max();
    for (double& s : out) s = std::clamp(s * map->a, -most, most);
  } else if (m.multiclass != Multiclass::multinomial) {
    std::transform(out.begin(), out.end(), out.begin(), log_sigma);
  }
  const std::size_t classes = m.outputs();
  normalise(out, classes);
  return out;
}

std::vector<double> probabilities(const Model& m, std::span<const double> score) {
  std::vector<double> out = log_probabilities(m, score);
  row_ops().exponentials(out.data(), out.size());
  if (std::holds_alternative<LibsvmMap>(m.probability)) return out;  // LIBSVM's own contradict its labels at times
  const std::size_t outputs = m.outputs();
  const std::size_t classes = m.classes.size();
  for (std::size_t i = 0; i * classes < out.size(); ++i) {
    const std::uint32_t predicted = predicted_class(score.subspan(i * outputs, outputs), m.zero_is_negative);
    if (outputs == 1) {
      keep_side(out.data() + 2 * i, predicted == 1);
    } else {
      keep_best(std::span(out).subspan(i * classes, classes), predicted);
    }
  }
  return out;
}

std::vector<std::uint32_t> classes_at(double threshold, std::span<const double> probability) {
  std::vector<std::uint32_t> out(probability.size() / 2);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = probability[2 * i + 1] >= threshold ? 1 : 0;
  return out;
}

}  // namespace halfspace
