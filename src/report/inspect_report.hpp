// What is in a file, for people and as JSON: a data set, a model or a certificate.
#pragma once

#include <string>
#include <variant>

#include "base/json.hpp"
#include "certify/certificate.hpp"
#include "data/dataset.hpp"
#include "model/model.hpp"
#include "report/table_report.hpp"

namespace halfspace {

/// Rows, and what a listing finds in them.
struct InspectedData {
  Dataset data;
  TableFacts facts;
};

struct Inspection {
  std::string name;  // of the file
  std::variant<Certificate, Model, InspectedData> found;
};

/// The members of `inspect --json` between the head and the seconds.
Json inspection_json(const Inspection& inspection);
std::string inspection_text(const Inspection& inspection);

}  // namespace halfspace
