// Reasons of DroppedColumn that programs look at; the others are those of --drop auto (format/left_out_columns.cpp).
#pragma once

#include <string_view>

namespace halfspace {

inline constexpr std::string_view dropped_by_name = "named by --drop";
inline constexpr std::string_view dropped_as_dates = "dates (--dates drop)";

}  // namespace halfspace
