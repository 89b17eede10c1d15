#include "classroom/exercise_text.hpp"

#include <algorithm>
#include <string_view>

#include "base/text.hpp"
#include "classroom/sheet_markup.hpp"

namespace halfspace {
namespace {

class SheetWriter {
 public:
  explicit SheetWriter(SheetForm form) : form_(form) {}

  void heading(const std::string& text, int level) {
    const std::string line = marked_up(text, form_);
    if (form_ == SheetForm::markdown) out_ += std::string(static_cast<std::size_t>(level), '#') + " " + line + "\n\n";
    if (form_ == SheetForm::latex) out_ += (level == 1 ? "\\section*{" : "\\subsection*{") + line + "}\n\n";
    if (form_ == SheetForm::text) out_ += line + "\n" + std::string(line.size(), level == 1 ? '=' : '-') + "\n\n";
  }

  void paragraph(const std::string& text) {
    const std::string line = marked_up(text, form_);
    out_ += (form_ == SheetForm::text ? wrapped(line) : line) + "\n\n";
  }

  void block(const SheetBlock& block) {
    if (!block.text.empty()) paragraph(block.text);
    if (block.table) table(*block.table);
  }

  void table(const SheetTable& table) { out_ += marked_up(table, form_) + "\n"; }

  void raw(const std::string& text) { out_ += text; }

  /// Lines to type.
  void lines(const std::string& text) {
    if (form_ == SheetForm::markdown) out_ += "```\n" + text + "```\n\n";
    if (form_ == SheetForm::latex) out_ += "\\begin{verbatim}\n" + text + "\\end{verbatim}\n\n";
    if (form_ == SheetForm::text) out_ += text + "\n";
  }

  std::string text() && { return std::move(out_); }

 private:
  static std::string wrapped(const std::string& line) {
    constexpr std::size_t width = 100;
    std::string out;
    std::size_t used = 0;
    for (const std::string& word : split(line, ' ')) {
      if (used > 0 && used + 1 + word.size() > width) {
        out += "\n";
        used = 0;
      }
      out += (used > 0 ? " " : "") + word;
      used += (used > 0 ? 1 : 0) + word.size();
    }
    return out;
  }

  SheetForm form_;
  std::string out_;
};

std::string part_name(std::size_t k) { return "(" + std::string(1, static_cast<char>('a' + k)) + ")"; }

std::string points_text(unsigned points) { return counted(points, "point"); }

/// "--degree 2": a flag with its value, which stay in one line; the words before the first flag are one too.
std::vector<std::string> flags_of(const std::string& command) {
  std::vector<std::string> out;
  for (const std::string& word : split(command, ' ')) {
    if (out.empty() || word.starts_with("-"))
      out.push_back(word);
    else
      out.back() += " " + word;
  }
  return out;
}

/// A command to type; a long one goes on in the next line.
std::string typed(const std::string& command) {
  constexpr std::size_t width = 84;  // with " \" behind it fits a page of LaTeX
  std::string out;
  std::size_t used = 0;
  for (const std::string& flag : flags_of(command)) {
    if (used > 0 && used + 1 + flag.size() > width) {
      out += " \\\n   ";
      used = 3;
    }
    out += (out.empty() ? "" : " ") + flag;
    used += 1 + flag.size();
  }
  return out + "\n";
}

void write_question(SheetWriter& out, const Worksheet& sheet) {
  out.paragraph(sheet.task);
  SheetTable table{{"row", "$x_1$", "$x_2$", "$y$"}, {}};
  for (std::size_t i = 0; i < sheet.rows.size(); ++i)
    table.rows.push_back({std::to_string(i + 1), "$" + std::to_string(sheet.rows.x[i][0]) + "$",
                          "$" + std::to_string(sheet.rows.x[i][1]) + "$", "$" + std::to_string(sheet.rows.y[i]) + "$"});
  out.table(table);
  for (std::size_t k = 0; k < sheet.parts.size(); ++k)
    out.paragraph(part_name(k) + " " + sheet.parts[k].question + " [" + points_text(sheet.parts[k].points()) + "]");
  out.paragraph("By hand: " + counted(sheet.steps, sheet.step) + ". In all " + points_text(sheet.points()) + ".");
}

/// A table of visits where the sheet has a run, else its weights; any separator would do where the settings are not given.
std::string how_to_grade(const Worksheet& sheet) {
  const auto any = [&](std::string_view verb) {
    return std::any_of(sheet.commands.begin(), sheet.commands.end(),
                       [&](const std::string& command) { return command.starts_with(verb); });
  };
  if (any("trace ")) return " `grade DATA TABLE.csv` with the flags of `trace` checks a student's table of visits.";
  if (!any("train ") || !sheet.given.contains("settings")) return "";
  return " `grade DATA WEIGHTS.csv` with the flags of `train` checks a student's weights: `w_1,w_2,b` and a line "
         "below.";
}

void write_solution(SheetWriter& out, const Worksheet& sheet) {
  out.heading("Solution", 2);
  for (std::size_t k = 0; k < sheet.parts.size(); ++k) {
    out.paragraph(part_name(k));
    for (const SheetBlock& block : sheet.parts[k].solution) out.block(block);
  }
  out.heading("Marks", 2);
  SheetTable marks{{"part", "points", "for"}, {}, true};
  for (std::size_t k = 0; k < sheet.parts.size(); ++k) {
    for (const MarkPoint& mark : sheet.parts[k].marks)
      marks.rows.push_back({part_name(k), std::to_string(mark.points), mark.reason});
  }
  out.table(marks);
  out.heading("The same with halfspace", 2);
  out.paragraph("There rows count from 0, here from 1." + how_to_grade(sheet));
  std::string lines = typed("halfspace exercise --kind " + sheet.kind + " --seed " + std::to_string(sheet.seed) +
                            " --data " + sheet.data_name() + " -o sheet.md");
  for (const std::string& command : sheet.commands) lines += typed("halfspace " + command);
  out.lines(lines);
}

}  // namespace

std::string exercise_text(std::span<const Worksheet> sheets, SheetForm form, SheetSolution solution) {
  SheetWriter out(form);
  for (const Worksheet& sheet : sheets) {
    if (form == SheetForm::latex && &sheet != sheets.data()) out.raw("\\newpage\n\n");
    out.heading(sheet.title, 1);
    if (solution != SheetSolution::only) write_question(out, sheet);
    if (solution != SheetSolution::no) write_solution(out, sheet);
  }
  std::string text = std::move(out).text();
  while (text.ends_with("\n\n")) text.pop_back();
  if (form != SheetForm::latex) return text;
  return "\\documentclass[a4paper]{article}\n\\usepackage[margin=2cm]{geometry}\n\\setlength{\\parindent}{0pt}\n"
         "\\setlength{\\parskip}{6pt}\n\\renewcommand{\\arraystretch}{1.15}\n\\begin{document}\n\n" +
         text + "\n\\end{document}\n";
}

}  // namespace halfspace
