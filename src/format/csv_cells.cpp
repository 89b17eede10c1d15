#include "format/csv_cells.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>

#include "base/number_like.hpp"
#include "base/places.hpp"
#include "base/quoted_list.hpp"
#include "base/text.hpp"

namespace halfspace {

std::string_view trimmed(std::string_view cell) {
  while (!cell.empty() && (cell.front() == ' ' || cell.front() == '\t')) cell.remove_prefix(1);
  while (!cell.empty() && (cell.back() == ' ' || cell.back() == '\t')) cell.remove_suffix(1);
  return cell;
}

namespace {

/// --categorical auto; --drop auto looks at texts too, and says which column then is not dropped.
bool finds_texts(const ReadOptions& o) {
  const auto says_auto = [](const std::vector<std::string>& list) { return list.size() == 1 && list[0] == "auto"; };
  return says_auto(o.categorical) || (says_auto(o.drop) && !o.for_model);
}

}  // namespace

CsvCells::CsvCells(const CsvColumns& columns, const ReadOptions& o)
    : column_(columns.feature),
      auto_(finds_texts(o)),
      drops_dates_(auto_ && o.drop.size() == 1 && o.drop[0] == "auto"),
      lists_(o.listing && !auto_),
      drops_(o.missing == "drop"),
      means_(o.listing || o.missing.find("mean") != std::string::npos),
      keeps_(o.listing || o.missing.find("category") != std::string::npos),
      other_(o.other_levels),
      unseen_rows_(o.unseen_rows),
      square_(o.serial_numbers),
      for_model_(o.for_model),
      fills_(o.fills),
      hashed_(o.hashed_later),
      by_blocks_(!o.whole_columns),
      lacks_(o.beside != nullptr),
      styled_(o),
      row_(columns.feature.size()),
      text_(columns.feature.size()) {
  for (const std::size_t k : columns.feature) names_.push_back(columns.names[k]);
  first_missing_.resize(means_ || keeps_ ? names_.size() : 0);
  if (!o.levels.empty()) texts_.resize(names_.size());
  for (std::size_t f = 0; f < o.levels.size(); ++f) {
    if (o.levels[f].empty()) continue;
    set_text(f);
    texts_[f] = Levels(o.levels[f]);
  }
}

namespace {

/// What a column is that is no feature.
std::string role_of(const CsvColumns& columns, std::size_t at) {
  for (const auto& [place, role] : {std::pair{columns.label, "is the label"},
                                    {columns.weight, "has the weights"},
                                    {columns.group, "has the groups"},
                                    {columns.order, "orders the rows"}}) {
    if (at == place) return role;
  }
  return "is not a feature";
}

}  // namespace

Result<CsvCells> CsvCells::create(const CsvColumns& columns, const ReadOptions& o) {
  CsvCells cells(columns, o);
  if (o.categorical.size() == 1 && o.categorical[0] == "auto") return cells;
  const auto place = places_of(columns.names);
  std::vector<std::size_t> feature_of(columns.names.size(), CsvColumns::none);
  for (std::size_t f = 0; f < columns.feature.size(); ++f) feature_of[columns.feature[f]] = f;
  for (const std::string& wanted : o.categorical) {
    const auto named = place.find(wanted);
    std::size_t at = named == place.end() ? CsvColumns::none : named->second;
    std::uint64_t number = 0;
    if (at == CsvColumns::none) {
      const auto index = option_count(wanted, "--categorical");
      if (index) number = index.value();
      if (number < 1 || number > columns.names.size()) {
        const std::string near = nearest(wanted, columns.names);
        return Error{Code::usage, "--categorical",
                     in_quotes(wanted) + " (named there or by --ordered) is not a column; the columns are " +
                         joined(columns.names) + (near.empty() ? "" : "; did you mean " + in_quotes(near) + "?")};
      }
      at = static_cast<std::size_t>(number - 1);
    }
    if (feature_of[at] == CsvColumns::none)
      return Error{
          Code::usage, "--categorical",
          "column " + in_quotes(columns.names[at]) + " " + role_of(columns, at) + "; leave it out of the list"};
    cells.set_text(feature_of[at]);
    cells.texts_.resize(cells.names_.size());
  }
  return cells;
}

CsvCells::Outcome CsvCells::read(std::size_t f, std::string_view cell, Buffer<double>& values, std::uint64_t line) {
  cell = trimmed(cell);
  if (styled_.on() && styled_.is_missing(cell)) return add_missing(f, cell, line);
  Outcome outcome;
  if (!text_[f] && read_number(f, cell, outcome)) return outcome;
  if (is_missing(cell)) return add_missing(f, cell, line);
  if (text_[f]) return add_text(f, cell, line);
  const std::string problem = number_problem(cell);
  if (lists_ && problem == "not a number" && begins_texts(f, values)) {
    listed_.resize(names_.size());
    listed_[f].begin();
    listed_[f].add(line, cell);
    become_text(f, values);
    return add_level(f, cell, cell);
  }
  if (auto_ && problem == "not a number" && styled_.rewrote(f))
    return {in_quotes(cell) + " in column " + in_quotes(names_[f]) +
                " is a text among numbers; name what stands for a missing one with --na, or take all of its cells as "
                "texts with --categorical " +
                as_flag_value({names_[f]}),
            false};
  if (auto_ && problem == "not a number") {
    if (const std::string say = become_text(f, values); !say.empty()) return {say, false};
    return add_text(f, cell, line);
  }
  if (problem == "not a number") return {text_among_numbers(f, cell), false};
  const bool comma = problem.starts_with("written with a decimal comma");
  return {in_quotes(cell) + " in column " + in_quotes(names_[f]) + " is " + problem +
              (comma ? ", or say --decimal , or --thousands ," : ""),
          false};
}

/// A number, or a cell that people would read as one.
bool CsvCells::read_number(std::size_t f, std::string_view cell, Outcome& outcome) {
  if (!styled_.on()) return parse_number(cell, row_[f]);
  const StyledCells::Read read = styled_.read(f, cell, names_[f], row_[f]);
  outcome.problem = read.problem;
  return read.number || !read.problem.empty();
}

/// Are all cells of the column so far missing?
bool CsvCells::begins_texts(std::size_t f, const Buffer<double>& values) const {
  for (std::size_t k = f; k < values.size(); k += names_.size()) {
    if (!std::isnan(values[k])) return false;
  }
  return true;
}

void CsvCells::add_mixed(BadLines& bad) const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> runs;
  std::map<std::uint64_t, std::size_t> shown;  // column of the first text of the lines that may be
  for (std::size_t f = listed_.size(); f-- > 0;) {
    if (!listed_[f].mixed()) continue;
    runs.insert(runs.end(), listed_[f].runs().begin(), listed_[f].runs().end());
    for (const ListedTexts::First& text : listed_[f].first()) shown[text.line] = f;
  }
  std::sort(runs.begin(), runs.end());
  std::uint64_t lines = 0;
  std::uint64_t counted_to = 0;
  for (const auto& [first, last] : runs) {
    if (last <= counted_to) continue;
    lines += last - std::max(first - 1, counted_to);
    counted_to = last;
  }
  if (shown.size() > ListedTexts::most_first)
    shown.erase(std::next(shown.begin(), ListedTexts::most_first), shown.end());
  for (const auto& [line, f] : shown) {
    const auto& first = listed_[f].first();
    const auto at = std::find_if(first.begin(), first.end(), [l = line](const auto& text) { return text.line == l; });
    bad.add(line, column_[f] + 1, text_among_numbers(f, at->cell));
  }
  bad.add_unshown(lines - shown.size());
}

