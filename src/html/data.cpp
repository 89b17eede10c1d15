#include <string>
#include <vector>

#include "base/text.hpp"
#include "html/elements.hpp"
#include "html/sections.hpp"
#include "report/data_report.hpp"
#include "report/lines.hpp"
#include "report/train_head.hpp"

namespace halfspace::html {
namespace {

std::string training_words(const PageFacts& facts) {
  if (facts.model.text_hash.empty()) return "not known: the model does not name its training text";
  return facts.of_training() ? "yes, the bytes the model was trained on: expect more mistakes in rows it has not seen"
                             : "no, other bytes than the model was trained on";
}

std::string classes_table(const PageFacts& facts) {
  const Model& m = facts.model;
  std::vector<std::uint64_t> rows(m.classes.size());
  for (const std::uint32_t t : facts.truth) ++rows[t];
  Table table("Classes in the data", {{"class"}, {"rows", Table::Kind::number}, {"share", Table::Kind::number}});
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const double part =
        facts.truth.empty() ? 0 : static_cast<double>(rows[k]) / static_cast<double>(facts.truth.size());
    table.row({text(m.classes[k]), count(rows[k]), share(part)});
  }
  return table.html();
}

}  // namespace

std::string data_section(const PageFacts& facts) {
  const Dataset& d = facts.data;
  Terms terms;
  terms.add("source", text(facts.data_name, 400));
  terms.add("rows", count(d.rows) + text(left_out_text(d), 400));
  terms.add("columns read", count(facts.model.map.input_cols));
  if (d.unseen_entries > 0) terms.add("unseen values", count(d.unseen_entries) + " in columns the model does not know");
  if (!d.weight.empty()) terms.add("row weights", "column " + text(d.form.weight));
  terms.add("XXH3-128", "<code>" + text(d.text_hash) + "</code>");
  if (!facts.model.text_hash.empty() && !facts.of_training())
    terms.add("training text", "<code>" + text(facts.model.text_hash) + "</code>");
  terms.add("training data?", training_words(facts));
  const std::string labels =
      facts.evaluation == nullptr
          ? paragraph("The data has no labels: what needs them (accuracy, confusion matrix, curves) is left out.")
          : classes_table(facts);
  return heading(2, "Data", "data") + terms.html() + labels;
}

}  // namespace halfspace::html
