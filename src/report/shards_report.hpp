// What `separate` says of rows in shards: the report of a text, of the rows that decide the question, and what it took.
#pragma once

#include <string>
#include <vector>

#include "base/json.hpp"
#include "report/separate_report.hpp"
#include "separate/shards/separation_run.hpp"

namespace halfspace {

/// {"shards", "rounds", "rows_seen", "bytes_seen"}
Json shards_json(const SeparationRun& run);
std::string shards_text(const SeparationRun& run);

class ShardsReport {
 public:
  /// Of two classes or one. `lines`: of the rows in a text, nullptr where they are known by their numbers. All outlive it.
  ShardsReport(const SeparationRun& run, const SeparationAnswer& answer, const LineIndex* lines,
               const std::string& source);

  Json json() const;  ///< single_features is null: they are not looked for
  std::string text() const { return separate_text(question_, answer_) + shards_text(run_); }

 private:
  const SeparationRun& run_;
  const SeparationAnswer& answer_;
  Dataset data_;
  std::vector<std::uint64_t> number_;
  SeparateQuestion question_;
};

}  // namespace halfspace
