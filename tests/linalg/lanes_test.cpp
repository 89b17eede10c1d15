// A sparse dot product has the sum of the eight lanes, whatever its length.
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.hpp"
#include "simd/ops.hpp"

namespace halfspace {
namespace {

RC_GTEST_PROP(SparseDot, HasTheBitsOfTheLanes, ()) {
  const auto size = *rc::gen::inRange<std::size_t>(0, 45);
  Rng rng(*rc::gen::arbitrary<std::uint64_t>(), Stream::order);
  const auto number = [&] { return static_cast<double>(rng.bounded(std::uint64_t{1} << 52U)) * 0x1p-52 - 0.5; };
  std::vector<double> w(100);
  for (double& v : w) v = number();
  std::vector<std::uint32_t> column(size);
  std::vector<double> x(size);
  for (std::size_t k = 0; k < size; ++k) {
    column[k] = static_cast<std::uint32_t>(rng.bounded(w.size()));
    x[k] = number();
  }
  const double lanes = detail::lanes(size, [&](std::size_t k) { return x[k] * w[column[k]]; });
  RC_ASSERT(dot(column.data(), x.data(), size, w.data()) == lanes);
}

}  // namespace
}  // namespace halfspace
