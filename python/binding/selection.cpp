#include <nanobind/stl/optional.h>

#include "bindings.hpp"
#include "options.hpp"

namespace halfspace::python {
nb::tuple tuple_of(const CvResult& out) {
  nb::list held_out;
  for (const HeldOut& h : out.held_out) {
    Predictions p = h.predictions;
    const auto outputs = static_cast<std::size_t>(p.outputs);
    const std::size_t classes = out.classes.size();
    nb::object probabilities = nb::none();
    if (!p.probabilities.empty()) probabilities = array_of(std::move(p.probabilities), classes);
    held_out.append(nb::make_tuple(h.repeat, h.fold, array_of(h.rows), array_of(std::move(p.classes)),
                                   array_of(std::move(p.scores), outputs), probabilities));
  }
  nb::dict values;
  for (std::size_t k = 0; k < out.metrics.size(); ++k) values[nb::cast(k)] = array_of(out.values[k]);
  return nb::make_tuple(out.report.json(), out.report.text(), values, held_out, out.classes, out.stopped);
}

/// (json, text, lambdas, Cs, objectives, gaps, weights, biases, chosen, classifier, status)
nb::tuple tuple_of(PathResult out) {
  std::vector<double> lambda;
  std::vector<double> cost;
  std::vector<double> objective;
  std::vector<double> gap;
  std::vector<double> bias;
  std::vector<double> weights;
  for (const PathStep& p : out.points) {
    lambda.push_back(p.lambda);
    cost.push_back(p.C);
    objective.push_back(p.objective);
    gap.push_back(p.gap);
    bias.push_back(p.bias);
    weights.insert(weights.end(), p.weights.begin(), p.weights.end());
  }
  const std::size_t features = out.points.empty() ? 0 : out.points.front().weights.size();
  return nb::make_tuple(out.report.json(), out.report.text(), array_of(std::move(lambda)), array_of(std::move(cost)),
                        array_of(std::move(objective)), array_of(std::move(gap)),
                        array_of(std::move(weights), features), array_of(std::move(bias)), out.chosen,
                        std::move(out.classifier), out.status);
}

namespace {

nb::tuple cross_validated(const Rows& rows, const Labels& labels, const Options& options, nb::object watch) {
  const RowLabels y = labels.labels();
  return tuple_of(Watched(std::move(watch)).run([&](const Watch& w) {
    return rows.with([&](const auto& r) { return cross_validate(r, y, options, w); });
  }));
}

/// (text, json, the chosen Training or None, stopped)
nb::tuple searched(const Rows& rows, const Labels& labels, const Options& options, nb::object watch) {
  const RowLabels y = labels.labels();
  SearchResult out = Watched(std::move(watch)).run([&](const Watch& w) {
    return rows.with([&](const auto& r) { return search(r, y, options, w); });
  });
  return nb::make_tuple(out.report.json(), out.report.text(), std::move(out.chosen), out.stopped);
}

nb::tuple path_of(const Rows& rows, const Labels& labels, const Options& options, nb::object watch) {
  const RowLabels y = labels.labels();
  return tuple_of(Watched(std::move(watch)).run([&](const Watch& w) {
    return rows.with([&](const auto& r) { return path(r, y, options, w); });
  }));
}

}  // namespace

void bind_selection(nb::module_& m) {
  m.def("cross_validate", &cross_validated, nb::arg("rows"), nb::arg("labels"), nb::arg("options"),
        nb::arg("watch").none());
  m.def("search", &searched, nb::arg("rows"), nb::arg("labels"), nb::arg("options"), nb::arg("watch").none());
  m.def("path", &path_of, nb::arg("rows"), nb::arg("labels"), nb::arg("options"), nb::arg("watch").none());
  m.def("cv_option_names", &cv_option_names);
  m.def("search_option_names", &search_option_names);
  m.def("path_option_names", &path_option_names);
}

}  // namespace halfspace::python
