// Text as content or attribute value of XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace halfspace {

/// Markup characters as entities, U+FFFE and U+FFFF, which may not stand in XML, as U+FFFD. Control bytes are the
/// caller's: shown() (base/text.hpp).
std::string as_markup(std::string_view clean);

}  // namespace halfspace
