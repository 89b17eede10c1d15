#include <algorithm>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "html/elements.hpp"
#include "html/members.hpp"
#include "html/sections.hpp"
#include "report/model_text.hpp"
#include "select/learn.hpp"
#include "train/flags.hpp"

namespace halfspace::html {
namespace {

/// The text up to a semicolon that stands in no brackets.
std::string first_part(const std::string& help) {
  int open = 0;
  for (std::size_t k = 0; k < help.size(); ++k) {
    open += help[k] == '(' ? 1 : help[k] == ')' ? -1 : 0;
    if (help[k] == ';' && open == 0) return help.substr(0, k);
  }
  return help;
}

/// What the flag of a setting is for: the beginning of its help.
std::string meaning(const std::vector<Flag>& flags, const std::string& setting) {
  const auto flag =
      std::find_if(flags.begin(), flags.end(), [&](const Flag& f) { return json_name(f.name) == setting; });
  return flag == flags.end() ? "" : first_part(flag->help);
}

std::vector<Flag> flags_of_settings() {
  std::vector<Flag> all = learner_flags();
  for (const auto& more :
       {data_flags(), change_flags(), stream_flags(), running_flags(), rows_apart_flags(), calibration_flags()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::string settings_table(const Json& settings) {
  if (!settings.is_object() || settings.empty()) return "";
  const std::vector<Flag> flags = flags_of_settings();
  Table table("Every setting of the run", {{"setting"}, {"value"}, {"meaning", Table::Kind::prose}});
  for (const auto& [name, value] : settings.items())
    table.row({text(name), text(value_text(value), 400), text(meaning(flags, name), 400)});
  return table.html();
}

std::string bias_words(Bias bias) {
  switch (bias) {
    case Bias::free:
      return "free (not penalised)";
    case Bias::augmented:
      return "augmented (a weight of the constant column 1)";
    default:
      return "none";
  }
}

std::string learned_from(const Model& m) {
  if (m.rows == 0) return "";
  return text(m.form.format) + " text of " + counted(m.rows, "row") + ", " +
         counted(m.map.input_cols, m.form.hash_bits > 0 ? "hashed column" : "column") +
         (m.form.label.empty() ? "" : "; label column " + text(m.form.label)) +
         (m.form.weight.empty() ? "" : "; weight column " + text(m.form.weight));
}

}  // namespace

std::string learned_section(const PageFacts& facts) {
  const Model& m = facts.model;
  Terms terms;
  terms.add("learner", text(learner_name(m), 200));
  if (const std::string why = text_member(m.report, "algorithm_reason"); !why.empty())
    terms.add("chosen by auto", text(why, 1000));
  if (m.support) terms.add("kernel", text(kernel_text(m.support->kernel)));
  terms.add("classes", text(classes_text(m), 1000));
  if (m.multiclass != Multiclass::none) terms.add("multiclass", text(name_of(m.multiclass)));
  terms.add("bias", bias_words(m.bias));
  if (const std::string from = learned_from(m); !from.empty()) terms.add("learned from", from);
  if (m.settings.contains("imported"))
    terms.add("imported", "from a model of another program; its training text is not known");
  if (!m.map.plain() || !m.map.factor.empty()) terms.add("features", text(features_text(m.map), 1000));
  terms.add("numbers", m.exact ? "short decimals: scores of decimal data are exact" : "double precision");
  return heading(2, "What was learned", "learned") + terms.html() + settings_table(m.settings);
}

}  // namespace halfspace::html
