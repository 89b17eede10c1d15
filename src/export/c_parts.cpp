#include "export/c_parts.hpp"

#include "export/support_table.hpp"

namespace halfspace {
namespace {

/// k from dot = x_j.x and the squared lengths, or from |x_j - x|_1; or a cosine.
std::string kernel_value(const Model& m, bool lengths) {
  if (m.cosines()) return "@NAME_cos(dot + @NAME_phase[j])";
  const Kernel& k = m.support->kernel;
  // NOLINTNEXTLINE(misc-const-correctness): it is returned
  std::string base = lengths ? "@NAME_square(x, j, square, dot)" : "dot";
  switch (k.map()) {
    case KernelMap::exponential:
      return "@NAME_exp(-@NAME_gamma[0] * " + base + ")";
    case KernelMap::hyperbolic_tangent:
      return "@NAME_tanh(@NAME_gamma[0] * " + base + " + @NAME_coef0[0])";
    case KernelMap::power:
      return "@NAME_power(@NAME_gamma[0] * " + base + " + @NAME_coef0[0])";
    default:
      return base;
  }
}

constexpr std::string_view sum_part = R"(
static @REAL @NAME_sum(const @REAL *a) {
  return ((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7]));
}

)";

constexpr std::string_view dot_part = R"(/* x_j.x */
static @REAL @NAME_dot(const @REAL *x, size_t j) {
  @REAL a[8] = {0};
  size_t first = @NAME_row_start[j], k;
  for (k = first; k < @NAME_row_start[j + 1]; ++k)
    a[(k - first) % 8] += @NAME_row_value[k] * x[@NAME_row_column[k]];
  return @NAME_sum(a);
}

)";

constexpr std::string_view distance_part = R"(/* |x_j - x|_1 */
static @REAL @NAME_dot(const @REAL *x, size_t j) {
  @REAL sum = 0;
  size_t at = @NAME_row_start[j], c;
  for (c = 0; c < @SIZE; ++c) {
    @REAL v = x[c];
    if (at < @NAME_row_start[j + 1] && @NAME_row_column[at] == c) v -= @NAME_row_value[at++];
    sum += fabs@F(v);
  }
  return sum;
}

)";

constexpr std::string_view differences_part = R"(/* |x_j - x|^2 */
static @REAL @NAME_dot(const @REAL *x, size_t j) {
  @REAL sum = 0;
  size_t at = @NAME_row_start[j], c;
  for (c = 0; c < @SIZE; ++c) {
    @REAL v = x[c];
    if (at < @NAME_row_start[j + 1] && @NAME_row_column[at] == c) v -= @NAME_row_value[at++];
    sum += v * v;
  }
  return sum;
}

)";

/// Where |x_j|^2 + |x|^2 overflows, |x_j - x|^2 itself, as kernel/kernel_values.cpp.
constexpr std::string_view squares_part = R"(/* |x_j - x|^2 */
static @REAL @NAME_square(const @REAL *x, size_t j, @REAL square, @REAL dot) {
  @REAL sum = 0;
  size_t at = @NAME_row_start[j], c;
  if (@NAME_row_square[j] + square <= @MOST) return fmax@F(0, @NAME_row_square[j] + square - 2 * dot);
  for (c = 0; c < @SIZE; ++c) {
    @REAL v = x[c];
    if (at < @NAME_row_start[j + 1] && @NAME_row_column[at] == c) v -= @NAME_row_value[at++];
    sum += v * v;
  }
  return sum;
}

)";

constexpr std::string_view sigma_part = R"(
static @REAL @NAME_log_sigma(@REAL s) { return s >= 0 ? -log1p@F(exp@F(-s)) : s - log1p@F(exp@F(s)); }
)";

