#include "export/python_kernels.hpp"

#include "export/support_table.hpp"

namespace halfspace {
namespace {

constexpr std::string_view python_exp_part = R"(
def _exp(x):
    if not x <= 709.782712893384:
        return math.inf if x > 709.782712893384 else x
    if x < -745.1332191019412:
        return 0.0
    k = (x * 1.44269504088896338700e00 + 6755399441055744.0) - 6755399441055744.0
    high = x - k * 6.93147180369123816490e-01
    r = high - k * 1.90821492927058770002e-10
    lost = (high - r) - k * 1.90821492927058770002e-10
    p = 1.0 / 6227020800.0
    for f in (479001600, 39916800, 3628800, 362880, 40320, 5040, 720, 120, 24, 6, 2):
        p = p * r + 1 / f
    return math.ldexp(1 + (r + (lost + r * r * p)), int(k))

)";

constexpr std::string_view python_tanh_part = R"(
def _tanh(x):
    if not abs(x) < 0.55:
        return math.copysign(1 - 2 / (_exp(2 * abs(x)) + 1), x)
    z, d = x * x, 21.0
    for j in range(19, 0, -2):
        d = j + z / d
    return x / d

)";

constexpr std::string_view python_cos_part = R"(
def _cos(x):
    if abs(x) >= 1048576:
        r = math.remainder(x, 6.28318530717958623200e00)
        x = r if abs(x) > 2**53 else r - (x - r) / 6.28318530717958623200e00 * 2.44929359829470641435e-16
    k = (x * 6.36619772367581382433e-01 + 6755399441055744.0) - 6755399441055744.0
    a = x - k * 1.57079632673412561417e00
    b = k * 6.07710050630396597660e-11
    c = a - b
    off = (a - c) - b
    d = k * 2.02226624871116645580e-21
    e = c - d
    low = ((c - e) - d) + off - k * 8.47842766036889956997e-32
    r = e + low
    tail = (e - r) + low
    quarter = int(k) % 4
    z = r * r
    p = 0.0
    if quarter % 2 != 0:
        for term in (1.58969099521155010221e-10, -2.50507602534068634195e-08, 2.75573137070700676789e-06,
                     -1.98412698298579493134e-04):
            p = z * (term + p)
        p += 8.33333333332248946124e-03
        v = z * r
        v = r - ((z * (0.5 * tail - v * p) - tail) - v * -1.66666666666666324348e-01)
    else:
        for term in (-1.13596475577881948265e-11, 2.08757232129817482790e-09, -2.75573143513906633035e-07,
                     2.48015872894767294178e-05, -1.38888888888741095749e-03, 4.16666666666666019037e-02):
            p = z * (term + p)
        w = 1 - 0.5 * z
        v = w + (((1 - w) - 0.5 * z) + (z * p - r * tail))
    return -v if quarter in (1, 2) else v

)";

constexpr std::string_view python_power_part = R"(
def _power(a, degree):
    out = 1.0
    while degree > 0:
        if degree % 2 != 0:
            out *= a
        a *= a
        degree //= 2
    return out

)";

constexpr std::string_view python_distance_part = R"(
def _distance(x, entries):
    """|x - entries|_1"""
    beside, total = dict(entries), 0.0
    for j, value in enumerate(x):
        total += abs(value - beside.get(j, 0.0))
    return total

)";

/// Where |x_j|^2 + |x|^2 overflows, |x_j - x|^2 itself, as kernel/kernel_values.cpp.
constexpr std::string_view python_squares_part = R"(
def _square(x, entries, sizes, dot, unseen):
    """|x - entries|^2"""
    if math.isfinite(sizes):
        return max(0.0, sizes - 2 * dot)
    beside, total = dict(entries), 0.0
    for j, value in enumerate(x):
        total += (value - beside.get(j, 0.0)) * (value - beside.get(j, 0.0))
    return total + unseen

)";

constexpr std::string_view python_unseen_part = R"(
def _unseen(row):
    """What columns beyond those of the model add to |x|^2."""
    total = 0.0
    for key in sorted(row, key=int):
        if int(key) - FIRST_COLUMN >= COLUMNS:
            total += float(row[key]) * float(row[key])
    return total

)";

std::string python_mapped(const Model& m, const std::string& base) {
  const Kernel& k = m.support->kernel;
  if (m.cosines()) return "_cos(" + base + " + PHASE[j])";
  switch (k.map()) {
    case KernelMap::exponential:
      return "_exp(-GAMMA * " + base + ")";
    case KernelMap::hyperbolic_tangent:
      return "_tanh(GAMMA * " + base + " + COEF0)";
    case KernelMap::power:
      return "_power(GAMMA * " + base + " + COEF0, " + std::to_string(k.degree) + ")";
    default:
      return base;
  }
}

std::string python_function(const Model& m) {
  if (m.cosines()) return std::string(python_cos_part);
  switch (m.support->kernel.map()) {
    case KernelMap::exponential:
      return std::string(python_exp_part);
    case KernelMap::hyperbolic_tangent:
      return std::string(python_exp_part) + std::string(python_tanh_part);
    case KernelMap::power:
      return std::string(python_power_part);
    default:
      return "";
  }
}

}  // namespace

std::string python_kernel_part(const Model& m) {
  const Kernel& k = m.support->kernel;
  const bool squares = k.base() == KernelBase::squared_distance && !m.cosines();
  const bool sizes = k.base() == KernelBase::l1_distance && !m.cosines();
  const bool unseen = squares && m.map.inputs.empty() && m.zero_is_negative;
  std::string out = python_function(m);
  if (sizes) out += python_distance_part;
  if (squares) out += python_squares_part;
  if (unseen) out += python_unseen_part;
  if (squares) out += "\nROW_SQUARES = [_sum(v * v for _, v in entries) for entries in SUPPORT]\n\n";
  const bool shifts = !m.map.shift.empty();
  const std::string value = m.map.factor.empty() ? "value"
                            : shifts             ? "(value - SHIFT[j]) * FACTOR[j]"
                                                 : "value * FACTOR[j]";
  out +=
      "\ndef _kernels(row, entries):\n    \"\"\"k(x_j, x) of every support row, x as scaled features.\"\"\"\n    x = ";
  out += shifts ? "[-shift * factor for shift, factor in zip(SHIFT, FACTOR)]\n" : "[0.0] * FEATURES\n";
  out += "    for j, value in entries:\n        x[j] = " + value + "\n";
  if (moves_support(m)) out += "    x = [v - c for v, c in zip(x, CENTRE)]\n";
  if (squares)
    out += "    unseen = " + std::string(unseen ? "_unseen(row)" : "0.0") +
           "\n    square = _sum(v * v for v in x) + unseen\n";
  out += "    out = []\n    for j, own in enumerate(SUPPORT):\n        base = ";
  out += sizes ? "_distance(x, own)\n" : "_sum(v * x[c] for c, v in own)\n";
  if (squares) out += "        base = _square(x, own, ROW_SQUARES[j] + square, base, unseen)\n";
  return out + "        out.append((j, " + python_mapped(m, "base") + "))\n    return out\n\n";
}

}  // namespace halfspace
