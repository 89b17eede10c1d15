// What a label means: numbers compare as numbers, '+' and '-' stand for +1 and -1, other text compares byte by byte.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/dataset.hpp"

namespace halfspace {

/// The number a label stands for, if it is one.
std::optional<double> label_number(std::string_view text);

/// Are the two labels one class? Numbers compare as numbers when both are.
bool same_label(std::string_view a, std::string_view b);

/// Are these label numbers, equal as doubles, unequal as decimals? (Of 1 and 1.0 no, of 10^20 and 10^20 + 1 yes.)
bool only_rounding_joins(std::string_view a, std::string_view b);

/// The place in `classes` of this label, or nothing.
std::optional<std::uint32_t> find_class(const std::vector<ClassLabel>& classes, std::string_view label);

/// A remark on classes whose labels differ by blanks or by upper and lower case alone, or "".
std::string alike_labels(const std::vector<ClassLabel>& classes);

}  // namespace halfspace
