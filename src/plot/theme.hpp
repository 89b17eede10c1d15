// Colours. The classes' are those of Okabe and Ito ("Color universal design", 2008), told apart with any kind of colour
// vision; shapes tell the same without colour.
#pragma once

#include <array>
#include <string_view>

namespace halfspace::plot {

inline constexpr unsigned shapes = 8;

struct Theme {
  std::string_view paper;
  std::string_view ink;
  std::string_view faint;  // frame, ticks, texts beside
  std::string_view grid;
  std::array<std::string_view, shapes> color;
  std::string_view tint;  // opacity of regions
};

inline constexpr Theme light = {
    "#ffffff",
    "#1a1a1a",
    "#5c5c5c",
    "#e6e6e6",
    {"#0072b2", "#c84e00", "#00835f", "#b5508c", "#a87300", "#2f95d0", "#7a4fbf", "#4d4d4d"},
    "0.09"};

inline constexpr Theme dark = {"#15181d",
                               "#ededed",
                               "#a3a8b0",
                               "#2b3038",
                               {"#56b4e9", "#ff8a3d", "#2ec99a", "#ec9cca", "#f0c23b", "#9fb4ff", "#c7a2f5", "#c4c4c4"},
                               "0.13"};

/// Of a picture inside a page, whose style sheet has the colours (html/style.cpp).
inline constexpr Theme of_page = {
    "var(--paper)",
    "var(--ink)",
    "var(--faint)",
    "var(--grid)",
    {"var(--c0)", "var(--c1)", "var(--c2)", "var(--c3)", "var(--c4)", "var(--c5)", "var(--c6)", "var(--c7)"},
    "var(--tint)"};

/// Styles beyond the eighth repeat the shapes with other colours: 64 in all.
constexpr unsigned shape_of(unsigned style) { return style % shapes; }
constexpr unsigned color_of(unsigned style) { return (style + style / shapes) % shapes; }

}  // namespace halfspace::plot
