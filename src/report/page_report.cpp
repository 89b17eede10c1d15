#include "report/page_report.hpp"

namespace halfspace {
namespace {

/// A text of the model's report, null where it has none.
Json reported(const Model& m, const char* name) {
  const auto found = m.report.find(name);
  return found != m.report.end() && found->is_string() ? *found : Json(nullptr);
}

}  // namespace

Json page_json(const WrittenPage& page, const Model& m, const Dataset& data, const EvaluationReport* e) {
  return {{"path", page.path},
          {"bytes", page.bytes},
          {"algorithm", name_json(m.algorithm)},
          {"classes", m.classes},
          {"status", reported(m, "status")},
          {"verdict", reported(m, "verdict")},
          {"rows", data.rows},
          {"cols", m.map.input_cols},
          {"labelled", e != nullptr},
          {"training_text", !m.text_hash.empty() && m.text_hash == data.text_hash},
          {"xxh3_128", data.text_hash},
          {"evaluation", e != nullptr ? evaluate_json(*e) : Json(nullptr)},
          {"train_command", page.train_command.empty() ? Json(nullptr) : Json(page.train_command)},
          {"report_command", page.report_command}};
}

}  // namespace halfspace
