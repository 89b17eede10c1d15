// One table of loops an instruction set: what every machine of the family has, x86-64-v3 (AVX2, FMA), x86-64-v4
// (AVX-512).
#pragma once

#include "simd/gaussian_ops.hpp"
#include "simd/panel_ops.hpp"
#include "simd/row_ops.hpp"
#include "simd/text_ops.hpp"
#include "simd/vector_ops.hpp"

namespace halfspace {

const VectorOps<float>& floats_baseline();
const VectorOps<double>& doubles_baseline();
const VectorOps<float>& floats_v3();
const VectorOps<double>& doubles_v3();
const VectorOps<float>& floats_v4();
const VectorOps<double>& doubles_v4();
const PanelOps& panels_baseline();
const PanelOps& panels_v3();
const PanelOps& panels_v4();
const GaussianOps& gaussians_baseline();
const GaussianOps& gaussians_v3();
const GaussianOps& gaussians_v4();
const RowOps& rows_baseline();
const RowOps& rows_v3();
const RowOps& rows_v4();
const TextOps* text_v3();
const TextOps* text_v4();

enum class InstructionSet { baseline, v3, v4 };

/// The widest this machine can run.
InstructionSet best_set();

/// The widest that this thread may use (base/simd_choice.hpp): `portable` has the baseline, which fuses no
/// multiply-add and has 128 bits on every machine.
InstructionSet chosen_set();

}  // namespace halfspace
