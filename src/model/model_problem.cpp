#include "model/model_problem.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace halfspace {
namespace {

template <class Values>
bool finite(const Values& values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

/// Sorted, none twice.
bool ascend(const std::vector<std::string>& texts) {
  return std::is_sorted(texts.begin(), texts.end()) && std::adjacent_find(texts.begin(), texts.end()) == texts.end();
}

/// An ordered column's levels are those of its order and the missing cell.
std::string order_problem(const InputColumn& c) {
  std::vector<std::string> places = c.coding.order;
  std::sort(places.begin(), places.end());
  const std::size_t missing = !c.levels.empty() && c.levels.front().empty() ? 1 : 0;
  const bool fits =
      ascend(places) && places.size() > 1 && !places.front().empty() &&
      std::equal(places.begin(), places.end(), c.levels.begin() + static_cast<std::ptrdiff_t>(missing), c.levels.end());
  if (!fits) return "the order of a column does not fit its levels";
  return c.coding.kind == Coding::one_hot && c.coding.pooled.empty() && c.coding.reference.empty()
             ? ""
             : "an ordered column has another coding too";
}

std::string coding_problem(const InputColumn& c) {
  const LevelCoding& coding = c.coding;
  if (!coding.order.empty()) return order_problem(c);
  const auto in = [](const std::vector<std::string>& list, std::string_view text) {
    return std::binary_search(list.begin(), list.end(), text, std::less<>());
  };
  if (!ascend(coding.pooled) ||
      !std::includes(c.levels.begin(), c.levels.end(), coding.pooled.begin(), coding.pooled.end()) ||
      (!coding.pooled.empty() && in(c.levels, rare_level)))
    return "the pooled levels of a column do not fit its levels";
  if (coding.kind == Coding::one_hot) return coding.reference.empty() ? "" : "a one-hot column has a reference level";
  const bool known = in(c.levels, coding.reference) && !in(coding.pooled, coding.reference);
  return known || (!coding.pooled.empty() && coding.reference == rare_level)
             ? ""
             : "the reference level of a column is none of its levels";
}

std::string map_problem(const Model& m) {
  const FeatureMap& map = m.map;
  if (!map.inputs.empty() && map.inputs.size() != map.input_cols) return "the number of columns is wrong";
  for (const InputColumn& c : map.inputs) {
    if (c.fill && !std::isfinite(*c.fill)) return "a mean is not finite";
    if (!ascend(c.levels)) return "the levels of a column are not in order";
    if (std::string problem = coding_problem(c); !problem.empty()) return problem;
  }
  const auto size = map.size();
  if (!size || *size != m.cols()) return "the number of features and of weights differ";
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
  if (!m.votes) return "";
  const VotingVectors& v = *m.votes;
  if (v.counts.empty()) return "votes without counts";
  const bool argmax = m.multiclass == Multiclass::argmax;
  const bool split = m.multiclass == Multiclass::one_vs_rest;
  if (m.multiclass != Multiclass::none && !argmax && !split)
    return "votes cannot be combined with this kind of multiclass";
  const std::uint64_t d = m.vector_size() + 1;
  const std::uint64_t size = argmax ? m.outputs() * d : d;
  if (v.weights.size() / size != v.counts.size() || v.weights.size() % size != 0 ||
      (split ? v.of_output.size() != m.outputs() : !v.of_output.empty()))
    return "the votes do not fit the weights";
  std::uint64_t left = v.counts.size();
  for (const std::uint64_t k : v.of_output) {
    if (k > left) return "the votes do not fit the weights";
    left -= k;
  }
  return split && left > 0 ? "the votes do not fit the weights" : "";
}

/// In order and on the right sides of (0, 1/2).
bool points_fit(const IsotonicMap& p) {
  if (p.score.empty() || p.score.size() != p.value.size() || !finite(p.score)) return false;
  for (std::size_t k = 0; k < p.score.size(); ++k) {
    if (k > 0 && (p.score[k] < p.score[k - 1] || p.value[k] < p.value[k - 1])) return false;
    if (std::fabs(p.score[k]) > 1e300) return false;
    if (!(p.value[k] >= 0 && p.value[k] <= 1)) return false;
    if (p.score[k] < 0 ? p.value[k] > 0.5 : p.value[k] < 0.5 && p.score[k] > 0) return false;
  }
  return true;
}

struct MapFits {
  const Model& m;
  bool two = m.outputs() == 1;

  static bool slope(double a) { return a > 0 && a < 1e100; }

  bool operator()(std::monostate) const { return true; }
  bool operator()(const PlattMap& p) const { return two && slope(p.a); }
  bool operator()(const IsotonicMap& p) const { return two && points_fit(p); }
  bool operator()(const TemperatureMap& p) const { return !two && slope(p.a); }
  bool operator()(const LibsvmMap& p) const {
    return p.a.size() == m.vectors() && p.b.size() == m.vectors() && finite(p.a) && finite(p.b) &&
           (two || m.pairwise());
  }
};

}  // namespace

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

std::string model_problem(const Model& m) {
  if (m.classes.size() < 2 || m.vectors() != vectors_of(m)) return "the number of classes and of outputs differ";
  if ((m.multiclass != Multiclass::none) != (m.classes.size() > 2))
    return "the kind of multiclass does not fit the classes";
  if (m.w.size() % m.vectors() != 0) return "the number of weights is wrong";
  if (m.support) {
    if (m.cols() > most_kernel_features) return "a kernel model has too many features";
    if (const std::string problem = support_problem(*m.support, m.vector_size()); !problem.empty()) return problem;
  }
  if (const std::string problem = map_problem(m); !problem.empty()) return problem;
  if (const std::string problem = vote_problem(m); !problem.empty()) return problem;
  if (!std::visit(MapFits{m}, m.probability)) return "the numbers of the probabilities do not fit";
  return finite(m.w) && finite(m.b) && (!m.votes || finite(m.votes->weights)) ? "" : "a weight is not finite";
}

}  // namespace halfspace
