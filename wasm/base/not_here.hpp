// What halfspace.wasm leaves to halfspace-all.wasm (docs/wasm.md). Functions of this folder stand in its place and refuse.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "halfspace/result.hpp"

namespace halfspace {

/// Whoever loads modules looks for the name of the other one.
inline Error not_here(std::string where, std::string_view what) {
  return {Code::usage, std::move(where), std::string(what) + " not in this module; load halfspace-all.wasm"};
}

}  // namespace halfspace
