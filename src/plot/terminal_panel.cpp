#include "plot/terminal_panel.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "base/elementary.hpp"
#include "base/text.hpp"

namespace halfspace::plot {
namespace {

constexpr Glyphs eighths = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};        // upwards
constexpr Glyphs eighths_right = {"▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};  // to the right

/// A bar in one row, from its foot at b.from; leftwards only whole and half cells exist.
void lying_bar(const Panel& p, const Bar& b, Canvas& canvas) {
  const auto scale = static_cast<double>(canvas.columns());
  const std::size_t row = row_of(p.y, b.at, canvas.rows());
  const std::size_t foot = column_of(p.x, b.from, canvas.columns());
  const int color = colors[color_of(b.style)];
  const double length = std::fabs(place(p.x, b.to) - place(p.x, b.from)) * scale;
  const auto eighth = static_cast<std::size_t>(std::lround(length * 8));
  const bool leftwards = place(p.x, b.to) < place(p.x, b.from);
  const std::size_t whole = eighth / 8;
  for (std::size_t k = 0; k < whole; ++k) canvas.put(leftwards ? foot - 1 - k : foot + k, row, eighths[7], color);
  std::size_t end = whole;
  if (eighth % 8 > 0 && (!leftwards || eighth % 8 >= 4)) {
    canvas.put(leftwards ? foot - 1 - whole : foot + whole, row,
               leftwards ? std::string_view("▐") : eighths_right[eighth % 8 - 1], color);
    ++end;
  }
  const std::size_t size = characters(b.text);
  const std::size_t first = leftwards ? foot - std::min(foot, end + 1 + size)
                                      : std::min(foot + end + 1, canvas.columns() - std::min(canvas.columns(), size));
  canvas.text(first, row, b.text, plain);
}

/// The line's digit every few cells, for each line at other places.
void put_digits(const std::vector<Point>& dots, const Pen& pen, Canvas& canvas) {
  constexpr double cells_between = 14;
  constexpr double offset = 3;
  double ahead = offset * pen.number;  // cells to the next digit
  for (std::size_t k = 1; k < dots.size(); ++k) {
    const Point a = {dots[k - 1].x / 2, dots[k - 1].y / 4};
    const Point b = {dots[k].x / 2, dots[k].y / 4};
    const double length = elementary::hypot(b.x - a.x, b.y - a.y);
    while (ahead < length) {
      canvas.put(static_cast<std::size_t>(std::lerp(a.x, b.x, ahead / length)),
                 static_cast<std::size_t>(std::lerp(a.y, b.y, ahead / length)), digit_of(pen), color_of(pen));
      ahead += cells_between;
    }
    ahead -= length;
  }
}

void standing_bar(const Panel& p, const Bar& b, Canvas& canvas) {
  const auto scale = static_cast<double>(canvas.rows());
  const auto eighth = static_cast<std::size_t>(std::lround(place(p.y, b.to) * scale * 8));
  const double right = place(p.x, b.at + b.thickness / 2) * static_cast<double>(canvas.columns());
  const std::size_t first = column_of(p.x, b.at - b.thickness / 2, canvas.columns());
  const std::size_t last = std::max(first + 1, static_cast<std::size_t>(std::max(0.0, std::round(right))));
  const int color = colors[color_of(b.style)];
  for (std::size_t c = first; c < last; ++c) {
    for (std::size_t k = 0; k < eighth / 8; ++k) canvas.put(c, canvas.rows() - 1 - k, eighths[7], color);
    if (eighth % 8 > 0) canvas.put(c, canvas.rows() - 1 - eighth / 8, eighths[eighth % 8 - 1], color);
  }
}

/// Shades by strength; the text stands in the middle row where it fits, with a blank on each side.
void draw_cell(const Panel& p, const Cell& c, Canvas& canvas) {
  constexpr std::array<std::string_view, 4> shades = {" ", "░", "▒", "▓"};
  const auto cell_at = [](double share, std::size_t most) {
    return static_cast<std::size_t>(std::lround(std::clamp(share, 0.0, 1.0) * static_cast<double>(most)));
  };
  const auto [left, right] = std::minmax(
      {cell_at(place(p.x, c.box.left), canvas.columns()), cell_at(place(p.x, c.box.right), canvas.columns())});
  const auto [top, bottom] = std::minmax(
      {cell_at(1 - place(p.y, c.box.top), canvas.rows()), cell_at(1 - place(p.y, c.box.bottom), canvas.rows())});
  const auto shade = static_cast<std::size_t>(std::ceil(std::clamp(c.strength, 0.0, 1.0) * 3));
  for (std::size_t y = top; y < bottom; ++y) {
    for (std::size_t x = left; x + 1 < right; ++x) canvas.put(x, y, shades[shade], colors[color_of(c.style)]);
  }
  if (top == bottom || right < left + 2) return;
  const std::size_t room = right - left - 1;
  const bool cut = characters(c.text) > room && room > 4 && may_be_cut(c.text);
  const std::string text = cut ? shown(c.text, room - 3) : c.text;
  const std::size_t size = characters(text);
  if (size > room) return;
  const std::size_t first = left + (right - left - 1 - size) / 2;
  const std::size_t row = (top + bottom - 1) / 2;
  if (first > left) canvas.put(first - 1, row, " ", plain);
  if (first + size + 1 < right) canvas.put(first + size, row, " ", plain);
  canvas.text(first, row, text, plain);
}

}  // namespace

int color_of(const Pen& pen) {
  switch (pen.stroke) {
    case Stroke::boundary:
    case Stroke::witness:
      return plain;
    case Stroke::margin:
      return faint;
    case Stroke::other:
    case Stroke::hull:
    case Stroke::trace:
      return colors[color_of(pen.style)];
    case Stroke::curve:
      return colors[0];
    case Stroke::bound:
      return colors[1];
  }
  return plain;
}

std::string_view digit_of(const Pen& pen) {
  constexpr std::string_view digits = "123456789";
  return pen.number == 0 ? "" : digits.substr((pen.number - 1) % digits.size(), 1);
}

int gap_of(Stroke stroke) {
  if (stroke == Stroke::margin || stroke == Stroke::hull) return 2;
  return stroke == Stroke::bound ? 4 : 0;
}

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::size_t column_of(const Axis& axis, double v, std::size_t columns) {
  const double at = std::floor(place(axis, v) * static_cast<double>(columns));
  return static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(columns - 1)));
}

