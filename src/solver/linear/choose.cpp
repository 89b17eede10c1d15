#include "solver/linear/choose.hpp"

#include <algorithm>
#include <cmath>
#include <variant>
#include <vector>

#include "base/text.hpp"
#include "linalg/row_products.hpp"
#include "solver/linear/sample.hpp"

namespace halfspace {
namespace {

constexpr std::size_t small_d = 1200;  // d x d numbers: 12 MB
constexpr double loose = 1e-5;         // tolerances from here are met without the exact active set
constexpr double weak_pull = 100;
constexpr double weak_pull_of_many_rows = 4;
constexpr double cheap_product = 2e5;  // rounds with so few multiply-adds go on to the exact optimum
constexpr std::uint64_t first_passes = 20;
constexpr double dear_system = 25;        // passes over the rows
constexpr double dense_gain = 8;          // multiply-adds of a factor for one of a row's scattered entries
constexpr double by_tiles = 1.0 / 8;      // a multiply-add of rows with few zeros
constexpr double dear_product = 4e8;      // multiply-adds of one Z'DZ that a few seconds of them pay for
constexpr std::size_t bearable_d = 4000;  // where nothing else comes to an end
constexpr double bearable_product = 2e10;
constexpr double bearable_passes = 400;  // conjugate gradients take as many a step
constexpr double dear_band = 1e11;       // of multiply-adds of one Z'DZ, where a band of its rows is summed

/// Multiply-adds of one product Z' D Z.
double product_work(std::size_t rows, std::size_t stored) {
  const auto n = static_cast<double>(rows);
  const double per_row = n == 0 ? 0 : static_cast<double>(stored) / n + 1;
  return n * per_row * per_row / 2;
}
double product_work(const Design& z) { return product_work(z.n(), z.stored()); }

/// What a multiply-add of Z'DZ costs beside one of scattered entries.
double cost_of_an_entry(double filled) {
  if (filled >= filled_for_tiles) return by_tiles;
  return filled >= 1.0 / 6 ? 1.0 / 4 : 1;
}

/// C times the mean square of a row: the passes of dual coordinate descent grow with it.
double pull(const Design& z) {
  double sum = 0;
  for (std::size_t i = 0; i < z.n(); ++i) sum += z.cost()[i] * z.squared_norm(i);
  return sum / static_cast<double>(std::max<std::size_t>(z.n(), 1));
}

/// What a step that solves a d x d system costs, in passes over the rows.
double passes_of_a_system(const Design& z) {
  const auto d = static_cast<double>(z.dims());
  const double entry = cost_of_an_entry(z.filled());
  const double summed = traits_of(z.loss()).soft_margin ? hinge_band * entry : entry;  // of the rows
  return (summed * product_work(z) + d * d * d / 6 / dense_gain) / (2 * static_cast<double>(z.stored()) + 1);
}

/// Rows of few entries among many columns: passes over them may end before the first systems are solved.
LinearChoice after_cheap_passes(const Design& z, const LinearOptions& o, LinearSolver by, double systems,
                                LinearChoice choice) {
  const double system = passes_of_a_system(z);
  if (system < dear_system || o.max_rounds > 0) return choice;
  choice.before = {by, static_cast<std::uint64_t>(systems * system)};
  choice.why += "; before it up to " + counted(choice.before.passes, "pass") + " of " + std::string(name_of(by)) +
                ", which may do";
  return choice;
}

/// Where rows are too few for a start from a sample, that may be all it takes; likelihoods have one from 2,000 rows.
LinearChoice after_passes(const Design& z, const LinearOptions& o, LinearChoice newton) {
  const bool no_sample = z.n() < rows_for_a_sample(z) && product_work(z) > cheap_product;
  const bool easy = o.half_square() && o.tol >= loose && pull(z) <= weak_pull;
  if (!no_sample || !easy || o.max_rounds > 0) return newton;
  newton.before = {LinearSolver::dual_cd, first_passes};
  newton.why += "; before it " + std::to_string(first_passes) + " passes of dual coordinate descent, which may do";
  return newton;
}

}  // namespace

bool small_system(std::size_t rows, std::size_t stored, std::size_t dims) {
  const auto d = static_cast<double>(dims);
  return dims <= small_d && product_work(rows, stored) + d * d * d / 6 <= dear_product;
}

bool small_system(const Design& z) { return small_system(z.n(), z.stored(), z.dims()); }

bool cheap_hessian(const Design& z) {
  const auto d = static_cast<double>(z.dims());
  const double entry = z.filled() >= filled_for_tiles ? by_tiles : 1;
  return z.dims() <= small_d && entry * product_work(z) + d * d * d / 6 <= dear_product;
}

bool bearable_system(const Design& z, double summed) {
  const auto d = static_cast<double>(z.dims());
  const bool stalls = !has_curvature(z.loss());  // other methods do, else at times
  return z.dims() <= bearable_d && summed * product_work(z) + d * d * d / 6 <= bearable_product &&
         (stalls || passes_of_a_system(z) <= bearable_passes);
}

std::uint64_t products_before_system(const Design& z) {
  constexpr double least = 1000;
  constexpr double systems = 8;
  return static_cast<std::uint64_t>(std::max(least, systems * passes_of_a_system(z)));
}

bool few_rows(const Design& z) {
  const std::size_t rows = is_likelihood(z.loss()) ? z.n() : (z.n() + 1) / 2;
  if (rows > z.features()) return false;
  std::vector<char> used(z.features());
  std::size_t columns = 0;
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < z.n() && columns < rows; ++i) {
          for_each_entry(x.row(z.row(i)), [&](std::size_t j, double v) {
            columns += v != 0 && used[j] == 0 ? 1 : 0;
            if (v != 0) used[j] = 1;
          });
        }
      },
      z.matrix());
  return rows <= columns;
}

