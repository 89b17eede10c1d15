// Texts that people read as numbers or dates and halfspace does not: a categorical column of them is hardly meant.
#pragma once

#include <string_view>

namespace halfspace {

/// What a trimmed text that is no number seems to be: "a number with thousands separators" (1,200.50), "an amount of
/// money" ($5.00), "a percentage" (10 %), "a number with a typeset minus sign", "a date" (2024-01-31, 31.1.2024,
/// 3 Mar 2024), "a time" (14:05) or "a time of twelve hours" (2:05 PM); "" for any other text.
std::string_view number_like(std::string_view text);

}  // namespace halfspace
