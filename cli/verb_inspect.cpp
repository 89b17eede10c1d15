// halfspace inspect FILE: what is in a data file, a model file or a certificate.
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "codec/source.hpp"
#include "data_flags.hpp"
#include "report/data_report.hpp"
#include "report/table_report.hpp"
#include "session.hpp"
#include "verbs.hpp"
#include "verbs/inspection.hpp"

namespace halfspace::cli::verb_inspect {
namespace {

std::vector<Operand> operands() {
  return {{"FILE", "a data file, a model file or a certificate; - is standard input"}};
}

/// The columns may be many and are made and written one after the other.
Result<void> print_data_json(const Dataset& d, const TableFacts& facts, const Json& seconds) {
  const auto item = [&](std::size_t j) { return table_column_json(d, j, facts.columns[j]); };
  Json members = data_json(d);
  add_table(members, d, facts);
  return print_json(json_answer("inspect", members), seconds,
                    {is_table(d) ? "columns" : "", facts.columns.size(), item});
}

Outcome run(const Args& args) {
  const double begun = seconds_now();
  const std::string& path = args.operands[0];
  if (const auto fine = check_paths(args, {path}, {}); !fine) return fine.error();
  double read = begun;
  const auto found = [&] {
    const NothingToKeep reading;
    return inspected(path, args, [&](std::unique_ptr<Source> source, const ReadOptions& options) {
      auto data = source ? load(args, std::move(source), path, options) : load(args, path, options);
      read = seconds_now();
      return data;
    });
  }();
  if (!found) return found.error();
  const auto* rows = std::get_if<InspectedData>(&found.value().found);
  const auto printed =
      !args.has("json") ? print_report(inspection_text(found.value()))
      : rows != nullptr
          ? print_data_json(rows->data, rows->facts, {{"load", read - begun}, {"inspect", seconds_now() - read}})
          : print_json(json_answer("inspect", inspection_json(found.value())), {{"load", seconds_now() - begun}});
  if (!printed) return printed.error();
  return 0;
}

}  // namespace

const Verb verb = {
    "inspect",
    "what is in a data file, a model file or a certificate",
    "  halfspace inspect data.csv        rows, columns and their types, missing cells, the call that trains on it\n"
    "  halfspace inspect model.hs        choices, weights by name, the line\n"
    "  halfspace inspect rows.cert       verdict, classes, size of the proof\n",
    operands,
    data_flags,
    run};

}  // namespace halfspace::cli::verb_inspect
