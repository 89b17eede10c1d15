#include "classroom/visit_text.hpp"

#include <algorithm>
#include <utility>

#include "base/number.hpp"
#include "base/text.hpp"
#include "classroom/sheet_markup.hpp"

namespace halfspace {
namespace {

using Cells = std::vector<std::string>;

/// Names of the numbers of `before` or `after`: w1, ..., b.
Cells weight_names(const VisitTable& table) {
  Cells names;
  const std::size_t side = table.side;
  for (std::size_t k = 0; k < table.vectors; ++k) {
    const std::string of = table.vectors == 1 ? "" : "_c" + std::to_string(k + 1);
    for (std::size_t j = 0; j + 1 < side; ++j) names.push_back((table.kernel ? "a" : "w") + std::to_string(j + 1) + of);
    if (table.bias && side > 0) names.push_back("b" + of);
  }
  return names;
}

void add_weights(Cells& cells, const VisitTable& table, const std::vector<double>& weights) {
  const std::size_t side = weights.size() / table.vectors;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    if ((j + 1) % side != 0 || table.bias) cells.push_back(number_text(weights[j]));
  }
}

/// Names of what is counted after a visit.
Cells count_names(const VisitTable& table) {
  if (!table.counted) return {};
  return table.pocket ? Cells{"mistakes", "pocket"} : Cells{"mistakes"};
}

std::string row_text(const Cells& cells, std::string_view separator, std::string_view begin, std::string_view end) {
  std::string out(begin);
  for (std::size_t j = 0; j < cells.size(); ++j) out.append(j == 0 ? "" : separator).append(cells[j]);
  return out.append(end) + "\n";
}

/// w1_before -> $w_1$, b_c2_after -> $b_{c2}$, x1 -> $x_1$; the group above says before and after.
std::string latex_name(const std::string& name) {
  if (name == "y") return "$y$";
  const bool letter = name == "b_before" || name == "b_after" ||
                      (name.size() > 1 && ((name[1] >= '0' && name[1] <= '9') || name[1] == '_'));
  if (!letter) return name;
  const Cells parts = split(name, '_');
  std::string below = parts[0].substr(1);
  if (parts.size() > 2) below += (below.empty() ? "" : ",") + parts[1];
  return "$" + name.substr(0, 1) + (below.empty() ? "" : "_{" + below + "}") + "$";
}

std::string latex_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("&%$#_{}").find(c) != std::string_view::npos) out += '\\';
    if (c == '\n' || c == '\r') {
      out += ' ';
    } else if (c == '\\' || c == '~' || c == '^') {
      out += c == '\\' ? "\\textbackslash{}" : c == '~' ? "\\textasciitilde{}" : "\\textasciicircum{}";
    } else if (c == '|' || c == '<' || c == '>') {  // other signs in LaTeX's first fonts
      out += c == '|' ? "\\textbar{}" : c == '<' ? "\\textless{}" : "\\textgreater{}";
    } else {
      out += c;
    }
  }
  return out;
}

std::string markdown_text(const std::string& text) {
  std::string line(text);
  for (char& c : line) c = c == '\n' || c == '\r' ? ' ' : c;
  return markdown_escaped(line);
}

/// Of a negative number with a minus, not a hyphen, and of 1e-07 as 1 \cdot 10^{-7}.
std::string latex_cell(const std::string& cell) {
  Number number;
  const std::size_t e = cell.find('e');
  if ((cell[0] != '-' && e == std::string::npos) || !parse_number(cell, number)) return latex_text(cell);
  std::string out = "$";
  out += cell.substr(0, e);
  if (e != std::string::npos) {
    const std::size_t digits = std::min(cell.find_first_not_of("+-0", e + 1), cell.size() - 1);
    out += std::string("\\cdot 10^{") + (cell[e + 1] == '-' ? "-" : "") + cell.substr(digits) + "}";
  }
  return out + "$";
}

std::string as_latex(const VisitTable& table, const Cells& names) {
  const std::size_t weights = weight_names(table).size();
  const std::size_t counts = count_names(table).size();
  const std::size_t first = names.size() - 2 * weights - counts;
  std::string out = "\\begin{tabular}{" + std::string(first, 'r') +
                    (weights > 0 ? "|" + std::string(weights, 'r') + "|" + std::string(weights, 'r') : "") +
                    (counts > 0 ? "|" + std::string(counts, 'r') : "") + "}\n";
  if (weights > 0) {
    const auto span = [](std::size_t columns, const char* of) {
      return "\\multicolumn{" + std::to_string(columns) + "}{" + of;
    };
    out += span(first, "c|}{} & ");
    out += span(weights, "c|}{before} & ");
    out += span(weights, counts > 0 ? "c|}{after}" : "c}{after}");
    out += std::string(counts > 0 ? " &" : "") + (counts > 1 ? " &" : "") + " \\\\\n";
  }
  Cells heads;
  for (const std::string& name : names) heads.push_back(latex_name(name));
  out += row_text(heads, " & ", "", " \\\\ \\hline");
  for (const VisitLine& line : table.lines) {
    Cells cells = visit_cells(table, line);
    for (std::string& cell : cells) cell = latex_cell(cell);
    out += row_text(cells, " & ", "", " \\\\");
  }
  return out + "\\end{tabular}\n";
}

