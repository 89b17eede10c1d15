// Text in the columns of a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace halfspace {

/// Columns the text takes: one a character, two of the wide characters of East Asia and emoji, none of marks that join
/// the character before.
std::size_t columns_taken(std::string_view text);

/// A report (Lines) for a terminal of so many columns: longer lines are broken at blanks, what follows stands under its
/// text; paragraphs that Lines broke are filled again. A word longer than the columns stays whole.
std::string fitted_to(std::string_view report, std::size_t columns);

}  // namespace halfspace
