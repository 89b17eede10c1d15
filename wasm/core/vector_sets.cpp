// A module has one instruction set, the baseline: what --simd portable computes everywhere.
#include "simd/vector_tables.hpp"

namespace halfspace {

const VectorOps<float>& floats_v3() { return floats_baseline(); }
const VectorOps<float>& floats_v4() { return floats_baseline(); }
const VectorOps<double>& doubles_v3() { return doubles_baseline(); }
const VectorOps<double>& doubles_v4() { return doubles_baseline(); }
const PanelOps& panels_v3() { return panels_baseline(); }
const PanelOps& panels_v4() { return panels_baseline(); }
const GaussianOps& gaussians_v3() { return gaussians_baseline(); }
const GaussianOps& gaussians_v4() { return gaussians_baseline(); }
const RowOps& rows_v3() { return rows_baseline(); }
const RowOps& rows_v4() { return rows_baseline(); }
const TextOps* text_v3() { return nullptr; }
const TextOps* text_v4() { return nullptr; }

}  // namespace halfspace
