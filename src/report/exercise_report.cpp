#include "report/exercise_report.hpp"

#include "classroom/sheet_markup.hpp"

namespace halfspace {
namespace {

std::string plain(const std::string& text) { return marked_up(text, SheetForm::text); }

Json sheet_part_json(const SheetPart& part) {
  Json marks = Json::array();
  for (const MarkPoint& mark : part.marks) marks.push_back({{"points", mark.points}, {"for", plain(mark.reason)}});
  std::string solution;
  for (const SheetBlock& block : part.solution) {
    if (!block.text.empty()) solution += plain(block.text) + "\n";
    if (block.table) solution += marked_up(*block.table, SheetForm::text);
  }
  Json out;
  out["question"] = plain(part.question);
  out["points"] = part.points();
  out["solution"] = solution;
  out["marks"] = std::move(marks);
  return out;
}

Json worksheet_json(const Worksheet& sheet) {
  Json out;
  out["kind"] = sheet.kind;
  out["seed"] = sheet.seed;
  out["title"] = sheet.title;
  out["steps"] = sheet.steps;
  out["step"] = sheet.step;
  out["points"] = sheet.points();
  out["task"] = plain(sheet.task);
  Json rows = Json::array();
  for (std::size_t i = 0; i < sheet.rows.size(); ++i)
    rows.push_back({{"row", i + 1}, {"x", sheet.rows.x[i]}, {"y", sheet.rows.y[i]}});
  out["rows"] = std::move(rows);
  out["data"] = sheet.data_text();
  out["given"] = sheet.given;
  Json parts = Json::array();
  for (const SheetPart& part : sheet.parts) parts.push_back(sheet_part_json(part));
  out["parts"] = std::move(parts);
  out["solution"] = sheet.solution;
  out["commands"] = sheet.commands;
  return out;
}

}  // namespace

Json exercises_json(std::span<const Worksheet> sheets) {
  Json list = Json::array();
  for (const Worksheet& sheet : sheets) list.push_back(worksheet_json(sheet));
  return {{"exercises", std::move(list)}};
}

}  // namespace halfspace
