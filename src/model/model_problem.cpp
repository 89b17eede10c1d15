#include "model/model_problem.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace halfspace {
namespace {

template <class Values>
bool finite(const Values& values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

std::string map_problem(const Model& m) {
  const FeatureMap& map = m.map;
  const auto size = map.size();
  if (!size || *size != m.cols()) return "the number of features and of weights differ";
  if (!map.inputs.empty() && map.inputs.size() != map.input_cols) return "the number of columns is wrong";
  for (const InputColumn& c : map.inputs) {
    if (c.fill && !std::isfinite(*c.fill)) return "a mean is not finite";
    if (!std::is_sorted(c.levels.begin(), c.levels.end()) ||
        std::adjacent_find(c.levels.begin(), c.levels.end()) != c.levels.end())
      return "the levels of a column are not in order";
  }
  if ((!map.factor.empty() && map.factor.size() != *size) || (!map.shift.empty() && map.shift.size() != *size) ||
      (!map.shift.empty() && map.factor.empty()))
    return "the number of scales is wrong";
  if (!finite(map.shift) || !finite(map.factor)) return "a scale is not finite";
  return "";
}

std::uint64_t vectors_of(const Model& m) {
  const std::uint64_t k = m.classes.size();
  return k == 2 ? 1 : m.pairwise() ? k * (k - 1) / 2 : k;
}

std::string vote_problem(const Model& m) {
  if (!m.voted()) return m.vote_weights.empty() && m.vote_vectors.empty() ? "" : "votes without counts";
  const bool argmax = m.multiclass == Multiclass::argmax;
  const bool split = m.multiclass == Multiclass::one_vs_rest;
  if (m.multiclass != Multiclass::none && !argmax && !split)
    return "votes cannot be combined with this kind of multiclass";
  const std::uint64_t d = m.w.size() / m.vectors() + 1;
  const std::uint64_t size = argmax ? m.outputs() * d : d;
  if (m.vote_weights.size() / size != m.vote_counts.size() || m.vote_weights.size() % size != 0 ||
      (split ? m.vote_vectors.size() != m.outputs() : !m.vote_vectors.empty()))
    return "the votes do not fit the weights";
  std::uint64_t left = m.vote_counts.size();
  for (const std::uint64_t k : m.vote_vectors) {
    if (k > left) return "the votes do not fit the weights";
    left -= k;
  }
  return split && left > 0 ? "the votes do not fit the weights" : "";
}

std::string support_problem(const Support& s, std::uint64_t coefficients) {
  const CsrMatrix<double>& x = s.rows;
  if (x.start.empty() || x.start[0] != 0 || x.rows != coefficients || x.start[x.rows] != x.value.size() ||
      x.column.size() != x.value.size())
    return "the support rows do not fit the coefficients";
  for (std::size_t i = 0; i < x.rows; ++i) {
    if (x.start[i + 1] < x.start[i] || x.start[i + 1] > x.value.size()) return "the support rows overlap";
    for (std::size_t k = x.start[i]; k < x.start[i + 1]; ++k) {
      if (x.column[k] >= x.cols || (k > x.start[i] && x.column[k] <= x.column[k - 1]))
        return "a support row has columns out of order";
    }
  }
  if (!finite(s.phase) || (!s.phase.empty() && s.phase.size() != x.rows))
    return "the phases do not fit the support rows";
  if (!finite(x.value)) return "a support row is not finite";
  const Kernel& k = s.kernel;
  if (k.kind == KernelKind::none || !std::isfinite(k.gamma) || !std::isfinite(k.coef0)) return "the kernel is unknown";
  return "";
}

/// The numbers of platt, temperature and libsvm; of isotonic in order and on the right sides of (0, 1/2).
std::string probability_problem(const Model& m) {
  const ProbabilityMap& p = m.probability;
  const char* const wrong = "the numbers of the probabilities do not fit";
  const bool two = m.outputs() == 1;
  if (!finite(p.a) || !finite(p.b) || !finite(p.score) || !finite(p.value)) return wrong;
  if (p.kind != ProbabilityKind::isotonic && !(p.score.empty() && p.value.empty())) return wrong;
  if (p.kind != ProbabilityKind::libsvm && !p.b.empty()) return wrong;
  switch (p.kind) {
    case ProbabilityKind::none:
      return p.a.empty() ? "" : wrong;
    case ProbabilityKind::platt:
    case ProbabilityKind::temperature:
      return two == (p.kind == ProbabilityKind::platt) && p.a.size() == 1 && p.a[0] > 0 && p.a[0] < 1e100 ? "" : wrong;
    case ProbabilityKind::libsvm:
      return p.a.size() == m.vectors() && p.b.size() == m.vectors() && (two || m.pairwise()) ? "" : wrong;
    case ProbabilityKind::isotonic:
      break;
  }
  if (!two || !p.a.empty() || p.score.empty() || p.score.size() != p.value.size()) return wrong;
  for (std::size_t k = 0; k < p.score.size(); ++k) {
    if (k > 0 && (p.score[k] < p.score[k - 1] || p.value[k] < p.value[k - 1])) return wrong;
    if (std::fabs(p.score[k]) > 1e300) return wrong;
    if (!(p.value[k] >= 0 && p.value[k] <= 1)) return wrong;
    if (p.score[k] < 0 ? p.value[k] > 0.5 : p.value[k] < 0.5 && p.score[k] > 0) return wrong;
  }
  return "";
}

}  // namespace

std::string model_problem(const Model& m) {
  if (m.classes.size() < 2 || m.vectors() != vectors_of(m)) return "the number of classes and of outputs differ";
  if ((m.multiclass != Multiclass::none) != (m.classes.size() > 2))
    return "the kind of multiclass does not fit the classes";
  if (m.w.size() % m.vectors() != 0) return "the number of weights is wrong";
  if (m.support) {
    if (m.cols() > most_kernel_features) return "a kernel model has too many features";
    if (const std::string problem = support_problem(*m.support, m.w.size() / m.vectors()); !problem.empty())
      return problem;
  }
  if (const std::string problem = map_problem(m); !problem.empty()) return problem;
  if (const std::string problem = vote_problem(m); !problem.empty()) return problem;
  if (const std::string problem = probability_problem(m); !problem.empty()) return problem;
  return finite(m.w) && finite(m.b) && finite(m.vote_weights) ? "" : "a weight is not finite";
}

}  // namespace halfspace