constexpr std::string_view pair_part = R"(
static @REAL @NAME_pair(size_t v, @REAL s) {
  @REAL p = exp@F(@NAME_log_sigma(-(@NAME_prob_a[v] * s + @NAME_prob_b[v])));
  return p < 1e-7@F ? 1e-7@F : p > 1 - 1e-7@F ? 1 - 1e-7@F : p;
}
)";

/// Wu, Lin, Weng 2004, as src/model/pair_coupling.cpp.
constexpr std::string_view coupling_part = R"(
static void @NAME_to_probabilities(const @REAL *s, @REAL *p) {
  @REAL q[@UPPER_CLASSES][@UPPER_CLASSES] = {{0}}, qp[@UPPER_CLASSES];
  size_t v = 0, i, j, t, round;
  for (i = 0; i < @UPPER_CLASSES; ++i) {
    p[i] = (@REAL)1 / @UPPER_CLASSES;
    for (j = i + 1; j < @UPPER_CLASSES; ++j) {
      @REAL r = @NAME_pair(v, s[v]);
      ++v;
      q[i][i] += (1 - r) * (1 - r);
      q[j][j] += r * r;
      q[i][j] = q[j][i] = -(1 - r) * r;
    }
  }
  for (round = 0; round < (@UPPER_CLASSES > 100 ? @UPPER_CLASSES : 100); ++round) {
    @REAL pqp = 0, error = 0;
    for (t = 0; t < @UPPER_CLASSES; ++t) {
      qp[t] = 0;
      for (j = 0; j < @UPPER_CLASSES; ++j) qp[t] += q[t][j] * p[j];
      pqp += p[t] * qp[t];
    }
    for (t = 0; t < @UPPER_CLASSES; ++t) error = fmax@F(error, fabs@F(qp[t] - pqp));
    if (error < 0.005@F / @UPPER_CLASSES) return;
    for (t = 0; t < @UPPER_CLASSES; ++t) {
      @REAL step = (pqp - qp[t]) / q[t][t];
      p[t] += step;
      pqp = (pqp + step * (step * q[t][t] + 2 * qp[t])) / (1 + step) / (1 + step);
      for (j = 0; j < @UPPER_CLASSES; ++j) {
        qp[j] = (qp[j] + step * q[t][j]) / (1 + step);
        p[j] /= 1 + step;
      }
    }
  }
}
)";

constexpr std::string_view isotonic_part = R"(
static void @NAME_to_probabilities(const @REAL *vectors, @REAL *p) {
  const size_t n = sizeof(@NAME_prob_score) / sizeof(@NAME_prob_score[0]);
  @REAL s[1];
  size_t k = 0;
  @NAME_to_score(vectors, s);
  while (k < n && !(@NAME_prob_score[k] > s[0])) ++k;
  if (k == 0 || k == n) {
    p[1] = @NAME_prob_value[k == 0 ? 0 : n - 1];
  } else {
    p[1] = @NAME_prob_value[k - 1] + (s[0] - @NAME_prob_score[k - 1]) /
                                         (@NAME_prob_score[k] - @NAME_prob_score[k - 1]) *
                                         (@NAME_prob_value[k] - @NAME_prob_value[k - 1]);
  }
  p[0] = 1 - p[1];
}
)";

std::string two_part(const std::string& positive) {
  return R"(
static void @NAME_to_probabilities(const @REAL *vectors, @REAL *p) {
  @REAL s[1];
  @NAME_to_score(vectors, s);
  p[1] = )" +
         positive + R"(;
  p[0] = 1 - p[1];
}
)";
}

/// e^{v_k} / sum_l e^{v_l}
std::string many_part(const std::string& v) {
  return R"(
static void @NAME_to_probabilities(const @REAL *s, @REAL *p) {
  @REAL most, sum = 0;
  size_t k;
  @NAME_to_score(s, p);
  for (k = 0; k < @UPPER_CLASSES; ++k) p[k] = )" +
         v + R"(;
  most = p[0];
  for (k = 1; k < @UPPER_CLASSES; ++k) most = fmax@F(most, p[k]);
  for (k = 0; k < @UPPER_CLASSES; ++k) sum += p[k] = exp@F(p[k] - most);
  for (k = 0; k < @UPPER_CLASSES; ++k) p[k] /= sum;
}
)";
}

}  // namespace

