// Cells as a table writes them (base/text_style.hpp), for the C writer.
#pragma once

#include <string>

#include "export/c_writer.hpp"
#include "model/model.hpp"

namespace halfspace {

/// What is written before the function that reads cells; nothing for plain tables.
void c_write_style(CWriter& to, const Model& m);

/// Lines of that function which turn the cell text..end of column j into plain digits.
std::string c_style_lines(const Model& m);

}  // namespace halfspace
