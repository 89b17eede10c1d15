#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"

namespace halfspace::python {

void bind_files(nb::module_& m) {
  nb::class_<Table>(m, "Table", "The rows of a file as arrays.")
      .def_ro("rows", &Table::rows)
      .def_ro("cols", &Table::cols)
      .def_ro("sparse", &Table::sparse)
      .def_prop_ro("values", [](const Table& t) { return array_of(t.values); })
      .def_prop_ro("start", [](const Table& t) { return array_of(t.start); })
      .def_prop_ro("column", [](const Table& t) { return array_of(t.column); })
      .def_ro("names", &Table::names)
      .def_ro("categories", &Table::categories)
      .def_ro("labels", &Table::labels)
      .def_prop_ro("weights", [](const Table& t) { return array_of(t.weights); })
      .def_prop_ro("groups", [](const Table& t) { return array_of(t.groups); })
      .def_prop_ro("lines", [](const Table& t) { return array_of(t.lines); })
      .def_ro("xxh3_128", &Table::xxh3_128);
  m.def(
      "read_table",
      [](const std::string& path, const Options& options) {
        return unlocked([&] { return read_table(path, options); });
      },
      nb::arg("path"), nb::arg("options"));
}

}  // namespace halfspace::python
