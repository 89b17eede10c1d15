// Numbers of 113 bits, with + - * / and comparisons: __float128, in software (tens of nanoseconds an operation), or
// long double where that has them.
#pragma once

#include <cfloat>

namespace halfspace {

#if LDBL_MANT_DIG >= 113 || !defined(__SIZEOF_FLOAT128__)
using Quad = long double;
constexpr bool has_quad = LDBL_MANT_DIG >= 113;
#else
__extension__ using Quad = __float128;
constexpr bool has_quad = true;
#endif

constexpr double quad_epsilon = 0x1p-112;

}  // namespace halfspace
