// Settings: values by the name of their flag, from a command line or from a caller of the library.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/number.hpp"

namespace halfspace {

/// A switch (no-header, zero-based) is there or not; its value says nothing.
struct Settings {
  std::map<std::string, std::string> values;

  bool has(const std::string& name) const { return values.contains(name); }
  std::string get(const std::string& name, const std::string& fallback = "") const {
    const auto it = values.find(name);
    return it == values.end() ? fallback : it->second;
  }
  Result<std::uint64_t> count(const std::string& name, std::uint64_t fallback) const {
    if (!has(name)) return fallback;
    return option_count(get(name), "--" + name);
  }
};

}  // namespace halfspace
