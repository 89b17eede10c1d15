// The flags of features; those of single columns are given several times, COLUMN=LEVEL or COLUMN=A<B<C.
#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "feature/coding_flags.hpp"
#include "feature/feature_map.hpp"
#include "feature/level_words.hpp"

namespace halfspace {
namespace {

using O = FeatureOptions;

Error given_twice(const std::string& flag, const std::string& column) {
  return {Code::usage, flag, "names column " + in_quotes(column) + " twice; name each column once"};
}

Result<void> set_reference(O& o, std::string_view text) {
  const std::string flag = "--reference";
  o.reference.clear();
  return each_column(text, flag, "COLUMN=LEVEL", [&](const std::string& column, std::string_view& rest) {
    auto level = take_element(rest, '\0', flag);
    if (!level) return Result<void>(level.error());
    const bool added = o.reference.emplace(column, std::move(level).value()).second;
    return added ? Result<void>() : Result<void>(given_twice(flag, column));
  });
}

Result<void> set_ordered(O& o, std::string_view text) {
  const std::string flag = "--ordered";
  o.ordered.clear();
  return each_column(text, flag, "COLUMN=FIRST<SECOND<...", [&](const std::string& column, std::string_view& rest) {
    std::vector<std::string> levels;
    for (bool more = true; more;) {
      auto level = take_element(rest, '<', flag);
      if (!level) return Result<void>(level.error());
      levels.push_back(std::move(level).value());
      more = rest.starts_with('<');
      if (more) rest.remove_prefix(1);
    }
    const bool added = o.ordered.emplace(column, std::move(levels)).second;
    return added ? Result<void>() : Result<void>(given_twice(flag, column));
  });
}

SettingValue reference_text(const O& o) {
  std::string out;
  for (const auto& [column, level] : o.reference) out += (out.empty() ? "" : "\n") + reference_value(column, level);
  return o.reference.empty() ? SettingValue() : SettingValue(out);
}

SettingValue ordered_text(const O& o) {
  std::string out;
  for (const auto& [column, levels] : o.ordered) out += (out.empty() ? "" : "\n") + ordered_value(column, levels);
  return o.ordered.empty() ? SettingValue() : SettingValue(out);
}

/// What is not set is `error` in reports and models.
Field<O> unseen_field() {
  return {"unseen", choices<Unseen>(),
          "a level training did not see: an error, or the level of pooled ones, else none of the levels (default "
          "error; other for the rows that folds and --holdout hold out, which the report counts)",
          [](O& o, std::string_view text) -> Result<void> {
            const auto value = choice_of<Unseen>(text, "--unseen");
            if (!value) return value.error();
            o.unseen = value.value();
            return {};
          },
          [](const O& o) { return SettingValue(std::string(name_of(o.unseen.value_or(Unseen::error)))); }};
}

}  // namespace

std::span<const Field<FeatureOptions>> feature_fields() {
  static const std::vector<Field<O>> fields = {
      choice_field("features", &O::features, "add products of two (or three) features; interactions has no squares"),
      choice_field("scale", &O::scale, "scale the features the learner sees; weights are reported in original units"),
      unseen_field(),
  };
  return fields;
}

Result<void> add_ordered_columns(std::string_view ordered, std::vector<std::string>& categorical) {
  if (ordered.empty() || (categorical.size() == 1 && categorical[0] == "auto")) return {};
  O o;
  if (const auto fine = set_ordered(o, ordered); !fine) return fine;
  for (const auto& [column, levels] : o.ordered) {
    if (std::find(categorical.begin(), categorical.end(), column) == categorical.end()) categorical.push_back(column);
  }
  return {};
}

std::span<const Field<FeatureOptions>> coding_fields() {
  static const std::vector<Field<O>> fields = {
      choice_field("categorical-coding", &O::coding,
                   "features of a column of texts (default one-hot): one a level; or one for each but the reference "
                   "level, which has 0 in all of them (reference: treatment coding) or -1 (effect: sum coding). "
                   "One-hot beside a bias is not identifiable without a penalty: --statistics needs reference or "
                   "effect"),
      Field<O>{"reference", "COLUMN=LEVEL",
               "the reference level of a column (default: the first text in sorted order); repeat the flag for other "
               "columns",
               set_reference, reference_text},
      count_field("min-level", "N", &O::min_level, 1,
                  "pool the levels of a column that fewer than N training rows have into one, COLUMN=(rare)"),
      Field<O>{"ordered", "COLUMN=A<B<C",
               "a column of texts as one feature, the place 0, 1, 2, ... of its level in this list, which names all of "
               "them; one that holds < stands in double quotes; a missing cell (--missing category) has a feature of "
               "its own; repeat the flag for other columns",
               set_ordered, ordered_text},
  };
  return fields;
}

}  // namespace halfspace
