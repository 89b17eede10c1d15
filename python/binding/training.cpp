#include <nanobind/stl/optional.h>

#include "bindings.hpp"
#include "options.hpp"

namespace halfspace::python {
namespace {

/// label, status, rounds, primal, dual, gap, rows and multipliers of a run.
nb::tuple run_of(const RunSummary& run) {
  std::vector<std::int64_t> rows;
  std::vector<double> alpha;
  rows.reserve(run.support.size());
  alpha.reserve(run.support.size());
  for (const SupportRow& s : run.support) {
    rows.push_back(s.row);
    alpha.push_back(s.alpha);
  }
  return nb::make_tuple(run.label, run.status, run.rounds, run.primal, run.dual, run.gap, array_of(std::move(rows)),
                        array_of(std::move(alpha)));
}

nb::list runs_of(const Training& t) {
  nb::list out;
  for (const RunSummary& run : t.runs) out.append(run_of(run));
  return out;
}

/// Weights, and rows and multipliers of each run.
using Multipliers = std::vector<std::pair<Column<std::int64_t>, Column<double>>>;

TrainStart start_of(const std::optional<Column<double>>& weights, const Multipliers& multipliers,
                    std::vector<std::string> classes) {
  TrainStart out;
  if (weights) out.weights.assign(weights->data(), weights->data() + weights->size());
  for (const auto& [rows, alpha] : multipliers) {
    if (rows.size() != alpha.size()) throw nb::value_error("a run has other numbers of rows and of multipliers");
    auto& run = out.multipliers.emplace_back();
    for (std::size_t k = 0; k < rows.size(); ++k) run.push_back({rows.data()[k], alpha.data()[k]});
  }
  out.classes = std::move(classes);
  return out;
}

Training trained(const Rows& rows, const Labels& labels, const Options& options, nb::object watch,
                 const std::optional<Column<double>>& weights, const Multipliers& multipliers,
                 std::vector<std::string> classes) {
  const RowLabels y = labels.labels();
  const TrainStart start = start_of(weights, multipliers, std::move(classes));
  return Watched(std::move(watch)).run([&](const Watch& w) {
    return rows.with([&](const auto& r) { return train(r, y, options, start, w); });
  });
}

Training trained_on_file(const std::string& path, const Options& options, nb::object watch) {
  return Watched(std::move(watch)).run([&](const Watch& w) { return train_file(path, options, w); });
}

}  // namespace

void bind_training(nb::module_& m) {
  nb::class_<Training>(m, "Training", "A finished run.")
      .def_ro("classifier", &Training::classifier)
      .def_ro("status", &Training::status)
      .def_ro("stop_reason", &Training::stop_reason)
      .def_ro("rows", &Training::rows)
      .def_ro("visits", &Training::visits)
      .def_ro("passes", &Training::passes)
      .def_ro("rounds", &Training::rounds)
      .def_ro("updates", &Training::updates)
      .def_ro("mistakes", &Training::mistakes)
      .def_ro("separable", &Training::separable)
      .def_ro("objective", &Training::objective)
      .def_ro("dual", &Training::dual)
      .def_ro("gap", &Training::gap)
      .def_prop_ro("runs", &runs_of)
      .def_prop_ro("run_rounds",
                   [](const Training& t) {
                     std::vector<std::int64_t> out;
                     for (const RunSummary& run : t.runs) out.push_back(run.rounds);
                     return out;
                   })
      .def("json", [](const Training& t) { return t.report.json(); })
      .def("text", [](const Training& t) { return t.report.text(); });
  m.def("train", &trained, nb::arg("rows"), nb::arg("labels"), nb::arg("options"), nb::arg("watch").none(),
        nb::arg("weights") = nb::none(), nb::arg("multipliers") = Multipliers(),
        nb::arg("classes") = std::vector<std::string>());
  m.def("train_file", &trained_on_file, nb::arg("path"), nb::arg("options"), nb::arg("watch").none());
  m.def("option_names", &option_names);
  m.def("perceptron_preset_names", &perceptron_preset_names);
}

}  // namespace halfspace::python
