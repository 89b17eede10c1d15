// Two models on the same rows: does one make fewer mistakes than chance lets either have?
#pragma once

#include <cstdint>
#include <span>

namespace halfspace {

/// McNemar's test of b rows that the first alone has right and c that the second alone has (Dietterich 1998). Below
/// b + c = 25 it is exact, two-sided: p = min(1, 2 P(X <= min(b, c))) for X binomial (b + c, 1/2). From there on
/// chi-square of one degree of freedom with Edwards' correction, max(0, |b - c| - 1)^2 / (b + c).
struct McNemar {
  std::uint64_t only_first = 0;
  std::uint64_t only_second = 0;
  double p_value = 1;
  bool exact = true;
};
McNemar mcnemar(std::uint64_t only_first, std::uint64_t only_second);

/// The same of labels; the two may count classes in their own ways.
struct Labelling {
  std::span<const std::uint32_t> truth;
  std::span<const std::uint32_t> predicted;

  bool right(std::size_t row) const { return truth[row] == predicted[row]; }
};
McNemar mcnemar(const Labelling& first, const Labelling& second);

}  // namespace halfspace
