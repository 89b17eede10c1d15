// Settings: values by the name of their flag, from a command line or from a caller of the library.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/number.hpp"
#include "halfspace/options.hpp"

namespace halfspace {

/// Where the runs of an objective begin: the members of ObjectiveOptions.
struct ObjectiveStart {
  std::vector<double> weights;
  std::vector<std::vector<SupportRow>> multipliers;
};

/// A switch (no-header, zero-based) is there or not; its value says nothing.
struct Settings {
  std::map<std::string, std::string> values;
  std::shared_ptr<const ObjectiveStart> start = nullptr;  // no flag has so many numbers
  std::vector<std::string> classes = {};                  // labels that exist beside those of the rows

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
