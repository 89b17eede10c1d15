#include "report/grade_report.hpp"

#include "base/text.hpp"
#include "report/lines.hpp"

namespace halfspace {
namespace {

Json place_json(const WrongPlace& w) {
  Json out;
  out["line"] = w.line;
  out["visit"] = w.visit ? Json(*w.visit) : Json(nullptr);
  out["row"] = w.row ? Json(*w.row) : Json(nullptr);
  out["column"] = w.column.empty() ? Json(nullptr) : Json(w.column);
  out["found"] = w.found;
  out["expected"] = w.expected;
  out["slip"] = name_json(w.slip);
  out["reason"] = w.reason;
  return out;
}

std::string place_text(const WrongPlace& w, const std::string& student) {
  std::string text = student + ":" + std::to_string(w.line);
  if (!w.column.empty()) text += ", column " + in_quotes(w.column);
  if (w.visit) text += " (visit " + std::to_string(*w.visit) + ", row " + std::to_string(*w.row) + ")";
  return text + ": found " + (w.found.empty() ? "nothing" : shown(w.found)) + ", expected " + shown(w.expected);
}

}  // namespace

Json grade_json(const Grade& grade) {
  Json out;
  out["accepted"] = grade.accepted;
  out["graded"] = grade.final_weights ? "weights" : "trace";
  out["lines"] = grade.lines;
  out["right_lines"] = grade.right;
  out["expected_lines"] = grade.expected_lines;
  out["variants"] = grade.variants;
  out["first_wrong"] = grade.wrong ? place_json(*grade.wrong) : Json(nullptr);
  out["right_for"] = grade.other_run.empty() ? Json(nullptr) : Json(grade.other_run);
  return out;
}

std::string grade_text(const Grade& grade, const std::string& student) {
  Lines lines;
  const std::string what = grade.final_weights ? "final weights" : "trace of " + counted(grade.lines, "line");
  lines.add("graded", student + ": " + what);
  if (grade.accepted) {
    lines.add("verdict", "accepted");
  } else {
    lines.add("verdict", "wrong: " + grouped(grade.right) + " of " + counted(grade.expected_lines, "line") +
                             " right before the first slip");
    lines.add("first", place_text(*grade.wrong, student));
    lines.add("slip", std::string(name_of(grade.wrong->slip)) +
                          (grade.wrong->reason.empty() ? "" : ": " + grade.wrong->reason));
    if (!grade.other_run.empty()) lines.add("right for", grade.other_run);
  }
  std::string variants;
  for (const std::string& variant : grade.variants) variants += (variants.empty() ? "" : "; ") + variant;
  if (!variants.empty()) lines.add("written so", variants);
  return lines.text();
}

}  // namespace halfspace