std::size_t row_of(const Axis& axis, double v, std::size_t rows) {
  const double at = std::floor((1 - place(axis, v)) * static_cast<double>(rows));
  return static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(rows - 1)));
}

namespace {

void put_end(const Panel& p, const EndLabel& e, Canvas& canvas) {
  const std::size_t size = characters(e.text);
  if (size + 1 > canvas.columns()) return;
  canvas.text(canvas.columns() - size, row_of(p.y, e.at, canvas.rows()), e.text, colors[color_of(e.style)]);
}

void put_marks(const Panel& p, Canvas& canvas) {
  // What matters most is put last: boxes over rings over support vectors over plain marks.
  for (const int turn : {0, 1, 2, 3}) {
    for (const Mark& m : p.marks) {
      if ((m.boxed ? 3 : m.ringed ? 2 : m.support ? 1 : 0) != turn) continue;
      const Glyphs& glyphs = m.ringed ? full_glyphs : m.support ? support_glyphs : open_glyphs;
      canvas.put(column_of(p.x, m.at.x, canvas.columns()), row_of(p.y, m.at.y, canvas.rows()),
                 m.boxed ? box_glyph : glyphs[shape_of(m.style)], colors[color_of(m.taken_for.value_or(m.style))]);
    }
  }
}

}  // namespace

void draw_panel(const Panel& p, Canvas& canvas) {
  const auto dots = [&](Point v) {
    return Point{std::min(place(p.x, v.x), 0.9999) * static_cast<double>(2 * canvas.columns()),
                 std::min(1 - place(p.y, v.y), 0.9999) * static_cast<double>(4 * canvas.rows())};
  };
  for (const Bar& b : p.bars) p.lying ? lying_bar(p, b, canvas) : standing_bar(p, b, canvas);
  for (const Cell& c : p.cells) draw_cell(p, c, canvas);
  for (const Curve& c : p.curves) {
    std::vector<Point> at(c.line.points.size());
    std::transform(c.line.points.begin(), c.line.points.end(), at.begin(), dots);
    if (c.line.closed) at.push_back(at.front());
    for (std::size_t k = 1; k < at.size(); ++k) canvas.line(at[k - 1], at[k], color_of(c.pen), gap_of(c.pen.stroke));
    if (c.pen.number > 0) put_digits(at, c.pen, canvas);
  }
  put_marks(p, canvas);
  for (const EndLabel& e : p.ends) put_end(p, e, canvas);
  for (const Point d : p.dots)
    canvas.put(column_of(p.x, d.x, canvas.columns()), row_of(p.y, d.y, canvas.rows()), dot_glyph, plain);
}

}  // namespace halfspace::plot
