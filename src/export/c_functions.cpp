// The functions of kernels in C: in double those of base/elementary.hpp, for the same bits, in float the library's.
#include "export/c_parts.hpp"

namespace halfspace {
namespace {

constexpr std::string_view exp_part = R"(static double @NAME_exp(double x) {
  static const double f[] = {479001600, 39916800, 3628800, 362880, 40320, 5040, 720, 120, 24, 6, 2};
  const double whole = 6755399441055744.0, high = 6.93147180369123816490e-01, low = 1.90821492927058770002e-10;
  double k, a, r, lost, p = 1.0 / 6227020800.0;
  size_t j;
  if (!(x <= 709.782712893384)) return x > 709.782712893384 ? HUGE_VAL : x;
  if (x < -745.1332191019412) return 0;
  k = (x * 1.44269504088896338700e+00 + whole) - whole;
  a = x - k * high;
  r = a - k * low;
  lost = (a - r) - k * low;
  for (j = 0; j < sizeof(f) / sizeof(f[0]); ++j) p = p * r + 1 / f[j];
  return ldexp(1 + (r + (lost + r * r * p)), (int)k);
}

)";

constexpr std::string_view tanh_part = R"(static double @NAME_tanh(double x) {
  const double z = x * x;
  double d = 21, j;
  if (!(fabs(x) < 0.55)) return copysign(1 - 2 / (@NAME_exp(2 * fabs(x)) + 1), x);
  for (j = 19; j >= 1; j -= 2) d = j + z / d;
  return x / d;
}

)";

constexpr std::string_view cos_part = R"(static double @NAME_cos(double x) {
  const double whole = 6755399441055744.0, two_pi = 6.28318530717958623200e+00;
  double k, a, b, c, off, d, e, low, r, tail, z, v, w;
  unsigned quarter;
  if (fabs(x) >= 1048576) {
    r = remainder(x, two_pi);
    x = fabs(x) > 9007199254740992.0 ? r : r - (x - r) / two_pi * 2.44929359829470641435e-16;
  }
  k = (x * 6.36619772367581382433e-01 + whole) - whole;
  a = x - k * 1.57079632673412561417e+00;
  b = k * 6.07710050630396597660e-11;
  c = a - b;
  off = (a - c) - b;
  d = k * 2.02226624871116645580e-21;
  e = c - d;
  low = ((c - e) - d) + off - k * 8.47842766036889956997e-32;
  r = e + low;
  tail = (e - r) + low;
  quarter = (unsigned)((long long)k & 3);
  z = r * r;
  if (quarter % 2 != 0) {
    const double p =
        8.33333333332248946124e-03 +
        z * (-1.98412698298579493134e-04 +
             z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
    v = z * r;
    v = r - ((z * (0.5 * tail - v * p) - tail) - v * -1.66666666666666324348e-01);
  } else {
    const double p =
        z * (4.16666666666666019037e-02 +
             z * (-1.38888888888741095749e-03 +
                  z * (2.48015872894767294178e-05 +
                       z * (-2.75573143513906633035e-07 +
                            z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
    w = 1 - 0.5 * z;
    v = w + (((1 - w) - 0.5 * z) + (z * p - r * tail));
  }
  return quarter == 1 || quarter == 2 ? -v : v;
}

)";

std::string in_float(const std::string& name) {
  return "static float @NAME_" + name + "(float x) { return " + name + "f(x); }\n\n";
}

}  // namespace

std::string c_function_part(const Model& m, bool single) {
  const KernelMap map = m.support->kernel.map();
  if (m.cosines()) return single ? in_float("cos") : std::string(cos_part);
  if (map == KernelMap::hyperbolic_tangent)
    return single ? in_float("tanh") : std::string(exp_part) + std::string(tanh_part);
  if (map != KernelMap::exponential) return "";
  return single ? in_float("exp") : std::string(exp_part);
}

}  // namespace halfspace
