#include <nanobind/stl/optional.h>

#include "bindings.hpp"
#include "options.hpp"

namespace halfspace::python {
namespace {

/// seen(pass, visit, row, score, multiplier, squared_norm, weights or None); False ends the run, as `alive` does, which is
/// asked between updates too.
Training traced(const Rows& rows, const Labels& labels, const Options& options, const nb::object& seen,
                const nb::object& alive) {
  const RowLabels y = labels.labels();
  bool raised = false;
  const auto look = [&](const TraceStep& s) {
    const nb::gil_scoped_acquire locked;
    try {
      const nb::object weights = s.weights.empty() ? nb::object(nb::none()) : array_of(s.weights);
      return !seen(s.pass, s.visit, s.row, s.score, s.multiplier, s.squared_norm, weights).is(nb::handle(Py_False));
    } catch (nb::python_error& error) {
      error.restore();
      raised = true;
      return false;
    }
  };
  const auto watch = [&](const TrainProgress&) {
    const nb::gil_scoped_acquire locked;
    try {
      return alive().is(nb::handle(Py_True));
    } catch (nb::python_error& error) {
      error.restore();
      raised = true;
      return false;
    }
  };
  auto out = [&] {
    const nb::gil_scoped_release released;
    return rows.with([&](const auto& r) { return train_traced(r, y, options, look, watch); });
  }();
  if (raised) throw nb::python_error();
  if (!out) raise(out.error());
  return std::move(out).value();
}

}  // namespace

void bind_trace(nb::module_& m) {
  m.def("train_traced", &traced, nb::arg("rows"), nb::arg("labels"), nb::arg("options"), nb::arg("seen"),
        nb::arg("alive"));
}

}  // namespace halfspace::python
