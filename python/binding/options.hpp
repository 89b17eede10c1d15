// Options of Python, a list of names and values, as the library's.
#pragma once

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "calls.hpp"

namespace halfspace::python {

/// threads, portable, max_memory, threshold, unseen, pair_scores, probabilities of a dict; others are a ValueError.
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
      if (how != "row" && how != "other" && how != "error")
        throw nb::value_error(("unseen is " + how + "; expected error, other or row").c_str());
      out.unseen = how == "row" ? Unseen::row : how == "other" ? Unseen::other : Unseen::error;
    } else {
      throw nb::value_error(("no option of predictions is called " + name).c_str());
    }
  }
  return out;
}

}  // namespace halfspace::python
