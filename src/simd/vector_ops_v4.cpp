#include "simd/vector_ops-inl.hpp"
#include "simd/vector_tables.hpp"

namespace halfspace {

const VectorOps<float>& floats_v4() { return HWY_NAMESPACE::table<float>; }
const VectorOps<double>& doubles_v4() { return HWY_NAMESPACE::table<double>; }

}  // namespace halfspace
