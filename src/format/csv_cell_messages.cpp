// What is wrong with a cell, and what to do.
#include <algorithm>
#include <array>

#include "base/alike.hpp"
#include "base/number_like.hpp"
#include "base/quoted_list.hpp"
#include "base/text.hpp"
#include "format/csv_cells.hpp"

namespace halfspace {

std::string number_like_advice(std::string_view cell, bool hashed, bool by_blocks) {
  const std::string_view like = number_like(cell);
  const std::string dates = by_blocks ? "--dates days" : "--dates days or --dates parts";
  const bool date = like == "a date" || like == "a time";
  if (hashed && (date || like == "a time of twelve hours")) return "write days as numbers beforehand";
  if (date) return "say " + dates;
  if (like == "a time of twelve hours") return "write times with 24 hours (13:15) for " + dates;
  if (like == "a number with a typeset minus sign") return "write - in its place";
  if (like == "an amount of money") return "say --signs currency (with --thousands where they have separators)";
  if (like == "a percentage") return "say --signs percent";
  if (like == "a number with thousands separators")
    return "say --thousands with the separator (space for any blank), and --decimal , where a comma is the decimal "
           "mark";
  return "write plain numbers (1200.5)";
}

namespace {

/// A dash, a star, ... or a word for a value that is not known.
bool stands_for_nothing(std::string_view cell) {
  constexpr std::array<std::string_view, 9> words = {"tbd", "unknown", "none",          "missing", "n.a.",
                                                     "n/k", "nil",     "not available", "#n/a"};
  const auto is_sign = [](char c) { return std::string_view("-.*#/_ ").find(c) != std::string_view::npos; };
  return std::all_of(cell.begin(), cell.end(), is_sign) ||
         std::find(words.begin(), words.end(), plain_letters(cell)) != words.end();
}

}  // namespace

/// Of a cell that is like a number, unless the flags given should take it and do not.
std::string CsvCells::advice_for(std::string_view cell) const {
  std::string advice = number_like_advice(cell, hashed_, by_blocks_);
  for (const std::string_view kind : {"currency", "percent"}) {
    const bool given = styled_.words().find(kind) != std::string::npos;
    if (given && advice.find("--signs " + std::string(kind)) != std::string::npos)
      return "write a plain number (1200.5): --signs " + std::string(kind) + " does not take this form";
  }
  return advice;
}

/// What is wrong with a text where the column holds numbers.
std::string CsvCells::text_among_numbers(std::size_t f, std::string_view cell) const {
  if (const std::string_view like = number_like(cell); !like.empty())
    return in_quotes(cell) + " in column " + in_quotes(names_[f]) + " is " + std::string(like) +
           (for_model_
                ? (styled_.on()
                       ? "; the model takes numbers there, as its table wrote them (" + styled_.words() +
                             "): for a table in another style say its own flags"
                       : std::string("; the model was trained on plain numbers there; write it as one (1200.5)"))
                : "; " + advice_for(cell) + ", leave the column out with --columns or --drop " +
                      as_flag_value({names_[f]}) + ", or take its texts as categories with " + categorical_flag(f));
  if (!for_model_ && stands_for_nothing(cell))
    return "text " + in_quotes(cell) + " in numeric column " + in_quotes(names_[f]) +
           "; if it stands for a missing cell say --na " + as_flag_value({std::string(cell)}) +
           (hashed_ || by_blocks_ ? " --missing drop, else " : " (and --missing mean or drop), else ") +
           categorical_flag(f);
  const std::string one_hot = by_blocks_ || hashed_ ? "" : " (one-hot; auto takes all columns of texts)";
  return "text " + in_quotes(cell) + " in numeric column " + in_quotes(names_[f]) +
         (for_model_ ? "; the model takes numbers there"
                     : "; say " + categorical_flag(f) + one_hot + ", or choose other columns with --columns");
}

/// What takes the texts of a column as they are.
std::string CsvCells::categorical_flag(std::size_t f) const {
  const bool in_rows = by_blocks_ && !hashed_;
  return "--categorical " + as_flag_value({names_[f]}) + (in_rows ? " and --hash-bits N" : "");
}

std::string CsvCells::unknown_level(std::size_t f, std::string_view text, std::string_view cell) const {
  constexpr std::size_t most_named = 10;
  const std::vector<std::string>& texts = texts_[f].texts();
  std::vector<std::string> known(texts.begin(),
                                 texts.begin() + static_cast<std::ptrdiff_t>(std::min(texts.size(), most_named)));
  for (std::string& level : known) level = level.empty() ? "(missing)" : level;
  const std::size_t more = texts.size() - known.size();
  constexpr std::uint64_t most_shown = 10;  // BadLines shows no more
  constexpr std::size_t most_compared = 10'000;
  const bool looks = unknown_levels_ <= most_shown && texts.size() <= most_compared;
  const std::string near = looks ? alike_or_near(text, texts) : "";
  return (text.empty() ? "missing value " : "level ") + in_quotes(cell) + " of column " + in_quotes(names_[f]) +
         " did not occur in training (" + joined(known) + (more > 0 ? " and " + grouped(more) + " more" : "") + ")" +
         (near.empty() ? "" : "; did you mean " + in_quotes(near) + "?") +
         "; say --unseen row to leave such rows without a prediction, or --unseen other to take them as none of the "
         "levels";
}

std::string CsvCells::uncovered(std::size_t f, std::string_view cell, bool text) const {
  const std::string what = "missing value " + in_quotes(cell) + " in column " + in_quotes(names_[f]);
  if (square_)
    return what +
           "; a kernel matrix has a value for every pair of rows: compute it, or leave out both the row and its "
           "column";
  if (for_model_)
    return what + "; say --missing drop to leave such rows out: the model was trained without " +
           (text ? "a level for them (--missing category)" : "a mean for them (--missing mean)");
  if (hashed_ || by_blocks_)
    return what + "; say --missing drop to leave such rows out, or fill the cells beforehand: " +
           (hashed_ ? "--hash-bits" : "rows that are not held") + " take" + (hashed_ ? "s" : "") +
           " numbers as they are";
  if (!fills_ && !text)
    return what + "; say --missing drop to leave such rows out: this verb takes the data alone and fills nothing in";
  if (!means_ && !keeps_)
    return what + "; say --missing drop to leave such rows out, or --missing " +
           (text ? "category to keep it as a level" : "mean to take the column's mean");
  return what + (text ? ", which holds texts; use --missing mean,category to keep it as a level"
                      : ", which holds numbers; use --missing mean,category to take the column's mean");
}

}  // namespace halfspace
