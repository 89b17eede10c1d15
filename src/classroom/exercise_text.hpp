// An exercise as Markdown, LaTeX or plain text.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "base/fields.hpp"
#include "classroom/exercise.hpp"

namespace halfspace {

enum class SheetForm { markdown, latex, text };
template <>
struct Names<SheetForm> {
  static constexpr std::array<std::string_view, 3> list = {"markdown", "latex", "text"};
};

/// Is the solution (with marks and commands) there, is it all there is?
enum class SheetSolution { yes, no, only };
template <>
struct Names<SheetSolution> {
  static constexpr std::array<std::string_view, 3> list = {"yes", "no", "only"};
};

/// The exercises one after the other; LaTeX is a document that compiles as it stands.
std::string exercise_text(std::span<const Worksheet> sheets, SheetForm form, SheetSolution solution);

}  // namespace halfspace
