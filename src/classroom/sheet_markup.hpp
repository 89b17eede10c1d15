// The markup of exercises, $formula$ and `word`, in the three forms of a sheet.
#pragma once

#include <string>
#include <string_view>

#include "classroom/exercise.hpp"
#include "classroom/exercise_text.hpp"

namespace halfspace {

/// A formula in linear notation as LaTeX: gamma^2 <= 3/2 is \gamma^2 \le 3/2.
std::string latex_formula(std::string_view formula);

std::string marked_up(std::string_view text, SheetForm form);

/// What means something in Markdown or in HTML within it stands for itself.
std::string markdown_escaped(std::string_view text);

/// A table, each line ended.
std::string marked_up(const SheetTable& table, SheetForm form);

}  // namespace halfspace
