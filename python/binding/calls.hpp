// How a call of the library is made from Python: the interpreter's lock is released, progress and signals are looked at,
// Errors become exceptions.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "halfspace/halfspace.hpp"

namespace halfspace::python {

namespace nb = nanobind;

/// usage and bad_data: ValueError; io: OSError; interrupted: TimeoutError, or RuntimeError where a callback ended the run.
[[noreturn]] void raise(const Error& error);

/// Between the library's calls: what a callback raised, and what Ctrl-C asked for.
class Watched {
 public:
  /// `callback` is None, or called with a dict of the progress; False ends the run.
  explicit Watched(nb::object callback) : callback_(std::move(callback)) {}

  /// Runs f(watch) without the interpreter's lock. Raises what a callback or a signal raised, whatever the run gave, and
  /// what its Error says.
  template <class F>
  auto run(const F& f) {
    auto result = [&] {
      const nb::gil_scoped_release released;
      return f(Watch([this](const TrainProgress& p) { return look(p); }));
    }();
    if (raised_) throw nb::python_error();
    if (!result) raise(result.error());
    return std::move(result).value();
  }

 private:
  bool look(const TrainProgress& progress) noexcept;

  nb::object callback_;
  bool raised_ = false;
};

/// Runs f() without the interpreter's lock; its Error is raised.
template <class F>
auto unlocked(const F& f) {
  auto result = [&] {
    const nb::gil_scoped_release released;
    return f();
  }();
  if (!result) raise(result.error());
  return std::move(result).value();
}

/// The numbers as an array of NumPy that owns them: 1-d, or of `cols` columns.
template <class T>
nb::object array_of(std::vector<T> values, std::size_t cols = 0) {
  auto* kept = new std::vector<T>(std::move(values));
  const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  if (cols == 0) return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(kept->data(), {kept->size()}, owner));
  return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<2>>(kept->data(), {kept->size() / cols, cols}, owner));
}

}  // namespace halfspace::python
