#include "plot/svg_panel.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "plot/svg_text.hpp"

namespace halfspace::plot {
namespace {

/// As many ticks as their texts leave room for.
std::vector<Tick> x_ticks(const Axis& axis, double width) {
  for (int most = std::max(2, static_cast<int>(width / 45)); most > 2; --most) {
    std::vector<Tick> ticks = ticks_of(axis, most);
    double used = 0;
    for (const Tick& t : ticks) used = std::max(used, text_width(t.text, small_size) + 14);
    if (used * static_cast<double>(ticks.size()) <= width || !axis.names.empty()) return ticks;
  }
  return ticks_of(axis, 2);
}

/// As of marks that let some of the paper through, laid on one another.
double opacity_of(std::uint64_t rows) { return 1 - std::pow(0.45, static_cast<double>(rows)); }

class PanelDrawing {
 public:
  PanelDrawing(const Panel& panel, const Rect& rect, const Theme& theme) : panel_(panel), rect_(rect), theme_(theme) {}

  std::string text() {
    const Panel& p = panel_;
    const Rect& r = rect_;
    const auto at = [&](Point v) {
      return Point{r.left + place(p.x, v.x) * r.width(), r.bottom - place(p.y, v.y) * r.height()};
    };
    if (!p.bare) grid(p, r);
    for (const Tint& t : p.tints) tint(t, at);
    for (const Bar& b : p.bars) bar(p, b, r);
    for (const Cell& c : p.cells) cell(c, at);
    if (!p.bare) out_ += rect_element(r, "fill=\"none\" stroke=\"" + std::string(theme_.faint) + "\"");
    for (const Curve& c : p.curves) {
      std::vector<Point> points(c.line.points.size());
      std::transform(c.line.points.begin(), c.line.points.end(), points.begin(), at);
      out_ += "<path d=\"" + path_data(points, c.line.closed) + "\"" + stroke_attributes(c.pen, theme_) + "/>\n";
    }
    marks(p, at);
    for (const Point d : p.dots) out_ += dot_element(at(d), theme_);
    top(p, r);
    ends(p, r);
    return std::move(out_);
  }

