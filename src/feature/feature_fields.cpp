// The flags of features; those of single columns are given several times, COLUMN=LEVEL or COLUMN=A<B<C.
#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "feature/coding_flags.hpp"
#include "feature/feature_map.hpp"

namespace halfspace {
namespace {

using O = FeatureOptions;

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
  return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

/// Takes an element up to the sign `end` (0: to the end of the text) and that sign; one that holds the sign stands in
/// double quotes.
Result<std::string> take_element(std::string_view& rest, char end, const std::string& flag) {
  const std::string_view all = rest;
  std::string out;
  if (rest.empty() || rest.front() != '"') {
    const std::size_t size = end == 0 ? rest.size() : std::min(rest.find(end), rest.size());
    out = without_blanks(rest.substr(0, size));
    rest.remove_prefix(std::min(size + 1, rest.size()));
    return out;
  }
  std::size_t at = 1;
  for (; at < rest.size(); ++at) {
    if (rest[at] == '"' && (at + 1 == rest.size() || rest[at + 1] != '"')) break;
    if (rest[at] == '"') ++at;
    out += rest[at];
  }
  if (at == rest.size()) return Error{Code::usage, flag, in_quotes(all) + " has a quote that does not end"};
  rest.remove_prefix(at + 1);
  if (!rest.empty() && rest.front() != end)
    return Error{Code::usage, flag, in_quotes(all) + " goes on after a closing quote; write \"\" for a quote inside"};
  if (!rest.empty()) rest.remove_prefix(1);
  return out;
}

/// The element as take_element() reads it.
std::string element_text(const std::string& text, char end) {
  if (without_blanks(text) == text && !text.starts_with('"') && (end == 0 || text.find(end) == std::string::npos))
    return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

/// Calls take(column, the text behind its =) of each line.
template <class Take>
Result<void> each_column(std::string_view lines, const std::string& flag, const std::string& example, Take take) {
  for (std::string_view rest = lines; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    std::string_view value = line;
    auto column = take_element(value, '=', flag);
    if (!column) return column.error();
    if (column.value().empty() || (value.empty() && (line.empty() || line.back() != '=')))
      return Error{Code::usage, flag, in_quotes(line) + " does not name a column; expected " + example};
    if (const auto taken = take(column.value(), value); !taken) return taken;
  }
  return lines.empty() ? Error{Code::usage, flag, "is empty; expected " + example} : Result<void>();
}

Error given_twice(const std::string& flag, const std::string& column) {
  return {Code::usage, flag, "names column " + in_quotes(column) + " twice; name each column once"};
}

Result<void> set_reference(O& o, std::string_view text) {
  const std::string flag = "--reference";
  o.reference.clear();
  return each_column(text, flag, "COLUMN=LEVEL", [&](const std::string& column, std::string_view rest) {
    auto level = take_element(rest, '\0', flag);
    if (!level) return Result<void>(level.error());
    const bool added = o.reference.emplace(column, std::move(level).value()).second;
    return added ? Result<void>() : Result<void>(given_twice(flag, column));
  });
}

Result<void> set_ordered(O& o, std::string_view text) {
  const std::string flag = "--ordered";
  o.ordered.clear();
  return each_column(text, flag, "COLUMN=FIRST<SECOND<...", [&](const std::string& column, std::string_view rest) {
    std::vector<std::string> levels;
    const bool open = rest.empty() || rest.back() == '<';
    while (!rest.empty()) {
      auto level = take_element(rest, '<', flag);
      if (!level) return Result<void>(level.error());
      levels.push_back(std::move(level).value());
    }
    if (open) levels.emplace_back();
    const bool added = o.ordered.emplace(column, std::move(levels)).second;
    return added ? Result<void>() : Result<void>(given_twice(flag, column));
  });
}

SettingValue reference_text(const O& o) {
  std::string out;
  for (const auto& [column, level] : o.reference)
    out += (out.empty() ? "" : "\n") + element_text(column, '=') + "=" + element_text(level, '\0');
  return o.reference.empty() ? SettingValue() : SettingValue(out);
}

SettingValue ordered_text(const O& o) {
  std::string out;
  for (const auto& [column, levels] : o.ordered) {
    out += (out.empty() ? "" : "\n") + element_text(column, '=') + "=";
    for (std::size_t k = 0; k < levels.size(); ++k) out += (k == 0 ? "" : "<") + element_text(levels[k], '<');
  }
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
               "them; a missing cell (--missing category) has a feature of its own; repeat the flag for other columns",
               set_ordered, ordered_text},
  };
  return fields;
}

}  // namespace halfspace
