// The module halfspace._core: the library's calls on arrays of NumPy. What users meet is python/halfspace.
#include "bindings.hpp"
#include "halfspace/version.h"

// NOLINTNEXTLINE
NB_MODULE(_core, m) {
  using namespace halfspace::python;
  m.doc() = "Calls of the halfspace library on arrays.";
  m.attr("version") = HALFSPACE_VERSION;
  bind_rows(m);
  bind_model(m);
  bind_training(m);
  bind_selection(m);
  bind_separation(m);
  bind_files(m);
  bind_features(m);
  bind_trace(m);
  bind_partitions(m);
}
