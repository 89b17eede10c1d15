#include "plot/svg.hpp"

#include <algorithm>

#include "plot/svg_panel.hpp"
#include "plot/svg_parts.hpp"
#include "plot/svg_text.hpp"

namespace halfspace::plot {
namespace {

constexpr double title_size = 15;
constexpr double sign_width = 24;    // a legend's sign with the gap behind it
constexpr double dashes_width = 44;  // the same, wide enough to know dashes by
constexpr double entry_gap = 16;
constexpr double least_panel = 110;  // with its axis below

/// Elements beside the panels, and the line where they end or begin.
struct Part {
  std::string text;
  double line = 0;
};

const Theme& theme_of(const SvgOptions& o) { return !o.in_page.empty() ? of_page : o.dark ? dark : light; }

class Drawing {
 public:
  Drawing(const Figure& figure, const SvgOptions& options)
      : figure_(figure), options_(options), theme_(theme_of(options)) {}

  /// Of a small picture the panels matter most: without room for them notes go first, then the legend.
  std::string text() {
    const double title_end = edge + title_size + 12;
    const double foot = height() - edge + 4;
    const Part key = legend(title_end);
    const Part below = notes(foot);
    const double needed = least_panel * static_cast<double>(figure_.panels.size());
    const bool with_legend = foot - key.line >= needed;
    const bool with_notes = below.line - key.line >= needed;
    head();
    if (with_legend) out_ += key.text;
    if (with_notes) out_ += below.text;
    panels((with_legend ? key.line : title_end) + 6, with_notes ? below.line : foot);
    return out_ + "</svg>\n";
  }

 private:
  double width() const { return options_.width; }
  double height() const { return options_.height; }

  void head() {
    const std::string w = std::to_string(options_.width);
    const std::string h = std::to_string(options_.height);
    const std::string title = options_.in_page + (options_.in_page.empty() ? "title" : "-title");
    const std::string desc = options_.in_page + (options_.in_page.empty() ? "desc" : "-desc");
    const std::string space = options_.in_page.empty() ? "xmlns=\"http://www.w3.org/2000/svg\" " : "";
    out_ += "<svg " + space + "width=\"" + w + "\" height=\"" + h + "\" viewBox=\"0 0 " + w + " " + h +
            "\" role=\"img\" aria-labelledby=\"" + title + " " + desc +
            "\" font-family=\"'DejaVu Sans', Verdana, Arial, sans-serif\">\n";
    out_ += "<title id=\"" + title + "\">" + escaped(figure_.title) + "</title>\n";
    out_ += "<desc id=\"" + desc + "\">" + escaped(figure_.description) + "</desc>\n";
    out_ += rect_element({0, 0, width(), height()}, "fill=\"" + std::string(theme_.paper) + "\"");
    out_ += text_element({edge, edge + title_size}, fitted(figure_.title, title_size, width() - 2 * edge), title_size,
                         theme_.ink, Anchor::start, " font-weight=\"bold\"");
  }

  /// Entries in lines below `top`, and where the last line ends.
  Part legend(double top) const {
    std::string out;
    double x = edge;
    double y = top;
    for (const LegendEntry& e : figure_.legend) {
      const double room = e.sign == Sign::stroke && e.pen.number > 0 ? dashes_width : sign_width;
      const std::string text = fitted(e.text, text_size, width() - 2 * edge - room);
      const double wide = room + text_width(text, text_size);
      if (x > edge && x + wide > width() - edge) {
        x = edge;
        y += line_height + 2;
      }
      out += sign(e, {x + 8, y + line_height / 2}, room);
      out += text_element({x + room, y + line_height / 2 + 4}, text, text_size, theme_.ink, Anchor::start);
      x += wide + entry_gap;
    }
    return {std::move(out), figure_.legend.empty() ? y : y + line_height};
  }

  std::string sign(const LegendEntry& e, Point at, double room) const {
    switch (e.sign) {
      case Sign::mark:
        return mark_group(e.style, theme_) + mark_element(e.style, at, 4.5) + "</g>\n";
      case Sign::ring:
        return ring_group(theme_.ink) + ring_element(at, 4) + "</g>\n";
      case Sign::box:
        return ring_group(theme_.ink) + box_element(at, 3.6) + "</g>\n";
      case Sign::halo:
        return halo_group(theme_.ink) + ring_element(at, 4) + "</g>\n";
      case Sign::dot:
        return dot_element(at, theme_);
      case Sign::stroke:
        return "<path d=\"" + path_data(std::vector<Point>{{at.x - 9, at.y}, {at.x + room - 13, at.y}}, false) + "\"" +
               stroke_attributes(e.pen, theme_) + "/>\n";
      case Sign::bar:
        return rect_element({at.x - 6, at.y - 5, at.x + 8, at.y + 5}, bar_attributes(e.style, theme_));
    }
    return "";
  }

  /// Notes that end at `foot`, and where they begin.
  Part notes(double foot) const {
    std::vector<std::string> lines;
    for (const std::string& note : figure_.notes) {
      for (std::string& line : wrapped(note, small_size, width() - 2 * edge)) lines.push_back(std::move(line));
    }
    const double top = foot - static_cast<double>(lines.size()) * (line_height - 1);
    std::string out;
    double y = top;
    for (const std::string& line : lines)
      out += text_element({edge, y += line_height - 1}, line, small_size, theme_.faint, Anchor::start);
    return {std::move(out), top};
  }

  void panels(double top, double bottom) {
    const auto count = static_cast<double>(figure_.panels.size());
    const double each = (bottom - top) / count;
    double left = 0;
    for (const Panel& p : figure_.panels) {
      for (const Tick& t : ticks_of(p.y, most_y_ticks(each)))
        left = std::max(left, std::min(text_width(t.text, small_size), width() * 0.4));
      if (!p.y.label.empty()) labelled_ = true;
    }
    double right = 0;
    for (const Panel& p : figure_.panels) right = std::max(right, ends_width(p));
    if (right > 0) right += 4;
    left += edge + tick_length + 4 + (labelled_ ? label_width : 0);
    for (const Panel& p : figure_.panels) {
      const double below = line_height + (p.x.label.empty() ? 0 : line_height) + 8;
      const double above = p.top.empty() ? 4 : 4 + line_height;
      out_ +=
          panel_text(p, {left, top + above, width() - edge - 4 - right, std::max(top + 5, top + each - below)}, theme_);
      top += each;
    }
  }

  const Figure& figure_;
  const SvgOptions& options_;
  const Theme& theme_;
  std::string out_;
  bool labelled_ = false;
};

}  // namespace

std::string svg(const Figure& figure, const SvgOptions& options) { return Drawing(figure, options).text(); }

}  // namespace halfspace::plot
