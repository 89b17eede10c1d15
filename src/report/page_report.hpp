// What `report --json` says of the page it wrote.
#pragma once

#include <cstdint>
#include <string>

#include "base/json.hpp"
#include "data/dataset.hpp"
#include "model/model.hpp"
#include "report/evaluate_report.hpp"

namespace halfspace {

struct WrittenPage {
  std::string path;  // "-" for standard output
  std::uint64_t bytes = 0;
  std::string train_command;
  std::string report_command;
};

/// The members between the head and the seconds; without labels `evaluation` is null.
Json page_json(const WrittenPage& page, const Model& model, const Dataset& data, const EvaluationReport* evaluation);

}  // namespace halfspace
