#include "calls.hpp"

#include <nanobind/stl/string.h>

namespace halfspace::python {

void raise(const Error& error) {
  const std::string text = error.text();
  if (error.code == Code::io) PyErr_SetString(PyExc_OSError, text.c_str());
  if (error.code == Code::interrupted) {  // signals have raised their own exception before
    const bool by_time = text.find("time limit") != std::string::npos;
    PyErr_SetString(by_time ? PyExc_TimeoutError : PyExc_RuntimeError,
                    by_time ? "the time limit was reached before there was anything to keep; give more time_limit"
                            : "the callback ended the run before there was anything to keep");
  }
  if (error.code == Code::usage || error.code == Code::bad_data) PyErr_SetString(PyExc_ValueError, text.c_str());
  throw nb::python_error();
}

bool Watched::look(const TrainProgress& p) noexcept {
  const nb::gil_scoped_acquire locked;
  if (raised_) return false;
  if (PyErr_CheckSignals() != 0) {
    raised_ = true;
    return false;
  }
  if (callback_.is_none()) return true;
  try {
    nb::dict seen;
    seen["rounds"] = p.passes;
    seen["visits"] = p.visits;
    seen["passes"] = p.passes;
    seen["updates"] = p.updates;
    seen["fraction"] = p.fraction < 0 ? nb::object(nb::none()) : nb::cast(p.fraction);
    seen["objective"] = p.objective < 0 ? nb::object(nb::none()) : nb::cast(p.objective);
    seen["gap"] = p.gap < 0 ? nb::object(nb::none()) : nb::cast(p.gap);
    seen["fits_done"] = p.fits_done;
    seen["fits"] = p.fits;
    seen["seconds"] = p.seconds;
    return !callback_(seen).is(nb::handle(Py_False));
  } catch (nb::python_error& error) {
    error.restore();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  raised_ = true;
  return false;
}

}  // namespace halfspace::python
