#include "explained_rows.hpp"

#include <utility>

#include "base/text.hpp"
#include "data_flags.hpp"
#include "labelled_scores.hpp"
#include "session.hpp"

namespace halfspace::cli {
namespace {

constexpr std::uint64_t averaged_block = std::uint64_t{4} << 20U;  // bytes of rows

}  // namespace

Outcome explain_row(const Args& args, const Model& m, ExplainRequest request) {
  const double begun = seconds_now();
  const auto options = read_options_for(m, args, false);
  if (!options) return options.error();
  const std::string source = shown(source_of(args), 4096);
  const auto data = rows_around(options.value(), request, source,
                                [&](ReadOptions o) { return load(args, args.operands[1], std::move(o)); });
  if (!data) return data.error();
  const NothingToKeep explaining("explanation");
  const double read = seconds_now();
  auto found = explanation_of(m, data.value(), request, source);
  if (!found) return found.error();
  ExplanationReport& e = found.value();
  e.all = request.all && args.has("json");
  const auto printed = args.has("json") ? print_json(json_answer("explain", explain_json(e)),
                                                     {{"load", read - begun}, {"explain", seconds_now() - read}})
                                        : print_report(explain_text(e, source_of(args)));
  if (!printed) return printed.error();
  return 0;
}

Outcome explain_means(const Args& args, const Model& m, const ExplainRequest& request) {
  const double begun = seconds_now();
  auto means = MeanExplanation::of(m);
  if (!means) return means.error();
  auto options = read_options_for(m, args, false);
  if (!options) return options.error();
  const std::string source = shown(source_of(args), 4096);
  options.value().block_bytes = averaged_block;
  options.value().take = [&](RowBlock& block) { return means.value().add(block.rows, source); };
  const auto data = load(args, args.operands[1], std::move(options).value());
  if (!data) return data.error();
  note_left_out(args, data.value());
  auto found = means.value().report(request, source);
  if (!found) return found.error();
  MeanReport& e = found.value();
  e.all = request.all && args.has("json");
  const auto printed = args.has("json")
                           ? print_json(json_answer("explain", mean_json(e)), {{"explain", seconds_now() - begun}})
                           : print_report(mean_text(e, source_of(args)));
  if (!printed) return printed.error();
  return 0;
}

}  // namespace halfspace::cli