 private:
  void grid(const Panel& p, const Rect& r) {
    const double mid_y = small_size * 0.36;
    const double room = r.left - edge - tick_length - 3 - (p.y.label.empty() ? 0 : label_width);
    for (const Tick& t : x_ticks(p.x, r.width())) {
      const double x = r.left + place(p.x, t.at) * r.width();
      out_ += line_element({x, r.top}, {x, r.bottom + tick_length}, theme_.grid);
      const double last = r.right + edge - text_width(t.text, small_size) / 2;  // where the text still fits
      out_ +=
          text_element({std::min(x, last), r.bottom + line_height}, t.text, small_size, theme_.faint, Anchor::middle);
    }
    for (const Tick& t : ticks_of(p.y, most_y_ticks(r.height()))) {
      const double y = r.bottom - place(p.y, t.at) * r.height();
      if (!p.lying) out_ += line_element({r.left - tick_length, y}, {r.right, y}, theme_.grid);
      out_ += text_element({r.left - tick_length - 4, y + mid_y}, fitted(t.text, small_size, room), small_size,
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

  /// Texts above the frame, those left out that would touch the one before.
  void top(const Panel& p, const Rect& r) {
    double used = r.left - 20;
    for (const Tick& t : p.top) {
      const double x = r.left + place(p.x, t.at) * r.width();
      const double half = text_width(t.text, small_size) / 2;
      if (x - half < used + 6) continue;
      used = x + half;
      out_ += text_element({x, r.top - 5}, t.text, small_size, theme_.faint, Anchor::middle);
    }
    if (!p.top_label.empty())
      out_ += text_element({r.right + 6, r.top - 5}, fitted(p.top_label, small_size, ends_width(p)), small_size,
                           theme_.faint, Anchor::start);
  }

  /// From the top down, each at least a line below the one before; then up again from the foot.
  void ends(const Panel& p, const Rect& r) {
    constexpr double apart = 12;
    std::vector<std::size_t> order(p.ends.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return p.ends[a].at > p.ends[b].at; });
    std::vector<double> y;
    for (const std::size_t k : order) {
      const double wanted = r.bottom - place(p.y, p.ends[k].at) * r.height();
      y.push_back(y.empty() ? wanted : std::max(wanted, y.back() + apart));
    }
    double foot = r.bottom;
    for (std::size_t k = y.size(); k-- > 0; foot = y[k] - apart) y[k] = std::min(y[k], foot);
    for (std::size_t k = 0; k < y.size(); ++k)
      out_ += text_element({r.right + 6, y[k] + small_size * 0.36},
                           fitted(p.ends[order[k]].text, small_size, ends_width(p)), small_size,
                           theme_.color[color_of(p.ends[order[k]].style)], Anchor::start);
  }

  template <class At>
  void tint(const Tint& t, const At& at) {
    if (t.polygons.empty()) return;
    out_ += "<path fill=\"" + std::string(theme_.color[color_of(t.style)]) + "\" fill-opacity=\"" +
            std::string(theme_.tint) + "\" d=\"";
    for (const Polygon& polygon : t.polygons) {
      std::vector<Point> points(polygon.size());
      std::transform(polygon.begin(), polygon.end(), points.begin(), at);
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
  void cell(const Cell& c, const At& at) {
    constexpr double gap = 1.5;
    constexpr double fullest = 0.5;  // opacity under which the text can still be read
    const Point a = at({c.box.left, c.box.bottom});
    const Point b = at({c.box.right, c.box.top});
    const Rect box = {std::min(a.x, b.x) + gap, std::min(a.y, b.y) + gap, std::max(a.x, b.x) - gap,
                      std::max(a.y, b.y) - gap};
    out_ += rect_element(box, "fill=\"" + std::string(theme_.paper) + "\"");  // no grid behind the text
    out_ += rect_element(box, bar_attributes(c.style, theme_) + " fill-opacity=\"" +
                                  coordinate(fullest * std::clamp(c.strength, 0.0, 1.0)) + "\"");
    const bool fits = text_width(c.text, text_size) <= box.width();
    if (box.height() < text_size || (!fits && !may_be_cut(c.text))) return;
    out_ += text_element({(box.left + box.right) / 2, (box.top + box.bottom) / 2 + text_size * 0.36},
                         fitted(c.text, text_size, box.width()), text_size, theme_.ink, Anchor::middle);
  }

  /// Behind support vectors.
  template <class At>
  void halos(const Panel& p, const std::set<unsigned>& styles, double radius, const At& at) {
    for (const unsigned style : styles) {
      const bool carries =
          std::any_of(p.marks.begin(), p.marks.end(), [&](const Mark& m) { return m.support && m.style == style; });
      if (!carries) continue;
      out_ += halo_group(theme_.color[color_of(style)]);
      for (const Mark& m : p.marks) {
        if (m.support && m.style == style) out_ += ring_element(at(m.at), radius);
      }
      out_ += "</g>\n";
    }
  }

  template <class At>
  void marks(const Panel& p, const At& at) {
    const double radius = p.marks.size() > 8000 ? 2.2 : p.marks.size() > 1500 ? 3.2 : 4.5;
    std::set<unsigned> styles;
    for (const Mark& m : p.marks) styles.insert(m.style);
    const bool crowded = std::any_of(p.marks.begin(), p.marks.end(), [](const Mark& m) { return m.rows > 1; });
    halos(p, styles, radius, at);
    for (const unsigned style : styles) {
      out_ += mark_group(style, theme_);
      for (const Mark& m : p.marks) {
        if (m.style == style) out_ += mark_element(style, at(m.at), radius, crowded ? opacity_of(m.rows) : 1);
      }
      out_ += "</g>\n";
    }
    const auto around = [&](std::string_view color, auto chosen, auto element) {
      if (std::none_of(p.marks.begin(), p.marks.end(), chosen)) return;
      out_ += ring_group(color);
      for (const Mark& m : p.marks) {
        if (chosen(m)) out_ += element(at(m.at), radius);
      }
      out_ += "</g>\n";
    };
    std::set<std::optional<unsigned>> rings;
    for (const Mark& m : p.marks) rings.insert(m.taken_for);
    for (const auto& ring : rings)
      around(
          ring ? theme_.color[color_of(*ring)] : theme_.ink,
          [&](const Mark& m) { return m.ringed && m.taken_for == ring; }, ring_element);
    around(theme_.ink, [](const Mark& m) { return m.boxed; }, box_element);
  }

  const Panel& panel_;
  const Rect& rect_;
  const Theme& theme_;
  std::string out_;
};

}  // namespace

double ends_width(const Panel& panel) {
  constexpr double most = 130;
  double width = panel.top_label.empty() ? 0 : text_width(panel.top_label, small_size);
  for (const EndLabel& e : panel.ends) width = std::max(width, text_width(e.text, small_size));
  return std::min(width, most);
}

int most_y_ticks(double height) { return std::max(2, static_cast<int>(height / 40)); }

std::string panel_text(const Panel& panel, const Rect& rect, const Theme& theme) {
  return PanelDrawing(panel, rect, theme).text();
}

}  // namespace halfspace::plot
