// A linear model as one SELECT: scores from the columns of a table, then the class from the scores.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "export/exports.hpp"
#include "export/literals.hpp"
#include "export/plain.hpp"
#include "export/sql_terms.hpp"

namespace halfspace {
namespace {

/// Databases take "Age" and "age" for one name.
std::string folded(std::string_view name) {
  std::string out(name);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return out;
}

Error no_query(const std::string& why) { return {Code::bad_data, "", why}; }

Result<void> check_query(const Model& m, const std::string& table) {
  if (table.empty() || table.find('\0') != std::string::npos)
    return Error{Code::usage, "--name", "is the name of a table; expected a text that is not empty, without NUL"};
  if (m.support)
    return no_query("kernel: sql cannot sum over support rows; train a linear model, or write --to python");
  if (m.voted())
    return no_query(
        "votes (--keep vote): sql cannot count them; train with --keep average or last, or write --to python");
  if (m.pairwise())
    return no_query("one-vs-one: sql cannot count the votes of pairs; train one-vs-rest, or write --to python");
  if (m.map.parts())
    return no_query("parts of dates (--dates parts): sql cannot take them apart; train with --dates days");
  if (m.form.hash_bits > 0)
    return no_query("hashed columns (--hash-bits): sql cannot hash names of columns; train without it");
  std::set<std::string> seen;
  for (const InputColumn& c : m.map.inputs) {
    if (!seen.insert(folded(c.name)).second)
      return no_query("column " + in_quotes(c.name) +
                      ": sql cannot tell it from another that differs in case alone; rename one and train again");
  }
  return {};
}

/// Names of what the query adds: none of the model's columns.
class AddedNames {
 public:
  explicit AddedNames(const std::vector<InputColumn>& columns) {
    for (const InputColumn& c : columns) taken_.insert(folded(c.name));
  }
  std::string name(std::string wanted) {
    while (!taken_.insert(folded(wanted)).second) wanted += "_";
    return sql_name(wanted);
  }

 private:
  std::set<std::string> taken_;
};

/// The class: by the sign of one score, else the first of the largest. NULL where the scores are NULL.
std::string class_case(const Model& m, const std::vector<std::string>& scores) {
  std::string out = "CASE";
  if (scores.size() == 1) {
    const bool strict = m.zero_is_negative;
    return out + " WHEN " + scores[0] + (strict ? " > 0" : " >= 0") + " THEN " + sql_string(m.classes[1]) + " WHEN " +
           scores[0] + (strict ? " <= 0" : " < 0") + " THEN " + sql_string(m.classes[0]) + " END";
  }
  for (std::size_t k = 0; k < scores.size(); ++k) {
    out += "\n    WHEN ";
    for (std::size_t l = k + 1; l < scores.size(); ++l)
      out += (l > k + 1 ? " AND " : "") + scores[k] + " >= " + scores[l];
    if (k + 1 == scores.size()) out += scores[k] + " IS NOT NULL";
    out += " THEN " + sql_string(m.classes[k]);
  }
  return out + " END";
}

}  // namespace

Result<Exported> export_sql(const Model& m, const ExportOptions& options) {
  if (const auto fine = check_query(m, options.name); !fine) return fine.error();
  const SqlTerms terms(m);
  AddedNames added(terms.columns());
  std::vector<std::string> scores;
  scores.reserve(m.outputs());
  for (std::size_t k = 0; k < m.outputs(); ++k)
    scores.push_back(added.name(m.outputs() == 1 ? "score" : "score_" + m.classes[k]));
  const std::string prediction = added.name("prediction");
  Exported done;
  add_style_notes(m, done.notes);
  std::string out =
      "-- " + std::string(name_of(m.algorithm)) +
      " model written by halfspace " HALFSPACE_VERSION
      ".\n"
      "-- Missing cells are NULL, blanks, NA, N/A, NaN, null, ?" +
      missing_words(m) + std::string(m.map.inputs.empty() ? "; columns are x and their number" : "") +
      ". A level that training did not see, or a missing cell that nothing\n"
      "-- stands for, gives NULL. A text where a number belongs is the number that the database casts it to.\n";
  for (const std::string& note : done.notes) out += "-- " + note + "\n";
  out += "SELECT *,\n  " + class_case(m, scores) + " AS " + prediction + "\nFROM (SELECT *";
  for (std::size_t k = 0; k < scores.size(); ++k) out += ",\n  " + terms.score(k) + " AS " + scores[k];
  out += "\n  FROM " + sql_name(options.name) + ") AS scored;\n";
  done.bytes = std::move(out);
  return done;
}

}  // namespace halfspace
