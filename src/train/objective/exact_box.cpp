#include "train/objective/exact_box.hpp"

#include <cmath>
#include <utility>

#include "solver/kernel/free_rows.hpp"
#include "solver/kernel/options.hpp"

namespace halfspace {
namespace {

/// K of the program, row after row; false where it is not symmetric.
bool fill_kernel(const ExactKernel& kernel, const std::vector<std::uint32_t>& rows, bool listed,
                 std::vector<Integer>& out) {
  const std::size_t m = rows.size();
  out.resize(m * m);
  for (std::size_t a = 0; a < m; ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      out[a * m + b] = kernel.value(rows[a], rows[b]);
      out[b * m + a] = out[a * m + b];
      if (listed && kernel.value(rows[b], rows[a]) != out[a * m + b]) return false;
    }
  }
  return true;
}

/// Moves rows of group g, those inside their boxes or the others, until the sum is no longer `off`.
void take_up(BoxProgram& program, int g, bool inside, Rational& off) {
  for (std::size_t k = 0; k < program.y.size() && off != 0; ++k) {
    Rational& a = program.start[k];
    const auto& cap = program.cap[k];
    if (program.group[k] != g || (a > 0 && (!cap || a < *cap)) != inside) continue;
    Rational to = a - program.y[k] * off;
    if (to < 0) to = 0;
    if (cap && to > *cap) to = *cap;
    off += program.y[k] * (to - a);
    a = to;
  }
}

}  // namespace

ExactBox::ExactBox(const LinearProblem& p, const LinearOptions& o, const KernelChoices& k, const BoxProblem& q)
    : p_(p), o_(o), k_(k), q_(q) {
  caps_.reserve(q.y.size());
  for (std::size_t t = 0; t < q.y.size(); ++t) caps_.push_back(cap_of(t));
}

Rational ExactBox::weight(std::size_t t) const {
  return p_.weight.empty() ? Rational(1) : shortest_decimal(p_.weight[t]);
}

std::optional<Rational> ExactBox::cap_of(std::size_t t) const {
  if (k_.nu > 0) return weight(t);
  if (p_.weight.empty() || p_.weight[t] > 0) {
    if (std::isinf(o_.C) || std::isinf(least_slope_of(o_.loss))) return std::nullopt;
  }
  if (std::isinf(o_.C)) return Rational(0);
  const Rational c = shortest_decimal(o_.C) * weight(t);
  return c > 0 ? Rational(-least_slope_of(o_.loss) * c) : c;
}

Rational ExactBox::ridge(std::size_t t) const {
  if (std::isinf(o_.C)) return 0;
  const Rational c = shortest_decimal(o_.C) * weight(t);
  return c > 0 ? Rational(traits_of(o_.loss).ridge.value_or(0) / c) : Rational(0);
}

/// The sum that group g keeps: 0, or of nu-SVC ν n / 2 a class.
Rational ExactBox::kept(int g) const {
  if (k_.nu == 0) return 0;
  Rational n;
  for (std::size_t t = 0; t < q_.y.size(); ++t) n += weight(t);
  return (g == 1 ? 1 : -1) * shortest_decimal(k_.nu) * n / 2;
}

std::optional<BoxProgram> ExactBox::program(const ExactKernel& kernel, const std::vector<Rational>& alpha,
                                            const std::vector<std::uint32_t>& rows,
                                            const std::vector<std::uint32_t>& pulling) const {
  BoxProgram out;
  out.denominator = kernel.denominator();
  if (!fill_kernel(kernel, rows, function_of(k_).listed(), out.kernel)) return std::nullopt;
  for (const std::uint32_t t : rows) {
    Rational pull;
    for (const std::uint32_t s : pulling) pull += q_.y[s] * alpha[s] * kernel.value(t, s);
    out.p.emplace_back((k_.nu > 0 ? 0 : -1) + q_.y[t] * pull / kernel.denominator());
    out.y.push_back(q_.y[t]);
    out.cap.push_back(caps_[t]);
    out.group.push_back(group_of(q_, t));
    out.start.push_back(alpha[t]);
    if (!q_.ridge.empty()) out.ridge.push_back(ridge(t));
  }
  return balance(out, alpha, pulling) ? std::optional(std::move(out)) : std::nullopt;
}

/// Moves the start to the sums exactly, first by rows inside their boxes.
bool ExactBox::balance(BoxProgram& program, const std::vector<Rational>& alpha,
                       const std::vector<std::uint32_t>& pulling) const {
  for (int g = 0; g < groups_of(q_); ++g) {
    Rational off = -kept(g);
    for (const std::uint32_t t : pulling) {
      if (group_of(q_, t) == g) off += q_.y[t] * alpha[t];
    }
    for (std::size_t k = 0; k < program.y.size(); ++k) {
      if (program.group[k] == g) off += program.y[k] * program.start[k];
    }
    for (const bool inside : {true, false}) take_up(program, g, inside, off);
    if (off != 0) return false;
  }
  return true;
}

}  // namespace halfspace
