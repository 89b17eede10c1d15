// From a figure to a file or the terminal, as the flag that names the file says: FILE.svg, FILE.png, or a stream.
#pragma once

#include <string>

#include "flags.hpp"
#include "plot/scene.hpp"

namespace halfspace::cli {

enum class Form { text, svg, png };

/// By the ending of what the flag says; "-" has the form `dash`. Error: another ending.
Result<Form> form_of(const Args& args, const std::string& flag, Form dash);

/// Checks --theme, --width and --height where they are given.
Result<void> check_picture_flags(const Args& args, Form form);

/// The picture's bytes, in the theme and size asked for.
Result<std::string> drawn(const Args& args, Form form, const plot::Figure& figure);

/// Draws it to where the flag says: - is standard output, as text.
Result<void> write_picture(const Args& args, const std::string& flag, const plot::Figure& figure);

}  // namespace halfspace::cli
