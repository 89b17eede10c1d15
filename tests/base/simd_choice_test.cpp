// The choice of vector instructions follows the call, on its own thread and on those it starts.
#include "base/simd_choice.hpp"

#include <atomic>
#include <stdexcept>

#include <gtest/gtest.h>

#include "base/parallel.hpp"
#include "simd/vector_tables.hpp"

namespace halfspace {
namespace {

TEST(SimdChoice, EndsWithItsScope) {
  EXPECT_EQ(simd_choice(), Simd::automatic);
  {
    const SimdScope outer(Simd::portable);
    {
      const SimdScope inner(Simd::automatic);
      EXPECT_EQ(simd_choice(), Simd::automatic);
    }
    EXPECT_EQ(simd_choice(), Simd::portable);
    EXPECT_THROW(
        {
          const SimdScope thrown(Simd::automatic);
          throw std::runtime_error("");
        },
        std::runtime_error);
    EXPECT_EQ(simd_choice(), Simd::portable);
  }
  EXPECT_EQ(simd_choice(), Simd::automatic);
}

TEST(SimdChoice, IsThatOfTheCallerOnEveryThread) {
  const SimdScope scope(Simd::portable);
  std::atomic<int> others{0};
  parallel_items(1000, 4, [&](std::size_t) {
    if (simd_choice() != Simd::portable) ++others;
  });
  EXPECT_EQ(others, 0);
}

TEST(SimdChoice, PortableLoopsAreThoseThatEveryMachineHas) {
  EXPECT_EQ(chosen_set(), best_set());
  const SimdScope scope(Simd::portable);
  EXPECT_EQ(chosen_set(), InstructionSet::baseline);
  EXPECT_EQ(&vector_ops<float>(), &floats_baseline());
  EXPECT_EQ(&vector_ops<double>(), &doubles_baseline());
  EXPECT_EQ(&panel_ops(), &panels_baseline());
  EXPECT_EQ(&gaussian_ops(), &gaussians_baseline());
}

}  // namespace
}  // namespace halfspace
