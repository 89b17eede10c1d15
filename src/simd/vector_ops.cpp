#include "simd/vector_ops.hpp"

#include "base/simd_choice.hpp"
#include "simd/vector_tables.hpp"

namespace halfspace {
using Set = InstructionSet;

InstructionSet best_set() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("bmi2"))
    return Set::v4;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2")) return Set::v3;
#endif
  return Set::baseline;
}

InstructionSet chosen_set() {
  static const Set best = best_set();
  return simd_choice() == Simd::portable ? Set::baseline : best;
}

template <>
const VectorOps<float>& vector_ops<float>() {
  const Set set = chosen_set();
  return set == Set::v4 ? floats_v4() : set == Set::v3 ? floats_v3() : floats_baseline();
}

template <>
const VectorOps<double>& vector_ops<double>() {
  const Set set = chosen_set();
  return set == Set::v4 ? doubles_v4() : set == Set::v3 ? doubles_v3() : doubles_baseline();
}

const PanelOps& panel_ops() {
  const Set set = chosen_set();
  return set == Set::v4 ? panels_v4() : set == Set::v3 ? panels_v3() : panels_baseline();
}

std::vector<const PanelOps*> supported_panel_ops() {
  std::vector<const PanelOps*> out = {&panels_baseline(), &panels_v3(), &panels_v4()};
  out.resize(1 + static_cast<std::size_t>(best_set()));
  return out;
}

const GaussianOps& gaussian_ops() {
  const Set set = chosen_set();
  return set == Set::v4 ? gaussians_v4() : set == Set::v3 ? gaussians_v3() : gaussians_baseline();
}

std::vector<const GaussianOps*> supported_gaussian_ops() {
  std::vector<const GaussianOps*> out = {&gaussians_baseline(), &gaussians_v3(), &gaussians_v4()};
  out.resize(1 + static_cast<std::size_t>(best_set()));
  return out;
}

const RowOps& row_ops() {
  static const RowOps& best = *supported_row_ops().back();
  return best;
}

std::vector<const RowOps*> supported_row_ops() {
  std::vector<const RowOps*> out = {&rows_baseline(), &rows_v3(), &rows_v4()};
  out.resize(1 + static_cast<std::size_t>(best_set()));
  return out;
}

}  // namespace halfspace