std::string c_kernel_part(const Model& m, bool single) {
  const Kernel& k = m.support->kernel;
  std::string out(sum_part);
  if (k.uses_degree())
    out += "static @REAL @NAME_power(@REAL a) {\n  @REAL out = 1;\n  unsigned long k;\n  for (k = " +
           std::to_string(k.degree) +
           "ul; k > 0; k /= 2) {\n    if (k % 2 != 0) out *= a;\n    a *= a;\n  }\n  return out;\n}\n\n";
  const bool squares = k.base() == KernelBase::squared_distance && !m.cosines();
  const bool lengths = squares && !single;
  const bool l1 = k.base() == KernelBase::l1_distance && !m.cosines();
  out += l1 ? distance_part : squares && single ? differences_part : dot_part;
  if (lengths) out += squares_part;
  out += "static void @NAME_vectors(const @REAL *x, @REAL *s) {\n";
  out += "  @REAL a[@UPPER_VECTORS][8];\n  size_t j, k;\n";
  const bool moves = moves_support(m);
  if (!m.map.factor.empty() || moves) out += "  @REAL z[@SIZE];\n";
  if (lengths) out += "  @REAL square, b[8] = {0};\n";
  if (!m.map.factor.empty()) {
    out += m.map.shift.empty() ? "  for (j = 0; j < @SIZE; ++j) z[j] = x[j] * @NAME_factor[j];\n"
                               : "  for (j = 0; j < @SIZE; ++j) z[j] = (x[j] - @NAME_shift[j]) * "
                                 "@NAME_factor[j];\n";
    out += "  x = z;\n";
  }
  if (moves) out += "  for (j = 0; j < @SIZE; ++j) z[j] = x[j] - @NAME_centre[j];\n  x = z;\n";
  if (lengths) {
    out += "  for (j = 0; j < @SIZE; ++j) b[j % 8] += x[j] * x[j];\n  square = @NAME_sum(b);\n";
  }
  out += R"(  for (k = 0; k < @UPPER_VECTORS; ++k) {
    for (j = 0; j < 8; ++j) a[k][j] = 0;
  }
  for (j = 0; j < @UPPER_SUPPORT; ++j) {
    @REAL dot = @NAME_dot(x, j);
    @REAL value = )";
  out += kernel_value(m, lengths);
  out += R"(;
    for (k = 0; k < @UPPER_VECTORS; ++k) a[k][j % 8] += value * @NAME_weights[k * @UPPER_SUPPORT + j];
  }
  for (k = 0; k < @UPPER_VECTORS; ++k) s[k] = @NAME_sum(a[k]) + @NAME_biases[k];
}

)";
  return out;
}

std::string c_probability_part(const Model& m) {
  std::string out(sigma_part);
  switch (kind_of(m.probability)) {
    case ProbabilityKind::isotonic:
      return std::string(isotonic_part);
    case ProbabilityKind::libsvm:
      out += pair_part;
      return out + (m.outputs() == 1 ? two_part("@NAME_pair(0, s[0])") : std::string(coupling_part));
    case ProbabilityKind::platt:
      return out + two_part("exp@F(@NAME_log_sigma(@NAME_prob_a[0] * s[0]))");
    case ProbabilityKind::temperature:
      return many_part("@NAME_prob_a[0] * p[k]");
    case ProbabilityKind::none:
      break;
  }
  if (m.outputs() == 1) return out + two_part("exp@F(@NAME_log_sigma(s[0]))");
  return m.multiclass == Multiclass::multinomial ? many_part("p[k]") : out + many_part("@NAME_log_sigma(p[k])");
}

}  // namespace halfspace
