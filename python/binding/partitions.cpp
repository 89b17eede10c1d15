// Rows in partitions and the runs that ask them.
#include <string_view>

#include <nanobind/stl/optional.h>

#include "bindings.hpp"
#include "options.hpp"

namespace halfspace::python {
namespace {

nb::bytes bytes_of(const std::string& bytes) { return nb::bytes(bytes.data(), bytes.size()); }

std::string_view view_of(const nb::bytes& bytes) { return {static_cast<const char*>(bytes.data()), bytes.size()}; }

Partition partition_of(const Rows& rows, const nb::object& labels, std::int64_t number) {
  const auto& y = nb::cast<const Labels&>(labels);
  const RowLabels coded = y.labels();
  return unlocked(
      [&] { return rows.with([&](const auto& r) { return Partition::of(r, std::get<CodedLabels>(coded), number); }); });
}

Partition partition_viewing(const Rows& rows, const nb::object& labels, std::int64_t number) {
  const auto& y = nb::cast<const Labels&>(labels);
  const RowLabels coded = y.labels();
  return unlocked([&] {
    return rows.with([&](const auto& r) { return Partition::viewing(r, std::get<CodedLabels>(coded), number); });
  });
}

template <class Run>
void tell(Run& run, const nb::bytes& answer) {
  const nb::gil_scoped_release released;
  const Result<void> told = run.tell(view_of(answer));
  if (told) return;
  const nb::gil_scoped_acquire locked;
  raise(told.error());
}

nb::dict progress_of(const PartitionedRun& run) {
  const PartitionedProgress p = run.progress();
  nb::dict out;
  out["rounds"] = p.rounds;
  out["question"] = p.question;
  out["objective"] = p.objective;
  out["gap"] = p.gap;
  out["shard"] = p.partition;
  out["classes"] = p.classes;
  return out;
}

void bind_shard(nb::module_& m) {
  nb::class_<Partition>(m, "Shard", "Rows of one partition, which answer the questions of a Driver.")
      .def_static("of", &partition_of, nb::arg("rows"), nb::arg("labels"), nb::arg("number"))
      .def_static("viewing", &partition_viewing, nb::arg("rows"), nb::arg("labels"), nb::arg("number"),
                  nb::keep_alive<0, 1>())
      .def_static(
          "frombytes",
          [](const nb::bytes& data) { return unlocked([&] { return Partition::from_bytes(view_of(data)); }); },
          nb::arg("data"))
      .def("tobytes", [](const Partition& p) { return bytes_of(p.bytes()); })
      .def_static(
          "open",
          [](const std::string& path, std::optional<std::int64_t> number) {
            return unlocked([&] { return number ? Partition::open(path, *number) : Partition::open(path); });
          },
          nb::arg("path"), nb::arg("number") = nb::none())
      .def(
          "save",
          [](const Partition& p, const std::string& path, bool lasting) {
            const Result<void> saved = p.save(path, lasting);
            if (!saved) raise(saved.error());
          },
          nb::arg("path"), nb::arg("lasting") = true)
      .def(
          "answer",
          [](const Partition& p, const nb::bytes& question, int threads) {
            return bytes_of(unlocked([&] { return p.answer(view_of(question), threads); }));
          },
          nb::arg("question"), nb::arg("threads") = 1)
      .def_prop_ro("number", &Partition::number)
      .def_prop_ro("rows", &Partition::rows)
      .def_prop_ro("cols", &Partition::columns)
      .def_prop_ro("nonzeros", &Partition::entries)
      .def_prop_ro("nbytes", &Partition::memory)
      .def("__getstate__", [](const Partition& p) { return bytes_of(p.bytes()); })
      .def("__setstate__", [](Partition& p, const nb::bytes& data) {
        new (&p) Partition(unlocked([&] { return Partition::from_bytes(view_of(data)); }));
      });
}

void bind_driver(nb::module_& m) {
  nb::class_<PartitionedRun>(m, "Driver", "Learns from rows in partitions by questions; it never sees a row.")
      .def_static(
          "begin", [](const Options& options) { return unlocked([&] { return PartitionedRun::begin(options); }); },
          nb::arg("options"))
      .def_static(
          "begin_folds",
          [](const Options& options) { return unlocked([&] { return PartitionedRun::begin_folds(options); }); },
          nb::arg("options"))
      .def_static(
          "begin_path",
          [](const Options& options) { return unlocked([&] { return PartitionedRun::begin_path(options); }); },
          nb::arg("options"))
      .def_static(
          "resume",
          [](const nb::bytes& state) { return unlocked([&] { return PartitionedRun::resume(view_of(state)); }); },
          nb::arg("state"))
      .def("state", [](const PartitionedRun& run) { return bytes_of(run.state()); })
      .def("ask", [](const PartitionedRun& run) { return bytes_of(run.ask()); })
      .def(
          "tell", [](PartitionedRun& run, const nb::bytes& answer) { tell(run, answer); }, nb::arg("answer"))
      .def_prop_ro("done", &PartitionedRun::done)
      .def("progress", &progress_of)
      .def("training", [](const PartitionedRun& run) { return unlocked([&] { return run.finish(); }); })
      .def("cross_validation",
           [](const PartitionedRun& run) { return tuple_of(unlocked([&] { return run.finish_folds(); })); })
      .def("path", [](const PartitionedRun& run) { return tuple_of(unlocked([&] { return run.finish_path(); })); });
}

void bind_separation_driver(nb::module_& m) {
  nb::class_<PartitionedSeparation>(m, "SeparationDriver", "Separates rows in partitions by questions, exactly.")
      .def_static(
          "begin",
          [](const Options& options, const std::vector<std::string>& classes, bool certified) {
            return unlocked([&] { return PartitionedSeparation::begin(options, {classes, certified}); });
          },
          nb::arg("options"), nb::arg("classes"), nb::arg("certified"))
      .def("ask", [](const PartitionedSeparation& run) { return bytes_of(run.ask()); })
      .def(
          "tell", [](PartitionedSeparation& run, const nb::bytes& answer) { tell(run, answer); }, nb::arg("answer"))
      .def_prop_ro("rounds", &PartitionedSeparation::rounds)
      .def_prop_ro("rows_seen", &PartitionedSeparation::rows_seen)
      .def_prop_ro("partition", &PartitionedSeparation::partition)
      .def("separation", [](const PartitionedSeparation& run) { return unlocked([&] { return run.finish(); }); });
  m.def(
      "verify_shards",
      [](const std::string& certificate, const std::string& folder) {
        return unlocked([&] { return verify_shards(certificate, folder); });
      },
      nb::arg("certificate"), nb::arg("folder"));
}

}  // namespace

void bind_partitions(nb::module_& m) {
  bind_shard(m);
  bind_driver(m);
  bind_separation_driver(m);
  m.def(
      "add_answers",
      [](const nb::bytes& first, const nb::bytes& second) {
        return bytes_of(unlocked([&] { return add_answers(view_of(first), view_of(second)); }));
      },
      nb::arg("first"), nb::arg("second"));
}

}  // namespace halfspace::python
