#include "classroom/sheet_markup.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

constexpr std::array<Pair, 16> latex_words = {{{"alpha", "\\alpha"},
                                               {"gamma", "\\gamma"},
                                               {"lambda", "\\lambda"},
                                               {"eta", "\\eta"},
                                               {"tau", "\\tau"},
                                               {"phi", "\\varphi"},
                                               {"sum", "\\sum"},
                                               {"exp", "\\exp"},
                                               {"log", "\\log"},
                                               {"max", "\\max"},
                                               {"sign", "\\mathrm{sign}"},
                                               {"abs", "\\mathrm{abs}"},
                                               {"yhat", "\\hat y"},
                                               {"sqrt", "\\sqrt"},
                                               {"w", "w"},
                                               {"x", "x"}}};
constexpr std::array<Pair, 9> latex_marks = {{{", b", ",\\; b"},
                                              {"<=", "\\le "},
                                              {">=", "\\ge "},
                                              {":=", "\\leftarrow "},
                                              {"...", "\\dots "},
                                              {"w*", "w^*"},
                                              {"b*^2", "(b^*)^2"},
                                              {"b*", "b^*"},
                                              {" * ", " \\cdot "}}};

bool letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::string latex_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("&%$#_{}").find(c) != std::string_view::npos) out += '\\';
    if (c == '^' || c == '<' || c == '>') {
      out += c == '^' ? "\\textasciicircum{}" : c == '<' ? "\\textless{}" : "\\textgreater{}";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

/// A star with blanks around it and < before no letter mean nothing in Markdown.
std::string markdown_escaped(std::string_view text) {
  std::string out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char next = k + 1 < text.size() ? text[k + 1] : ' ';
    const bool means = text[k] == '*'   ? next != ' ' || (k > 0 && text[k - 1] != ' ')
                       : text[k] == '<' ? letter(next) || next == '/' || next == '!'
                                        : std::string_view("|\\`").find(text[k]) != std::string_view::npos;
    if (means) out += '\\';
    out += text[k];
  }
  return out;
}

namespace {

std::string escaped(std::string_view text, SheetForm form) {
  if (form == SheetForm::text) return std::string(text);
  return form == SheetForm::latex ? latex_escaped(text) : markdown_escaped(text);
}

std::string as_formula(std::string_view text, SheetForm form) {
  return form == SheetForm::latex ? "$" + latex_formula(text) + "$" : escaped(text, form);
}

std::string as_code(std::string_view text, SheetForm form) {
  if (form == SheetForm::text) return std::string(text);
  return form == SheetForm::latex ? "\\texttt{" + escaped(text, form) + "}" : "`" + std::string(text) + "`";
}

std::string table_line(const std::vector<std::string>& cells, SheetForm form) {
  std::string out = form == SheetForm::markdown ? "| " : "";
  for (std::size_t j = 0; j < cells.size(); ++j)
    out += (j == 0 ? "" : form == SheetForm::markdown ? " | " : " & ") + marked_up(cells[j], form);
  return out + (form == SheetForm::markdown ? " |\n" : " \\\\\n");
}

std::string plain_table(const SheetTable& table) {
  std::vector<std::vector<std::string>> rows = {table.header};
  rows.insert(rows.end(), table.rows.begin(), table.rows.end());
  std::vector<std::size_t> width(table.header.size());
  for (auto& row : rows) {
    for (std::size_t j = 0; j < row.size(); ++j) {
      row[j] = marked_up(row[j], SheetForm::text);
      width[j] = std::max(width[j], row[j].size());
    }
  }
  std::string out;
  for (const auto& row : rows) {
    std::string line = " ";
    for (std::size_t j = 0; j < row.size(); ++j) {
      const bool left = table.words && j + 1 == row.size();
      line += " " + std::string(left ? 1 : width[j] - row[j].size() + 1, ' ') + row[j];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace

std::string latex_formula(std::string_view formula) {
  std::string out;
  for (std::size_t k = 0; k < formula.size();) {
    const std::string_view rest = formula.substr(k);
    const auto starts = [&](const Pair& p) { return rest.starts_with(p.first); };
    if (const auto mark = std::find_if(latex_marks.begin(), latex_marks.end(), starts); mark != latex_marks.end()) {
      out += mark->second;
      k += mark->first.size();
      continue;
    }
    if (rest[0] == '_' && rest.size() > 1) {
      std::size_t end = 1;
      while (end < rest.size() && digit(rest[end])) ++end;
      end = std::max<std::size_t>(end, 2);
      out += "_{" + std::string(rest.substr(1, end - 1)) + "}";
      k += end;
      continue;
    }
    std::size_t end = 0;
    while (end < rest.size() && letter(rest[end])) ++end;
    if (end == 0) {
      out += rest[0] == '.' && k > 0 && !digit(formula[k - 1]) ? "\\cdot " : std::string(1, rest[0]);
      ++k;
      continue;
    }
    const std::string_view word = rest.substr(0, end);
    const auto known =
        std::find_if(latex_words.begin(), latex_words.end(), [&](const Pair& p) { return p.first == word; });
    k += end;
    if (word == "sqrt" && k < formula.size() && formula[k] == '(') {
      const std::size_t close = formula.find(')', k);
      out += "\\sqrt{" + latex_formula(formula.substr(k + 1, close - k - 1)) + "}";
      k = close + 1;
      continue;
    }
    out += known != latex_words.end() ? std::string(known->second)
           : word.size() == 1         ? std::string(word)
                                      : "\\mathrm{" + std::string(word) + "}";
  }
  return out;
}

std::string marked_up(std::string_view text, SheetForm form) {
  std::string out;
  while (!text.empty()) {
    const std::size_t open = text.find_first_of("$`");
    out += escaped(text.substr(0, open), form);
    if (open == std::string_view::npos) break;
    const char mark = text[open];
    const std::size_t close = text.find(mark, open + 1);
    const std::string_view inside = text.substr(open + 1, close - open - 1);
    out += mark == '$' ? as_formula(inside, form) : as_code(inside, form);
    text.remove_prefix(close + 1);
  }
  return out;
}

std::string marked_up(const SheetTable& table, SheetForm form) {
  if (form == SheetForm::text) return plain_table(table);
  const std::size_t columns = table.header.size();
  std::string out;
  if (form == SheetForm::latex)
    out += "\\begin{center}\n\\begin{tabular}{" + std::string(table.words ? columns - 1 : columns, 'r') +
           (table.words ? "l" : "") + "}\n\\hline\n";
  out += table_line(table.header, form);
  if (form == SheetForm::latex) out += "\\hline\n";
  if (form == SheetForm::markdown) {
    out += "|";
    for (std::size_t j = 0; j < columns; ++j) out += table.words && j + 1 == columns ? " :--- |" : " ---: |";
    out += "\n";
  }
  for (const auto& row : table.rows) out += table_line(row, form);
  return out + (form == SheetForm::latex ? "\\hline\n\\end{tabular}\n\\end{center}\n" : "");
}

}  // namespace halfspace
