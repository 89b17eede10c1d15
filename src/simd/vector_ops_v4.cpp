#include "simd/gaussian_ops-inl.hpp"
#include "simd/panel_ops-inl.hpp"
#include "simd/row_ops-inl.hpp"
#include "simd/vector_ops-inl.hpp"
#include "simd/vector_tables.hpp"

#if defined(__AVX512BW__)
#include "simd/text_numbers_v4-inl.hpp"
#include "simd/text_places-inl.hpp"
#endif

namespace halfspace {

const VectorOps<float>& floats_v4() { return HWY_NAMESPACE::table<float>; }
const VectorOps<double>& doubles_v4() { return HWY_NAMESPACE::table<double>; }
const PanelOps& panels_v4() { return HWY_NAMESPACE::panel_table; }
const GaussianOps& gaussians_v4() { return HWY_NAMESPACE::gaussian_table; }
const RowOps& rows_v4() { return HWY_NAMESPACE::row_table; }

const TextOps* text_v4() {
#if defined(__AVX512BW__)
  static constexpr TextOps table = {HWY_NAMESPACE::find, HWY_NAMESPACE::numbers, HWY_NAMESPACE::cells,
                                    HWY_NAMESPACE::decimals, HWY_NAMESPACE::descents};
  return &table;
#else
  return nullptr;
#endif
}

}  // namespace halfspace
