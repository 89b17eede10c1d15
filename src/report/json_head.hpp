// The members that every JSON answer begins with.
#pragma once

#include <string>
#include <string_view>

#include "base/json.hpp"

namespace halfspace {

/// {"schema": "halfspace.VERB/1", "version"}.
inline Json json_head(std::string_view verb) {
  return {{"schema", "halfspace." + std::string(verb) + "/1"}, {"version", HALFSPACE_VERSION}};
}

/// The head and then the members of an answer.
inline Json json_answer(std::string_view verb, const Json& members) {
  Json out = json_head(verb);
  out.update(members);
  return out;
}

}  // namespace halfspace
