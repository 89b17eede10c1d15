// Options of Python, a list of names and values, as the library's.
#pragma once

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "calls.hpp"

namespace halfspace::python {

/// n_threads, portable, max_memory_mib, threshold, unseen, pair_scores of a dict; others are a ValueError.
inline PredictOptions predict_options(const nb::dict& given) {
  PredictOptions out;
  for (const auto& [key, value] : given) {
    const auto name = nb::cast<std::string>(key);
    if (name == "threads") {
      out.threads = nb::cast<int>(value);
    } else if (name == "portable") {
      out.simd = nb::cast<bool>(value) ? Simd::portable : Simd::automatic;
    } else if (name == "max_memory") {
      out.max_memory_mib = nb::cast<std::int64_t>(value);
    } else if (name == "threshold") {
      out.threshold = nb::cast<double>(value);
    } else if (name == "probabilities") {
      out.probabilities = nb::cast<bool>(value);
    } else if (name == "pair_scores") {
      out.pair_scores = nb::cast<bool>(value);
    } else if (name == "unseen") {
      const auto how = nb::cast<std::string>(value);
      out.unseen = how == "row" ? Unseen::row : how == "other" ? Unseen::other : Unseen::error;
    } else {
      throw nb::value_error(("no option of predictions is called " + name).c_str());
    }
  }
  return out;
}

}  // namespace halfspace::python
