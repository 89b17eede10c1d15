// Literals of Python, SQL and C.
#pragma once

#include <string>
#include <string_view>

namespace halfspace {

/// A double as a literal that reads back as the same double and is no whole number of Python.
std::string python_real(double v);

/// A text in double quotes, ASCII alone: all other characters are escaped.
std::string python_string(std::string_view text);

/// A double in the form with an exponent, which is never an exact decimal of a dialect.
std::string sql_real(double v);

/// A text in single quotes, a name in double quotes: the quotes inside are doubled.
std::string sql_string(std::string_view text);
std::string sql_name(std::string_view name);

/// A text as a C string literal: bytes that are not plain ASCII in octal, no trigraphs.
std::string c_string(std::string_view text);

/// A text in a comment of C: no end or begin of one, no trigraph and no line break.
std::string c_comment(std::string_view text);

}  // namespace halfspace
