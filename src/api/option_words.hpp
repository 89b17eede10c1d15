// Messages of the core name flags of the command line ("--tol"); a caller of the library has options ("tol"), and for
// rows in memory nothing that chooses rows or columns of a file.
#pragma once

#include <string>
#include <utility>

#include "api/options.hpp"
#include "halfspace/result.hpp"

namespace halfspace::api {

/// The text with every flag as the option of its name.
std::string option_words(const std::string& text, Reads from = Reads::file);

/// The Error with its place and message in such words.
Error in_option_words(Error error, Reads from = Reads::file);

/// A Result whose Error is in such words.
template <class T>
Result<T> in_option_words(Result<T> result, Reads from = Reads::file) {
  if (!result) return in_option_words(std::move(result).error(), from);
  return result;
}

}  // namespace halfspace::api
