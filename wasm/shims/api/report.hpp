// In place of src/api/report.hpp: the C interface gives reports as JSON alone, and what would write them as text is not linked.
#pragma once

#include <functional>
#include <string>

#include "halfspace/progress.hpp"

namespace halfspace {

constexpr bool reports_have_text = false;

struct NoText {
  template <class Text>
  NoText(Text&&) {}  // NOLINT(google-explicit-constructor,bugprone-forwarding-reference-overload)
  std::string operator()() const { return {}; }
};

struct Report::Writer {
  std::function<std::string()> json;
  NoText text;
};

}  // namespace halfspace
