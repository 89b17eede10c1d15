#include "man_page.hpp"

#include <array>

#include "base/text.hpp"
#include "overview.hpp"
#include "verbs.hpp"

namespace halfspace::cli {
namespace {

struct ExitStatus {
  int code;
  std::string_view meaning;
};
constexpr std::array<ExitStatus, 7> exit_statuses = {{
    {0, "done"},
    {1, "the answer is no"},
    {static_cast<int>(Code::usage), "wrong use: an unknown verb or flag, a value out of range"},
    {static_cast<int>(Code::bad_data), "bad input data"},
    {4, "no firm answer"},
    {static_cast<int>(Code::io), "a file cannot be read or written"},
    {static_cast<int>(Code::interrupted), "interrupted"},
}};

/// Text as roff prints it unchanged: no character starts a request, an escape, or turns typographic.
std::string roff(std::string_view text) {
  std::string out = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  for (const char c : text) {
    switch (c) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string bold(std::string_view text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + roff(text) + "\\fR"; }

/// A summary as a sentence.
std::string sentence(std::string_view summary) {
  std::string out(summary);
  if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 'a' + 'A');
  return roff(out + ".");
}

/// A metavar: words to type bold, the rest italic; a line may break behind a bar.
std::string value_text(std::string_view metavar) {
  std::string out;
  for (const std::string& part : split(metavar, '|'))
    out += (out.empty() ? "" : "|\\:") + (is_literal(part) ? bold(part) : italic(part));
  return out;
}

std::string item(const std::string& head, std::string_view text) { return ".TP\n" + head + "\n" + roff(text) + "\n"; }

/// Without hyphenation, which would cut names, and without stretched lines.
std::string head(const std::string& page, std::string_view summary) {
  return ".TH " + roff(page) +
         " 1 \"\" \"halfspace " HALFSPACE_VERSION "\" \"halfspace manual\"\n.nh\n.ad l\n.SH NAME\n" + roff(page) +
         " \\- " + roff(summary) + "\n.SH SYNOPSIS\n";
}

std::string options(std::span<const Flag> flags) {
  std::string out = ".SH OPTIONS\n";
  for (const std::string& group : groups_of(flags)) {
    out += ".SS " + roff(group) + "\n";
    for (const Flag& f : flags) {
      if (f.group == group)
        out += item(bold(dashed(f.name)) + (f.metavar.empty() ? "" : " " + value_text(f.metavar)), f.help);
    }
  }
  return out;
}

/// Lines "  command    what it does".
std::string examples(std::string_view lines) {
  std::string out = ".SH EXAMPLES\n";
  for (const std::string& line : split(lines, '\n')) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin == std::string::npos) continue;
    const std::size_t gap = line.find("  ", begin);
    const std::size_t text_at = line.find_first_not_of(' ', gap);
    out += item(bold(line.substr(begin, gap - begin)), text_at == std::string::npos ? "" : line.substr(text_at));
  }
  return out;
}

std::string exit_status() {
  std::string out = ".SH EXIT STATUS\n";
  for (const ExitStatus& e : exit_statuses) out += item(bold(std::to_string(e.code)), e.meaning);
  return out;
}

std::string reference(std::string_view page) { return bold(page) + "(1)"; }

std::string page_name(const Verb& verb) { return "halfspace-" + std::string(verb.name); }

}  // namespace

std::string man_page() {
  std::string out = head("halfspace", program_summary) + bold("halfspace") + " " + italic("VERB") + " [" +
                    italic("FLAGS") + "]\n.SH DESCRIPTION\n" +
                    "The answer goes to standard output; progress, notes and errors go to standard error.\n" +
                    "Each verb has a page of its own:\n";
  for (const Verb& v : verbs()) out += item(reference(page_name(v)), v.summary);
  out += options(common_flags()) + examples(program_examples) + exit_status() + ".SH SEE ALSO\n";
  std::string others;
  for (const Verb& v : verbs()) others += (others.empty() ? "" : ",\n") + reference(page_name(v));
  return out + others + "\n";
}

std::string man_page(const Verb& verb) {
  std::string out = head(page_name(verb), verb.summary) + bold("halfspace " + std::string(verb.name));
  for (const Operand& o : verb.operands())
    out += o.required ? " " + value_text(o.name) : " [" + value_text(o.name) + "]";
  out += " [" + italic("FLAGS") + "]\n.SH DESCRIPTION\n" + sentence(verb.summary) + "\n";
  for (const Operand& o : verb.operands()) out += item(value_text(o.name), o.help);
  out += options(flags_of(verb)) + examples(verb.examples) + exit_status() + ".SH SEE ALSO\n" + reference("halfspace");
  for (const Verb& v : verbs()) {
    if (v.name != verb.name) out += ",\n" + reference(page_name(v));
  }
  return out + "\n";
}

}  // namespace halfspace::cli
