// A BoxProblem of box_of() with C, nu and weights as the decimals they print as, and the program of its rows in play.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "exact/box_program.hpp"
#include "exact/rational.hpp"
#include "solver/kernel/box_of.hpp"
#include "train/objective/exact_kernel.hpp"

namespace halfspace {

class ExactBox {
 public:
  ExactBox(const LinearProblem& p, const LinearOptions& o, const KernelChoices& k, const BoxProblem& q);

  const std::optional<Rational>& cap(std::size_t t) const { return caps_[t]; }  // C_t; nothing: none
  Rational ridge(std::size_t t) const;                                          // r_t
  bool inside(std::size_t t, const Rational& a) const { return a > 0 && (!caps_[t] || a < *caps_[t]); }
  bool at_cap(std::size_t t, const Rational& a) const { return caps_[t] && a == *caps_[t]; }

  /// Of these rows, beginning near α; α of the `pulling` ones stays. Nothing where no α of the rows balances the sums,
  /// or the kernel is not symmetric.
  std::optional<BoxProgram> program(const ExactKernel& kernel, const std::vector<Rational>& alpha,
                                    const std::vector<std::uint32_t>& rows,
                                    const std::vector<std::uint32_t>& pulling) const;

 private:
  Rational weight(std::size_t t) const;
  std::optional<Rational> cap_of(std::size_t t) const;
  Rational kept(int g) const;
  bool balance(BoxProgram& program, const std::vector<Rational>& alpha,
               const std::vector<std::uint32_t>& pulling) const;

  const LinearProblem& p_;
  const LinearOptions& o_;
  const KernelChoices& k_;
  const BoxProblem& q_;
  std::vector<std::optional<Rational>> caps_;
};

}  // namespace halfspace
