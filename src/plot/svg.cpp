#include "plot/svg.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "plot/svg_parts.hpp"
#include "plot/svg_text.hpp"

namespace halfspace::plot {
namespace {

constexpr double edge = 14;  // between the picture's border and anything
constexpr double title_size = 15;
constexpr double text_size = 12;
constexpr double small_size = 11;
constexpr double line_height = 17;
constexpr double sign_width = 24;  // a legend's sign with the gap behind it
constexpr double entry_gap = 16;
constexpr double tick_length = 4;

class Drawing {
 public:
  Drawing(const Figure& figure, const SvgOptions& options)
      : figure_(figure), options_(options), theme_(options.dark ? dark : light) {}

  std::string text() {
    head();
    double top = legend(edge + title_size + 12);
    const double bottom = notes();
    panels(top + 6, bottom);
    return out_ + "</svg>\n";
  }

 private:
  double width() const { return options_.width; }
  double height() const { return options_.height; }

  void head() {
    const std::string w = std::to_string(options_.width);
    const std::string h = std::to_string(options_.height);
    out_ += "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + w + "\" height=\"" + h + "\" viewBox=\"0 0 " + w +
            " " + h + "\" role=\"img\" aria-labelledby=\"title desc\" font-family=\"'DejaVu Sans', Verdana, Arial, " +
            "sans-serif\">\n";
    out_ += "<title id=\"title\">" + escaped(figure_.title) + "</title>\n";
    out_ += "<desc id=\"desc\">" + escaped(figure_.description) + "</desc>\n";
    out_ += rect_element({0, 0, width(), height()}, "fill=\"" + std::string(theme_.paper) + "\"");
    out_ += text_element({edge, edge + title_size}, fitted(figure_.title, title_size, width() - 2 * edge), title_size,
                         theme_.ink, Anchor::start, " font-weight=\"bold\"");
  }

  /// Entries in lines below `top`; returns where the last line ends.
  double legend(double top) {
    double x = edge;
    double y = top;
    for (const LegendEntry& e : figure_.legend) {
      const std::string text = fitted(e.text, text_size, width() - 2 * edge - sign_width);
      const double wide = sign_width + text_width(text, text_size);
      if (x > edge && x + wide > width() - edge) {
        x = edge;
        y += line_height + 2;
      }
      sign(e, {x + 8, y + line_height / 2});
      out_ += text_element({x + sign_width, y + line_height / 2 + 4}, text, text_size, theme_.ink, Anchor::start);
      x += wide + entry_gap;
    }
    return figure_.legend.empty() ? y : y + line_height;
  }

  void sign(const LegendEntry& e, Point at) {
    switch (e.sign) {
      case Sign::mark:
        out_ += mark_group(e.style, theme_) + mark_element(e.style, at, 4.5) + "</g>\n";
        break;
      case Sign::wrong:
        out_ += ring_group() + ring_element(at, 4) + "</g>\n";
        break;
      case Sign::on_boundary:
        out_ += ring_group() + box_element(at, 3.6) + "</g>\n";
        break;
      case Sign::stroke:
        out_ += "<path d=\"" + path_data(std::vector<Point>{{at.x - 9, at.y}, {at.x + 11, at.y}}, false) + "\"" +
                stroke_attributes(e.stroke, theme_) + "/>\n";
        break;
      case Sign::bar:
        out_ += rect_element({at.x - 6, at.y - 5, at.x + 8, at.y + 5}, bar_attributes(e.style, theme_));
        break;
    }
  }

  std::string ring_group() const {
    return "<g fill=\"none\" stroke=\"" + std::string(theme_.ink) + "\" stroke-width=\"1.50\">\n";
  }

  /// Notes below everything; returns where they begin.
  double notes() {
    std::vector<std::string> lines;
    for (const std::string& note : figure_.notes) {
      for (std::string& line : wrapped(note, small_size, width() - 2 * edge)) lines.push_back(std::move(line));
    }
    const double top = height() - edge + 4 - static_cast<double>(lines.size()) * (line_height - 1);
    double y = top;
    for (const std::string& line : lines)
      out_ += text_element({edge, y += line_height - 1}, line, small_size, theme_.faint, Anchor::start);
    return top;
  }

  void panels(double top, double bottom) {
    const auto count = static_cast<double>(figure_.panels.size());
    const double each = (bottom - top) / count;
    double left = 0;
    for (const Panel& p : figure_.panels) {
      for (const Tick& t : ticks_of(p.y, y_ticks(each)))
        left = std::max(left, std::min(text_width(t.text, small_size), width() * 0.4));
      if (!p.y.label.empty()) labelled_ = true;
    }
    left += edge + tick_length + 4 + (labelled_ ? line_height + 3 : 0);
    for (const Panel& p : figure_.panels) {
      const double below = line_height + (p.x.label.empty() ? 0 : line_height) + 8;
      panel(p, {left, top + 4, width() - edge - 4, std::max(top + 5, top + each - below)});
      top += each;
    }
  }

  static int y_ticks(double height) { return std::max(2, static_cast<int>(height / 40)); }

