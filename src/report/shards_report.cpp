#include "report/shards_report.hpp"

#include "base/text.hpp"

namespace halfspace {

Json shards_json(const SeparationRun& run) {
  return {{"shards", run.facts().first_row.size()},
          {"rounds", run.rounds()},
          {"rows_seen", run.rows_seen()},
          {"bytes_seen", run.bytes_seen()}};
}

std::string shards_text(const SeparationRun& run) {
  return "shards     " + counted(run.facts().first_row.size(), "shard") + ", " + counted(run.rounds(), "round") + "; " +
         counted(run.rows_seen(), "row") + " seen (" + counted(run.bytes_seen(), "byte") + ")\n";
}

ShardsReport::ShardsReport(const SeparationRun& run, const SeparationAnswer& answer, const LineIndex* lines,
                           const std::string& source)
    : run_(run),
      answer_(answer),
      data_(run.shown_rows(lines)),
      number_(run.numbers()),
      question_{data_,  run.pursuit().rows(), run.names(), run.biased() ? Bias::augmented : Bias::none,
                source, run.facts().rows,     number_} {}

Json ShardsReport::json() const {
  Json out = separate_json(question_, answer_);
  out["single_features"] = nullptr;
  out["partitions"] = shards_json(run_);
  return out;
}

}  // namespace halfspace
