#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include "bindings.hpp"
#include "options.hpp"

namespace halfspace::python {
namespace {

nb::object copied(std::span<const double> values) {
  return array_of(std::vector<double>(values.begin(), values.end()));
}

/// classes, scores, probabilities (None where there are none), rows without a prediction.
nb::tuple answer_of(Predictions p, std::size_t classes) {
  const auto outputs = static_cast<std::size_t>(p.outputs);
  nb::object probabilities = nb::none();
  if (!p.probabilities.empty() || (p.rows == 0 && classes > 0)) {
    probabilities = array_of(std::move(p.probabilities), classes);
  }
  return nb::make_tuple(array_of(std::move(p.classes)), array_of(std::move(p.scores), outputs), probabilities,
                        p.lacking_rows);
}

nb::tuple predict(const Classifier& classifier, const Rows& rows, const nb::dict& options) {
  const PredictOptions how = predict_options(options);
  const std::size_t classes = how.probabilities && classifier.has_probabilities() ? classifier.classes().size() : 0;
  return answer_of(unlocked([&] { return rows.with([&](const auto& r) { return classifier.predict(r, how); }); }),
                   classes);
}

nb::tuple predict_file(const Classifier& classifier, const std::string& path, const Options& options) {
  const std::size_t classes = classifier.has_probabilities() ? classifier.classes().size() : 0;
  return answer_of(unlocked([&] { return classifier.predict_file(path, options); }), classes);
}

nb::bytes bytes_of(const Classifier& classifier) {
  const std::string bytes = classifier.bytes();
  return nb::bytes(bytes.data(), bytes.size());
}

Classifier from_bytes(const nb::bytes& bytes) {
  const std::string_view view(static_cast<const char*>(bytes.data()), bytes.size());
  return unlocked([&] { return Classifier::from_bytes(view); });
}

nb::tuple export_of(const Classifier& classifier, const std::string& format, const std::string& name) {
  ExportOptions options;
  options.name = name;
  const Export out = unlocked([&] { return exported(classifier, format, options); });
  return nb::make_tuple(nb::bytes(out.bytes.data(), out.bytes.size()), out.notes);
}

std::pair<std::string, std::string> evaluated(const Classifier& classifier, const Rows& rows, const Labels& labels,
                                              const Options& options) {
  const RowLabels y = labels.labels();
  const Evaluation out =
      unlocked([&] { return rows.with([&](const auto& r) { return evaluate(classifier, r, y, options); }); });
  return {out.report.json(), out.report.text()};
}

std::pair<std::string, std::string> explained(const Classifier& classifier, const Rows& rows,
                                              std::optional<std::int64_t> row, const Options& options) {
  const Report report = unlocked([&]() -> Result<Report> {
    return rows.with([&](const auto& r) -> Result<Report> {
      if (row) {
        auto one = explain(classifier, r, *row, options);
        return one ? Result<Report>(one.value().report) : one.error();
      }
      auto means = explain_means(classifier, r, options);
      return means ? Result<Report>(means.value().report) : means.error();
    });
  });
  return {report.json(), report.text()};
}

std::string page_of(const Classifier& classifier, const std::string& path, const Options& options,
                    const std::string& name) {
  return unlocked([&] { return report_page(classifier, path, options, name); }).bytes;
}

}  // namespace

void bind_model(nb::module_& m) {
  nb::class_<Classifier>(m, "Classifier", "A trained model.")
      .def_static("load", [](const std::string& path) { return unlocked([&] { return Classifier::load(path); }); })
      .def_static("from_bytes", &from_bytes)
      .def("save",
           [](const Classifier& c, const std::string& path) {
             const auto saved = c.save(path);
             if (!saved) raise(saved.error());
           })
      .def("bytes", &bytes_of)
      .def_prop_ro("classes", &Classifier::classes)
      .def_prop_ro("features", &Classifier::features)
      .def_prop_ro("columns", &Classifier::columns)
      .def_prop_ro("outputs", &Classifier::outputs)
      .def_prop_ro("has_probabilities", &Classifier::has_probabilities)
      .def_prop_ro("weights", [](const Classifier& c) { return copied(c.weights()); })
      .def_prop_ro("bias", [](const Classifier& c) { return copied(c.bias()); })
      .def_prop_ro("settings", &Classifier::settings)
      .def_prop_ro("report", &Classifier::report)
      .def("predict", &predict, nb::arg("rows"), nb::arg("options"))
      .def("predict_file", &predict_file, nb::arg("path"), nb::arg("options"))
      .def("export", &export_of, nb::arg("format"), nb::arg("name"))
      .def("evaluate", &evaluated, nb::arg("rows"), nb::arg("labels"), nb::arg("options"))
      .def("explain", &explained, nb::arg("rows"), nb::arg("row").none(), nb::arg("options"))
      .def("report_page", &page_of, nb::arg("path"), nb::arg("options"), nb::arg("name"));
  m.def("export_formats", &export_formats);
}

}  // namespace halfspace::python
