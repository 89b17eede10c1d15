#include "html/elements.hpp"

#include "base/markup.hpp"
#include "base/text.hpp"
#include "plot/svg.hpp"
#include "report/lines.hpp"

namespace halfspace::html {
namespace {

std::string attribute(std::string_view name, std::string_view value) {
  return value.empty() ? "" : " " + std::string(name) + "=\"" + text(value, 400) + "\"";
}

/// class="n" of a column of numbers, ...
std::string class_of(Table::Kind kind) {
  return kind == Table::Kind::number ? " class=\"n\"" : kind == Table::Kind::prose ? " class=\"long\"" : "";
}

}  // namespace

std::string text(std::string_view raw, std::size_t most) { return as_markup(shown(raw, most)); }

std::string data(double value, std::string_view reading) {
  return "<data value=\"" + number_text(value) + "\">" + text(reading) + "</data>";
}

std::string number(double value) { return data(value, short_number(value)); }

std::string share(double value) { return data(value, percent(value)); }

std::string count(std::uint64_t value) {
  return "<data value=\"" + std::to_string(value) + "\">" + grouped(value) + "</data>";
}

std::string heading(unsigned level, std::string_view name, std::string_view id) {
  const std::string tag = "h" + std::to_string(level);
  return "<" + tag + attribute("id", id) + ">" + text(name, 400) + "</" + tag + ">\n";
}

std::string paragraph(std::string_view content, std::string_view kind) {
  return "<p" + attribute("class", kind) + ">" + std::string(content) + "</p>\n";
}

void Terms::add(std::string_view name, std::string_view content) {
  out_ += "<div><dt>" + text(name) + "</dt><dd>" + std::string(content) + "</dd></div>\n";
}

std::string Terms::html() const { return out_.empty() ? "" : "<dl>\n" + out_ + "</dl>\n"; }

Table::Table(std::string_view caption, const std::vector<Column>& columns) : name_(caption), columns_(columns) {
  out_ = "<table>\n<caption>" + text(caption, 400) + "</caption>\n<thead><tr>";
  for (const Column& c : columns_) out_ += "<th scope=\"col\"" + class_of(c.kind) + ">" + text(c.name) + "</th>";
  out_ += "</tr></thead>\n<tbody>\n";
}

void Table::row(const std::vector<std::string>& cells) {
  out_ += "<tr>";
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const std::string tag = k == 0 ? "th" : "td";
    out_.append("<").append(tag).append(k == 0 ? " scope=\"row\"" : "").append(class_of(columns_[k].kind));
    out_.append(">").append(cells[k]).append("</").append(tag).append(">");
  }
  out_ += "</tr>\n";
}

std::string Table::html() const { return scroll_box(name_, out_ + "</tbody>\n</table>\n"); }

std::string scroll_box(std::string_view name, std::string_view table) {
  return "<div class=\"scroll\" role=\"region\" tabindex=\"0\"" + attribute("aria-label", name) + ">\n" +
         std::string(table) + "</div>\n";
}

std::string picture(const plot::Figure& figure, const std::string& id, unsigned width) {
  if (figure.panels.empty()) return "";
  return "<figure>\n" + plot::svg(figure, {width, figure.height, false, id}) + "</figure>\n";
}

std::string pictures(const std::vector<std::string>& all) {
  std::string out;
  for (const std::string& one : all) out += one;
  return out.empty() ? "" : "<div class=\"pictures\">\n" + out + "</div>\n";
}

}  // namespace halfspace::html
