// Reports of the library, written out when they are asked for.
#pragma once

#include <functional>
#include <string>

#include "halfspace/progress.hpp"

namespace halfspace {

constexpr bool reports_have_text = true;

struct Report::Writer {
  std::function<std::string()> json;
  std::function<std::string()> text;
};

}  // namespace halfspace