std::string as_markdown(const VisitTable& table, const Cells& names) {
  std::string out = row_text(names, " | ", "| ", " |");
  out += row_text(Cells(names.size(), "---:"), " | ", "| ", " |");
  for (const VisitLine& line : table.lines) {
    Cells cells = visit_cells(table, line);
    for (std::string& cell : cells) cell = markdown_text(cell);
    out += row_text(cells, " | ", "| ", " |");
  }
  return out;
}

std::string as_csv(const VisitTable& table, const Cells& names) {
  std::string out = row_text(names, ",", "", "");
  for (const VisitLine& line : table.lines) {
    Cells cells = visit_cells(table, line);
    for (std::string& cell : cells) cell = csv_field(cell);
    out += row_text(cells, ",", "", "");
  }
  return out;
}

/// The first row is of names without _before and _after, which stand a line above.
std::vector<Cells> rows_of_text(const VisitTable& table, const Cells& names, std::size_t first) {
  std::vector<Cells> rows(1);
  for (std::size_t j = 0; j < names.size(); ++j) {
    const std::size_t end = j < first ? std::string::npos : names[j].rfind('_');
    rows[0].push_back(names[j].substr(0, end));
  }
  for (const VisitLine& line : table.lines) {
    rows.push_back(visit_cells(table, line));
    for (std::string& cell : rows.back()) cell = shown(cell, 60);
  }
  return rows;
}

/// Places that the cell takes: of a character in UTF-8 its first byte counts.
std::size_t places(const std::string& cell) {
  const auto first = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  return static_cast<std::size_t>(std::count_if(cell.begin(), cell.end(), first));
}

/// The widths of columns, with a bar before each group of weights.
struct Layout {
  std::vector<std::size_t> width;
  std::size_t first = 0;    // column of the weights before
  std::size_t weights = 0;  // in a group; 0: none are shown
  std::size_t counts = 0;   // columns behind them

  bool bar(std::size_t j) const {
    return weights > 0 && (j == first || j == first + weights || (counts > 0 && j == first + 2 * weights));
  }

  std::string line(const Cells& cells) const {
    std::string out;
    for (std::size_t j = 0; j < cells.size(); ++j) {
      if (j > 0) out += bar(j) ? " | " : "  ";
      out += std::string(width[j] - places(cells[j]), ' ') + cells[j];
    }
    return out + "\n";
  }

  /// "before" and "after" where their groups begin.
  std::string groups() const {
    if (weights == 0) return "";
    std::string out;
    std::size_t until = 0;
    for (std::size_t j = 0; j < width.size(); ++j) {
      if (bar(j))
        out += std::string(until - out.size(), ' ') + (j == first             ? " | before"
                                                       : j == first + weights ? " | after"
                                                                              : " |");
      until += (j == 0 ? 0 : bar(j) ? 3 : 2) + width[j];
      until = std::max(until, bar(j + 1) ? out.size() : until);
    }
    return out + "\n";
  }
};

std::string as_text(const VisitTable& table, const Cells& names) {
  Layout layout;
  layout.weights = weight_names(table).size();
  layout.counts = count_names(table).size();
  layout.first = names.size() - 2 * layout.weights - layout.counts;
  const std::vector<Cells> rows = rows_of_text(table, names, layout.first);
  layout.width.resize(names.size());
  for (const Cells& row : rows) {
    for (std::size_t j = 0; j < row.size(); ++j) layout.width[j] = std::max(layout.width[j], places(row[j]));
  }
  std::string out = layout.groups();
  for (const Cells& row : rows) out += layout.line(row);
  return out;
}

}  // namespace

Cells visit_header(const VisitTable& table) {
  Cells names;
  if (table.runs) names.emplace_back("class");
  for (const char* name : {"visit", "pass", "row"}) names.emplace_back(name);
  for (std::size_t j = 0; j < table.shown; ++j) names.push_back("x" + std::to_string(j + 1));
  for (const char* name : {"y", "score", "decision"}) names.emplace_back(name);
  for (const char* when : {"_before", "_after"}) {
    for (const std::string& name : weight_names(table)) names.push_back(name + when);
  }
  for (std::string& name : count_names(table)) names.push_back(std::move(name));
  return names;
}

Cells visit_cells(const VisitTable& table, const VisitLine& line) {
  Cells cells;
  if (line.run) cells.push_back(table.classes[*line.run]);
  for (const std::uint64_t count : {line.visit, line.pass, line.row}) cells.push_back(std::to_string(count));
  for (const double v : line.x) cells.push_back(number_text(v));
  cells.push_back(line.rival < 0 ? std::to_string(line.y) : table.classes[table.label[line.row]]);
  cells.push_back(number_text(line.score));
  cells.emplace_back(line.mistake ? "mistake" : "correct");
  add_weights(cells, table, line.before);
  add_weights(cells, table, line.after);
  if (table.counted) cells.push_back(std::to_string(line.counts.mistakes));
  if (table.counted && table.pocket) cells.push_back(pocket_text(line));
  return cells;
}

std::string visit_text(const VisitTable& table, TableForm form) {
  const Cells names = visit_header(table);
  if (form == TableForm::csv) return as_csv(table, names);
  if (form == TableForm::latex) return as_latex(table, names);
  if (form == TableForm::markdown) return as_markdown(table, names);
  return as_text(table, names);
}

}  // namespace halfspace
