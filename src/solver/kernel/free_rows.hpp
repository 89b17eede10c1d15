// The rows F with 0 < α_t < C_t of a BoxProblem, with the factor of their equations
//
//   Q_FF d + y_F b = r,   y_F'd = s of each group          Q_FF + c y_F y_F' = L L'
//
// (c y y' adds c s y to r where y'd = s is given) and the kernel values of every row that was ever one of them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "linalg/wide_factor.hpp"
#include "solver/kernel/box_problem.hpp"
#include "solver/kernel/wide_kernel.hpp"

namespace halfspace {

/// Which of the sums that a problem keeps row t belongs to: 0, or for `classes` 1 for y = 1; -1 for none.
int group_of(const BoxProblem& q, std::size_t t);

/// How many such sums there are.
int groups_of(const BoxProblem& q);

/// Something of each group, 0 or 1.
template <class T>
struct OfGroups {
  std::array<T, 2> of{};

  T& operator[](int g) { return of[static_cast<std::size_t>(g)]; }
  const T& operator[](int g) const { return of[static_cast<std::size_t>(g)]; }
};

struct FreeStep {
  std::vector<long double> d;   // of each row of F
  OfGroups<long double> level;  // b
  OfGroups<bool> has_level;     // where F has rows of the group
};

struct FreeDirection {
  std::vector<long double> d;  // of each row of F
  long double curvature = 0;   // d'Qd, d_t = 1
};

class FreeRows {
 public:
  FreeRows(const BoxProblem& q, const WideKernel& kernel);

  const std::vector<std::uint32_t>& rows() const { return F_; }

  /// k(x_t, x_s) of every row s.
  const std::vector<long double>& column(std::uint32_t t);
  const std::vector<long double>& kept_column(std::uint32_t t) const { return column_.at(t); }

  /// False, and F as it was, when no more than the share `least` of row t is independent of F; by default what
  /// rounding leaves.
  bool add(std::uint32_t t, long double least = WideFactor::rounding);

  /// The way that α of F goes where α_t rises by 1 and the conditions on F and the sums hold.
  FreeDirection direction(std::uint32_t t);

  /// Keeps the rows that `stays` says.
  template <class Stays>
  void keep(Stays stays) {
    for (std::size_t k = F_.size(); k-- > 0;) {
      if (!stays(F_[k])) remove(k);
    }
  }

  FreeStep solve(std::vector<long double> r, const OfGroups<long double>& s);

  std::size_t columns() const { return column_.size(); }
  double work() const { return work_; }  // multiply-adds so far

 private:
  void remove(std::size_t k);
  long double product(const std::vector<long double>& of_t, std::uint32_t s, std::uint32_t t) const;
  std::vector<long double> products(std::uint32_t t);

  const BoxProblem& q_;
  const WideKernel& kernel_;
  std::vector<std::uint32_t> all_;
  std::vector<std::uint32_t> F_;  // in the order of the factor
  WideFactor factor_;
  std::map<std::uint32_t, std::vector<long double>> column_;
  long double weight_ = 0;  // c
  double work_ = 0;
};

}  // namespace halfspace