CsvCells::Outcome CsvCells::add_level(std::size_t f, std::string_view text, std::string_view cell) {
  if (!is_utf8(text))
    return {"level " + in_quotes(text) + " is not UTF-8 text; say --encoding latin1, or convert the file to UTF-8",
            false};
  Levels& levels = texts_[f];
  const std::uint64_t had = levels.bytes();
  const auto code = levels.code(text);
  bytes_ += levels.bytes() - had;
  row_[f] = Number{};
  row_[f].exact = true;
  row_[f].value = code ? static_cast<double>(*code) : -1;
  if (code || other_) return {};
  if (unseen_rows_) return {"", true, true};
  ++unknown_levels_;
  return {unknown_level(f, text, cell), false};
}

/// A level; where --categorical auto chose the column, notes which kind of text it is when it is new.
CsvCells::Outcome CsvCells::add_text(std::size_t f, std::string_view cell, std::uint64_t line) {
  const std::size_t had = texts_[f].texts().size();
  Outcome outcome = add_level(f, cell, cell);
  Number n;
  if (f < listed_.size() && listed_[f].begun()) {
    if (parse_number(cell, n))
      listed_[f].saw_number();
    else
      listed_[f].add(line, cell);
  }
  if (!auto_ || texts_[f].texts().size() == had || parse_number(cell, n)) return outcome;
  first_number_like_.resize(names_.size());
  other_texts_.resize(names_.size());
  if (number_like(cell).empty()) other_texts_[f] = true;
  if (first_number_like_[f].line == 0) first_number_like_[f] = {line, std::string(cell)};
  return outcome;
}

