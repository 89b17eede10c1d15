// Exact solutions of square systems M x = b over the rationals by p-adic lifting (Dixon, "Exact solution of linear
// equations using p-adic expansions", Numer. Math. 40 (1982)): x modulo p, p^2, p^4, ... with one factorisation modulo
// p, then the fractions that these residues stand for. A solution is returned only when M x = b holds exactly.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/stop.hpp"
#include "exact/modular.hpp"
#include "exact/reconstruction.hpp"

namespace halfspace {

class DixonSolver {
 public:
  /// Columns of M, each with coordinates below columns.size(). This and solve() ask `stop` and throw Stopped.
  explicit DixonSolver(std::vector<IntegerVector> columns, StopToken stop = {});

  /// Is M regular modulo p? Only then there is something to solve.
  bool regular() const { return regular_; }

  using Solution = Fractions;
  std::optional<Solution> solve(const std::vector<Integer>& b) const;

 private:
  class LargeRest;
  class SmallRest;

  void factorise();
  void factorise_columns(std::size_t first, std::size_t last);
  std::vector<std::uint64_t> solve_modulo(const std::vector<std::uint64_t>& b) const;
  template <class Rest>
  std::optional<Solution> lifted(const std::vector<Integer>& b, Rest& rest) const;
  bool solves(const Solution& x, const std::vector<Integer>& b) const;
  std::vector<Integer> applied(const std::vector<Integer>& x) const;

  StopToken stop_;
  std::size_t n_;
  std::vector<IntegerVector> columns_;
  std::vector<std::vector<std::uint64_t>> lu_;  // rows, permuted
  std::vector<std::size_t> order_;              // row of M behind row k of lu_
  bool regular_ = true;
};

}  // namespace halfspace
