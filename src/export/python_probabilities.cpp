#include "export/python_probabilities.hpp"

#include "export/literals.hpp"

namespace halfspace {
namespace {

constexpr std::string_view python_sigma_part = R"(
def _log_sigma(s):
    return -math.log1p(math.exp(-s)) if s >= 0 else s - math.log1p(math.exp(s))

)";

constexpr std::string_view python_pair_part = R"(
def _pair(k, score):
    return min(1 - 1e-7, max(1e-7, math.exp(_log_sigma(-(PROB_A[k] * score + PROB_B[k])))))

)";

constexpr std::string_view python_isotonic_part = R"(
def _isotonic(s):
    k = sum(1 for score in PROB_SCORE if score <= s)
    if k == 0 or k == len(PROB_SCORE):
        return PROB_VALUE[max(0, k - 1)]
    share = (s - PROB_SCORE[k - 1]) / (PROB_SCORE[k] - PROB_SCORE[k - 1])
    return PROB_VALUE[k - 1] + share * (PROB_VALUE[k] - PROB_VALUE[k - 1])

)";

/// Wu, Lin, Weng 2004, as src/model/pair_coupling.cpp.
constexpr std::string_view python_coupling_part = R"(
def probabilities(row):
    """Of every class, coupled from those of the pairs."""
    entries, filled = _encoded(row)
    n = len(CLASSES)
    p, q, k = [1 / n] * n, [[0.0] * n for _ in range(n)], 0
    for i in range(n):
        for j in range(i + 1, n):
            r = _pair(k, _score(k, entries, filled))
            k += 1
            q[i][i] += (1 - r) * (1 - r)
            q[j][j] += r * r
            q[i][j] = q[j][i] = -(1 - r) * r
    for _ in range(max(100, n)):
        qp = [sum(q[t][j] * p[j] for j in range(n)) for t in range(n)]
        pqp = sum(p[t] * qp[t] for t in range(n))
        if max(abs(v - pqp) for v in qp) < 0.005 / n:
            break
        for t in range(n):
            step = (pqp - qp[t]) / q[t][t]
            p[t] += step
            pqp = (pqp + step * (step * q[t][t] + 2 * qp[t])) / (1 + step) / (1 + step)
            for j in range(n):
                qp[j] = (qp[j] + step * q[t][j]) / (1 + step)
                p[j] /= 1 + step
    return p

)";

std::string python_two(const std::string& positive) {
  return "\ndef probabilities(row):\n    \"\"\"Of both classes.\"\"\"\n    s = scores(row)[0]\n    p = " + positive +
         "\n    return [1 - p, p]\n\n";
}

/// e^{v_k} / sum_l e^{v_l}
std::string python_many(const std::string& v) {
  return "\ndef probabilities(row):\n    \"\"\"Of every class.\"\"\"\n    v = [" + v +
         " for s in scores(row)]\n    e = [math.exp(x - max(v)) for x in v]\n    return [x / sum(e) for x in e]\n\n";
}

std::string python_numbers(const std::string& name, const std::vector<double>& values) {
  std::string out = "\n" + name + " = [";
  for (const double v : values) out += "\n    " + python_real(v) + ",";
  return out + "\n]\n";
}

}  // namespace

std::string python_probability_part(const Model& m) {
  const ProbabilityLists lists = lists_of(m.probability);
  const std::string sigma(python_sigma_part);
  switch (kind_of(m.probability)) {
    case ProbabilityKind::isotonic:
      return python_numbers("PROB_SCORE", lists.score) + python_numbers("PROB_VALUE", lists.value) + "\n" +
             std::string(python_isotonic_part) + python_two("_isotonic(s)");
    case ProbabilityKind::libsvm:
      return python_numbers("PROB_A", lists.a) + python_numbers("PROB_B", lists.b) + "\n" + sigma +
             std::string(python_pair_part) +
             (m.outputs() == 1 ? python_two("_pair(0, s)") : std::string(python_coupling_part));
    case ProbabilityKind::platt:
      return sigma + python_two("math.exp(_log_sigma(" + python_real(lists.a[0]) + " * s))");
    case ProbabilityKind::temperature:
      return python_many(python_real(lists.a[0]) + " * s");
    case ProbabilityKind::none:
      break;
  }
  if (m.outputs() == 1) return sigma + python_two("math.exp(_log_sigma(s))");
  return m.multiclass == Multiclass::multinomial ? python_many("s") : sigma + python_many("_log_sigma(s)");
}

}  // namespace halfspace