CsvCells::Outcome CsvCells::add_missing(std::size_t f, std::string_view cell, std::uint64_t line) {
  if (drops_) return {"", true};
  const bool unsettled = (auto_ || lists_) && !text_[f] && (means_ || keeps_);
  const bool covered = unsettled || (text_[f] ? keeps_ : means_);
  if (lacks_ && (!covered || (text_[f] && !other_ && !texts_[f].code("")))) return {"", true};
  if (!covered) return {uncovered(f, cell, text_[f]), false};
  if (text_[f]) return add_level(f, "", cell);
  row_[f] = Number{};
  row_[f].exact = true;
  row_[f].value = std::numeric_limits<double>::quiet_NaN();
  if (first_missing_[f].line == 0) first_missing_[f] = {line, std::string(cell)};
  return {};
}

void CsvCells::set_text(std::size_t f) {
  text_columns_ += text_[f] ? 0U : 1U;
  text_[f] = true;
}

/// The column's numbers so far become texts.
std::string CsvCells::become_text(std::size_t f, Buffer<double>& values) {
  set_text(f);
  texts_.resize(names_.size());
  if (!first_missing_.empty() && first_missing_[f].line > 0 && !keeps_)
    return uncovered(f, first_missing_[f].cell, true) + " (the cell is in line " +
           std::to_string(first_missing_[f].line) + ")";
  for (std::size_t k = f; k < values.size(); k += names_.size()) {
    const double v = values[k];
    values[k] = static_cast<double>(texts_[f].code(std::isnan(v) ? "" : number_text(v)).value_or(0));
  }
  bytes_ += texts_[f].bytes();
  return "";
}

std::string CsvCells::place_of(const std::string& name, std::size_t f, std::uint64_t line) const {
  return name + ":" + std::to_string(line) + ":" + std::to_string(column_[f] + 1);
}

Result<std::vector<std::vector<std::string>>> CsvCells::finish(const std::string& name) const {
  for (std::size_t f = 0; f < first_missing_.size(); ++f) {
    if (first_missing_[f].line == 0 || text_[f] || means_) continue;
    return Error{Code::bad_data, place_of(name, f, first_missing_[f].line),
                 uncovered(f, first_missing_[f].cell, false)};
  }
  for (std::size_t f = 0; f < first_number_like_.size(); ++f) {
    const auto& [line, cell] = first_number_like_[f];
    if (line == 0 || other_texts_[f]) continue;
    if (const std::string_view like = number_like(cell); drops_dates_ && (like == "a date" || like == "a time"))
      continue;
    return Error{Code::bad_data, place_of(name, f, line),
                 in_quotes(cell) + " in column " + in_quotes(names_[f]) + " is " + std::string(number_like(cell)) +
                     "; --categorical auto takes no such column: " + number_like_advice(cell, hashed_, by_blocks_) +
                     ", leave the column out with --columns or --drop " + as_flag_value({names_[f]}) +
                     ", or name the categorical columns one by one"};
  }
  std::vector<std::vector<std::string>> out;
  out.reserve(texts_.size());
  for (const Levels& levels : texts_) out.push_back(levels.texts());
  if (std::none_of(text_.begin(), text_.end(), [](bool t) { return t; })) out.clear();
  return out;
}

std::vector<std::vector<std::string>> CsvCells::take_levels() {
  std::vector<std::vector<std::string>> out;
  if (text_columns_ == 0) return out;
  out.reserve(texts_.size());
  for (Levels& levels : texts_) {
    out.push_back(levels.texts());
    if (levels.closed()) continue;
    bytes_ -= levels.bytes();
    levels = Levels();
  }
  return out;
}

}  // namespace halfspace