  /// As many ticks as their texts leave room for.
  static std::vector<Tick> x_ticks(const Axis& axis, double width) {
    for (int most = std::max(2, static_cast<int>(width / 45)); most > 2; --most) {
      std::vector<Tick> ticks = ticks_of(axis, most);
      double used = 0;
      for (const Tick& t : ticks) used = std::max(used, text_width(t.text, small_size) + 14);
      if (used * static_cast<double>(ticks.size()) <= width || !axis.names.empty()) return ticks;
    }
    return ticks_of(axis, 2);
  }

  void panel(const Panel& p, const Rect& r) {
    const auto at = [&](Point v) {
      return Point{r.left + place(p.x, v.x) * r.width(), r.bottom - place(p.y, v.y) * r.height()};
    };
    grid(p, r);
    for (const Tint& t : p.tints) tint(t, at);
    for (const Bar& b : p.bars) bar(p, b, r);
    out_ += rect_element(r, "fill=\"none\" stroke=\"" + std::string(theme_.faint) + "\"");
    for (const Curve& c : p.curves) {
      std::vector<Point> points;
      for (const Point v : c.line.points) points.push_back(at(v));
      out_ += "<path d=\"" + path_data(points, c.line.closed) + "\"" + stroke_attributes(c.stroke, theme_) + "/>\n";
    }
    marks(p, at);
  }

  void grid(const Panel& p, const Rect& r) {
    const double mid_y = small_size * 0.36;
    for (const Tick& t : x_ticks(p.x, r.width())) {
      const double x = r.left + place(p.x, t.at) * r.width();
      out_ += line_element({x, r.top}, {x, r.bottom + tick_length}, theme_.grid);
      out_ += text_element({x, r.bottom + line_height}, t.text, small_size, theme_.faint, Anchor::middle);
    }
    for (const Tick& t : ticks_of(p.y, y_ticks(r.height()))) {
      const double y = r.bottom - place(p.y, t.at) * r.height();
      if (!p.lying) out_ += line_element({r.left - tick_length, y}, {r.right, y}, theme_.grid);
      out_ += text_element({r.left - tick_length - 4, y + mid_y}, fitted(t.text, small_size, width() * 0.4), small_size,
                           theme_.faint, Anchor::end);
    }
    if (!p.x.label.empty())
      out_ += text_element({(r.left + r.right) / 2, r.bottom + 2 * line_height + 2},
                           fitted(p.x.label, text_size, r.width()), text_size, theme_.ink, Anchor::middle);
    if (p.y.label.empty()) return;
    const double x = edge + text_size;
    const double y = (r.top + r.bottom) / 2;
    out_ += text_element({x, y}, fitted(p.y.label, text_size, r.height()), text_size, theme_.ink, Anchor::middle,
                         " transform=\"rotate(-90 " + coordinate(x) + " " + coordinate(y) + ")\"");
  }

  template <class At>
  void tint(const Tint& t, const At& at) {
    if (t.polygons.empty()) return;
    out_ += "<path fill=\"" + std::string(theme_.color[color_of(t.style)]) + "\" fill-opacity=\"" +
            std::string(theme_.tint) + "\" d=\"";
    for (const Polygon& polygon : t.polygons) {
      std::vector<Point> points;
      for (const Point v : polygon) points.push_back(at(v));
      out_ += path_data(points, true);
    }
    out_ += "\"/>\n";
  }

  void bar(const Panel& p, const Bar& b, const Rect& r) {
    const double from = place(p.lying ? p.x : p.y, b.from);
    const double to = place(p.lying ? p.x : p.y, b.to);
    const double one = place(p.lying ? p.y : p.x, b.at - b.thickness / 2);
    const double two = place(p.lying ? p.y : p.x, b.at + b.thickness / 2);
    Rect box;
    if (p.lying) {
      box = {r.left + std::min(from, to) * r.width(), r.bottom - std::max(one, two) * r.height(),
             r.left + std::max(from, to) * r.width(), r.bottom - std::min(one, two) * r.height()};
    } else {
      box = {r.left + one * r.width(), r.bottom - std::max(from, to) * r.height(), r.left + two * r.width(),
             r.bottom - std::min(from, to) * r.height()};
    }
    out_ += rect_element(box, bar_attributes(b.style, theme_));
    if (b.text.empty() || !p.lying) return;
    const bool leftwards = to < from;
    out_ += text_element({leftwards ? box.left - 5 : box.right + 5, (box.top + box.bottom) / 2 + small_size * 0.36},
                         b.text, small_size, theme_.ink, leftwards ? Anchor::end : Anchor::start);
  }

  template <class At>
  void marks(const Panel& p, const At& at) {
    const double radius = p.marks.size() > 8000 ? 2.2 : p.marks.size() > 1500 ? 3.2 : 4.5;
    std::set<unsigned> styles;
    for (const Mark& m : p.marks) styles.insert(m.style);
    for (const unsigned style : styles) {
      out_ += mark_group(style, theme_);
      for (const Mark& m : p.marks) {
        if (m.style == style) out_ += mark_element(style, at(m.at), radius);
      }
      out_ += "</g>\n";
    }
    const auto around = [&](bool Mark::* which, auto element) {
      if (std::none_of(p.marks.begin(), p.marks.end(), [&](const Mark& m) { return m.*which; })) return;
      out_ += ring_group();
      for (const Mark& m : p.marks) {
        if (m.*which) out_ += element(at(m.at), radius);
      }
      out_ += "</g>\n";
    };
    around(&Mark::wrong, ring_element);
    around(&Mark::on_boundary, box_element);
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
