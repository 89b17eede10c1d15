#include "format/styled_cells.hpp"

#include <algorithm>

#include "base/number_like.hpp"
#include "base/text.hpp"

namespace halfspace {
namespace {

/// Has the number a digit but 0 (0 is 0 %)?
bool is_nonzero(std::string_view plain) {
  return plain.substr(0, plain.find_first_of("eE")).find_first_of("123456789") != std::string_view::npos;
}

/// What is wrong with a text that people take for a date, and that is none by this order; "" for other texts.
std::string misread_date(std::string_view cell, DayOrder order) {
  if (is_ambiguous_date(cell) && order == DayOrder::none)
    return " is a date with the day or the month first: say --date-order dmy or --date-order mdy";
  if (is_ambiguous_date(cell)) {
    const DayOrder other = order == DayOrder::dmy ? DayOrder::mdy : DayOrder::dmy;
    return " is no date by --date-order " + std::string(name_of(order)) +
           (written_date(cell, other) ? ", but by " + std::string(name_of(other)) + " it is one" : "");
  }
  if (number_like(cell) != "a date") return "";
  return " is a date that cannot be read so: is there such a day? Years have four digits, and --date-order says which "
         "of day and month is first";
}

/// A date of any format, be there such a day or not.
bool is_some_date(std::string_view cell) {
  return written_date(cell, DayOrder::none) || is_ambiguous_date(cell) || number_like(cell) == "a date";
}

}  // namespace

StyledCells::StyledCells(const ReadOptions& options)
    : style_(options.style),
      on_(!options.style.plain_cells()),
      model_(options.for_model),
      drops_dates_(options.style.dates == Dates::drop && (!options.listing || options.every_row)) {
  for (const DateColumn d : options.date_columns)
    columns_.push_back({d == DateColumn::no, false, d, DateShape::none, ""});
}

StyledCells::Read StyledCells::read(std::size_t f, std::string_view cell, const std::string& name, Number& to) {
  if (f >= columns_.size()) columns_.resize(f + 1, {model_, false, DateColumn::no, DateShape::none, ""});
  Column& column = columns_[f];
  const auto at = [&](const std::string& what) {
    return Read{false, in_quotes(cell) + " in column " + in_quotes(name) + what};
  };
  const bool dates = style_.dates != Dates::texts;
  if (drops_dates_ && is_some_date(cell)) {  // whichever: the column is left out
    if (column.numbers) return at(among_numbers());
    if (column.first.empty()) column.first = std::string(cell);
    column.dates = DateColumn::day;
    return {parse_number("0", to), ""};
  }
  if (dates) {
    if (const auto date = written_date(cell, style_.day_order)) {
      if (std::string problem = add_date(column, *date, cell, name); !problem.empty())
        return {false, std::move(problem)};
      return {parse_number(days_text(*date), to), ""};
    }
    if (const std::string what = misread_date(cell, style_.day_order); !what.empty()) return at(what);
  }
  const bool holds_dates = column.dates != DateColumn::no;
  const WrittenNumber written = written_number(cell, style_, room_);
  if (!written.problem.empty() && number_like(cell) != "a date") return at(" is " + written.problem);
  if (holds_dates)
    return at(std::string(written.plain.empty() ? " is no date" : " is a number") + " where the column holds dates" +
              (column.first.empty() ? "" : " (" + in_quotes(column.first) + ")") +
              "; write a date, or name what stands for a missing one with --na");
  if (written.plain.empty()) return {};
  if (const std::string what = take_signs(column, cell, written.plain); !what.empty()) return at(what);
  column.numbers = true;
  column.rewritten = column.rewritten || written.plain != cell;
  return {parse_number(written.plain, to), ""};
}

/// What is wrong with the signs of a number behind those of its column; "" for nothing.
std::string StyledCells::take_signs(Column& column, std::string_view cell, std::string_view plain) const {
  if (const std::string_view currency = style_.currency ? currency_in(cell) : ""; !currency.empty()) {
    if (column.currency.empty()) column.currency = currency;
    if (column.currency != currency)
      return " is an amount in " + std::string(currency) + " where others are in " + std::string(column.currency) +
             "; write a column in one currency";
  }
  if (!style_.percent || !is_nonzero(plain)) return "";
  const bool percent = cell.find('%') != std::string_view::npos;
  if (!column.percent) column.percent = percent;
  if (*column.percent == percent) return "";
  return percent ? " has a percent sign where others have none; write a column in one way"
                 : " has no percent sign where others have one; write a column in one way";
}

std::string StyledCells::among_numbers() const {
  return std::string(" is a date where the column holds numbers; ") +
         (model_ ? "the model takes numbers there" : "write numbers alone or dates alone");
}

/// What is wrong with a date behind those of its column; "" for nothing.
std::string StyledCells::add_date(Column& column, const WrittenDate& date, std::string_view cell,
                                  const std::string& name) const {
  const DateColumn kind = date.has_time ? DateColumn::time : DateColumn::day;
  if (column.numbers) return in_quotes(cell) + " in column " + in_quotes(name) + among_numbers();
  if (column.dates != DateColumn::no && column.dates != kind)
    return in_quotes(cell) + " in column " + in_quotes(name) + " has " + (date.has_time ? "a" : "no") +
           " time of day where others have " + (date.has_time ? "none" : "one") + "; write all dates of a column alike";
  if (column.shape == DateShape::none) {
    column.dates = kind;
    column.shape = date.shape;
    column.first = std::string(cell);
  }
  if (column.shape == date.shape) return "";
  return in_quotes(cell) + " in column " + in_quotes(name) + " is a date in another format than " +
         in_quotes(column.first) + "; write all dates of a column in one format";
}

std::vector<DateColumn> StyledCells::dates() const {
  std::vector<DateColumn> out;
  out.reserve(columns_.size());
  for (const Column& c : columns_) out.push_back(c.dates);
  const bool any = std::any_of(out.begin(), out.end(), [](DateColumn d) { return d != DateColumn::no; });
  return any ? out : std::vector<DateColumn>{};
}

}  // namespace halfspace
