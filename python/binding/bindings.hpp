// The parts of the module.
#pragma once

#include <nanobind/nanobind.h>

#include "calls.hpp"
#include "rows.hpp"

namespace halfspace::python {

void bind_model(nb::module_& m);
void bind_training(nb::module_& m);
void bind_selection(nb::module_& m);
void bind_separation(nb::module_& m);
void bind_files(nb::module_& m);
void bind_features(nb::module_& m);
void bind_trace(nb::module_& m);
void bind_partitions(nb::module_& m);

/// (json, text, values of the metrics, held out, classes, stopped)
nb::tuple tuple_of(const CvResult& result);
nb::tuple tuple_of(PathResult result);

}  // namespace halfspace::python
