#include "simd/gaussian_ops-inl.hpp"
#include "simd/panel_ops-inl.hpp"
#include "simd/row_ops-inl.hpp"
#include "simd/vector_ops-inl.hpp"
#include "simd/vector_tables.hpp"

namespace halfspace {

const VectorOps<float>& floats_baseline() { return HWY_NAMESPACE::table<float>; }
const VectorOps<double>& doubles_baseline() { return HWY_NAMESPACE::table<double>; }
const PanelOps& panels_baseline() { return HWY_NAMESPACE::panel_table; }
const GaussianOps& gaussians_baseline() { return HWY_NAMESPACE::gaussian_table; }
const RowOps& rows_baseline() { return HWY_NAMESPACE::row_table; }

}  // namespace halfspace