LinearChoice choose_solver(const Design& z, const LinearOptions& o) {
  using S = LinearSolver;
  if (o.solver != S::automatic) return {o.solver, "asked for"};
  const std::string d = std::to_string(z.dims());
  if (o.penalty == PenaltyKind::firth) return {S::newton, "Firth's penalty needs the inverse of the information"};
  if (o.has_kink()) return {S::cd, "the penalty has a kink at 0 and leaves few weights"};
  if (std::isinf(o.C))  // the search of hulls holds points of d numbers each
    return {small_system(z) ? S::min_norm : S::multipliers, "the hard margin is the distance of two hulls"};
  if (traits_of(o.loss).soft_margin) {
    const bool exact = product_work(z) <= cheap_product && o.tol <= LinearOptions{}.tol;
    const bool small_band = z.dims() <= small_d && product_work(z) <= dear_band;
    if (small_band && !exact && o.half_square())
      return after_cheap_passes(z, o, S::dual_cd, 8,
                                {S::augmented_lagrangian, d + " columns: a " + d + " x " + d +
                                                              " system of the rows between their bounds is cheap"});
    if (small_system(z) && o.tol >= loose && product_work(z) > cheap_product)
      return {S::newton, d + " columns: a " + d + " x " + d + " Hessian of the rounded hinge is cheap"};
    if (small_system(z)) return {S::interior_point, d + " columns: a " + d + " x " + d + " system is cheap"};
    return {S::dual_cd, d + " columns are too many for a dense system"};
  }
  if (cheap_hessian(z)) {
    const LinearChoice newton{S::newton, d + " columns: a " + d + " x " + d + " Hessian is cheap"};
    if (o.half_square() && passes_of_a_system(z) >= dear_system)
      return after_cheap_passes(z, o, S::trust_newton, 4, newton);
    return traits_of(o.loss).few_passes ? after_passes(z, o, newton) : newton;
  }
  const std::string too_many = d + " columns are too many for a dense Hessian";
  if (has_dual_step(o.loss) && o.half_square()) {
    if (few_rows(z)) return {S::dual_cd, too_many + ", and rows are few beside those in use"};
    if (!is_likelihood(o.loss) && pull(z) <= weak_pull_of_many_rows)
      return {S::dual_cd, too_many + ", and C is small beside the rows"};
  }
  if (o.half_square() && o.max_rounds == 0 && bearable_system(z)) {
    const std::uint64_t passes = products_before_system(z);
    return {S::newton,
            too_many + " before " + std::to_string(passes) + " passes of trust-newton have been tried",
            {S::trust_newton, passes}};
  }
  return {S::trust_newton, too_many};
}

}  // namespace halfspace
