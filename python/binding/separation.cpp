#include "bindings.hpp"
#include "options.hpp"

namespace halfspace::python {
namespace {

Separation separated(const Rows& rows, const Labels& labels, const Options& options, bool certified, nb::object watch) {
  const RowLabels y = labels.labels();
  return Watched(std::move(watch)).run([&](const Watch& w) {
    return rows.with(
        [&](const auto& r) { return certified ? separate_certified(r, y, options, w) : separate(r, y, options, w); });
  });
}

Separation separated_file(const std::string& path, const Options& options, nb::object watch) {
  return Watched(std::move(watch)).run([&](const Watch& w) { return separate_file(path, options, w); });
}

std::string text_of_rows(const Rows& rows, const Labels& labels) {
  const RowLabels y = labels.labels();
  return unlocked([&] { return rows.with([&](const auto& r) { return text_of(r, y); }); });
}

Verified verified(const std::string& certificate, const Rows& rows, const Labels& labels) {
  const RowLabels y = labels.labels();
  return unlocked([&] { return rows.with([&](const auto& r) { return verify(certificate, r, y); }); });
}

nb::list witness_of(const Separation& s) {
  nb::list out;
  for (const WitnessRow& row : s.witness) out.append(nb::make_tuple(row.row, row.multiplier));
  return out;
}

}  // namespace

void bind_separation(nb::module_& m) {
  nb::class_<Separation>(m, "Separation", "The answer to whether two classes are linearly separable.")
      .def_ro("verdict", &Separation::verdict)
      .def_ro("rows", &Separation::rows)
      .def_prop_ro("witness", &witness_of)
      .def_ro("margin_at_least", &Separation::margin_at_least)
      .def_ro("margin_at_most", &Separation::margin_at_most)
      .def_ro("certificate", &Separation::certificate)
      .def_ro("json", &Separation::json)
      .def_ro("text", &Separation::text);
  nb::class_<Verified>(m, "Verified", "What the verifier says of a certificate.")
      .def_ro("accepted", &Verified::accepted)
      .def_ro("statement", &Verified::statement)
      .def_ro("reason", &Verified::reason)
      .def_ro("question", &Verified::question);
  m.def("separate", &separated, nb::arg("rows"), nb::arg("labels"), nb::arg("options"), nb::arg("certified"),
        nb::arg("watch").none());
  m.def("separate_file", &separated_file, nb::arg("path"), nb::arg("options"), nb::arg("watch").none());
  m.def("text_of", &text_of_rows, nb::arg("rows"), nb::arg("labels"));
  m.def("verify", &verified, nb::arg("certificate"), nb::arg("rows"), nb::arg("labels"));
  m.def(
      "verify_file",
      [](const std::string& certificate, const std::string& path) {
        return unlocked([&] { return verify(certificate, path); });
      },
      nb::arg("certificate"), nb::arg("path"));
  m.def("separate_option_names", &separate_option_names);
}

}  // namespace halfspace::python
