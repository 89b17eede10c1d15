#include "plot/terminal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "base/text.hpp"
#include "plot/canvas.hpp"
#include "plot/theme.hpp"

namespace halfspace::plot {
namespace {

using Glyphs = std::array<std::string_view, shapes>;
constexpr Glyphs open_glyphs = {"○", "×", "△", "□", "◇", "+", "▽", "✶"};
constexpr Glyphs full_glyphs = {"●", "✖", "▲", "■", "◆", "✚", "▼", "★"};  // mistakes
constexpr std::string_view boundary_glyph = "◎";
constexpr Glyphs eighths = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};        // upwards
constexpr Glyphs eighths_right = {"▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};  // to the right
constexpr std::array<int, shapes> colors = {39, 208, 36, 175, 178, 111, 141, 245};
constexpr int faint = 245;
constexpr int plain = -1;

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string blanks(std::size_t count) { return std::string(count, ' '); }

std::string to_the_right(const std::string& text, std::size_t width) {
  const std::size_t n = characters(text);
  return n < width ? blanks(width - n) + text : text;
}

/// At most `width` characters of the text.
std::string cut(std::string_view text, std::size_t width) {
  const std::string all = shown(text, 400);
  return characters(all) <= width ? all : shown(text, width > 3 ? width - 3 : 1);
}

int color_of_stroke(Stroke stroke) {
  if (stroke == Stroke::curve) return colors[0];
  if (stroke == Stroke::bound) return colors[1];
  return stroke == Stroke::margin ? faint : plain;
}

int gap_of(Stroke stroke) { return stroke == Stroke::margin ? 2 : stroke == Stroke::bound ? 4 : 0; }

class Screen {
 public:
  Screen(const Figure& figure, const TerminalOptions& options)
      : figure_(figure), width_(options.width), height_(options.height), colored_(options.colored) {}

  std::string text() {
    out_ += cut(figure_.title, width_) + "\n";
    legend();
    const std::size_t each = std::max<std::size_t>(height_ / std::max<std::size_t>(figure_.panels.size(), 1), 4);
    const auto rows = [&](const Panel& p) { return p.lying ? p.bars.size() : each; };
    std::size_t left = 0;
    for (const Panel& p : figure_.panels) {
      for (const Tick& t : y_ticks(p, rows(p)))
        left = std::max(left, std::min<std::size_t>(characters(t.text), width_ * 2 / 5));
    }
    for (const Panel& p : figure_.panels) panel(p, rows(p), left);
    for (const std::string& note : figure_.notes) paragraph(note);
    return out_;
  }

 private:
  void paragraph(const std::string& text) {
    std::string line;
    for (const std::string& word : split(shown(text, 2000), ' ')) {
      if (!line.empty() && characters(line) + 1 + characters(word) > width_) {
        out_ += line + "\n";
        line.clear();
      }
      line += (line.empty() ? "" : " ") + word;
    }
    out_ += line + "\n";
  }

  void legend() {
    std::size_t used = 0;
    for (const LegendEntry& e : figure_.legend) {
      const std::string text = cut(e.text, width_ - 4);
      const std::size_t wide = characters(text) + 3;
      if (used > 0 && used + 3 + wide > width_) {
        out_ += "\n";
        used = 0;
      }
      out_ += blanks(used > 0 ? 3 : 0) + sign(e) + " " + text;
      used += (used > 0 ? 3 : 0) + wide;
    }
    if (used > 0) out_ += "\n";
  }

  std::string sign(const LegendEntry& e) const {
    const int color = colors[color_of(e.style)];
    switch (e.sign) {
      case Sign::mark:
        return painted(open_glyphs[shape_of(e.style)], color, colored_);
      case Sign::wrong:
        return painted("●", color, colored_) + painted("✖", plain, colored_);
      case Sign::on_boundary:
        return painted(boundary_glyph, plain, colored_);
      case Sign::bar:
        return painted("██", color, colored_);
      case Sign::stroke:
        return painted(gap_of(e.stroke) == 0 ? "⠤⠤" : "⠤ ⠤", color_of_stroke(e.stroke), colored_);
    }
    return "";
  }

  static std::vector<Tick> y_ticks(const Panel& p, std::size_t rows) {
    return ticks_of(p.y, static_cast<int>(std::max<std::size_t>(rows / 3, 2)));
  }

  void panel(const Panel& p, std::size_t rows, std::size_t left) {
    const std::size_t columns = std::max<std::size_t>(width_ - std::min(width_, left + 3), 10);
    Canvas canvas(columns, rows);
    draw(p, canvas);
    if (!p.y.label.empty()) out_ += blanks(left + 1) + cut(p.y.label, columns) + "\n";
    std::vector<std::string> names(rows);
    for (const Tick& t : y_ticks(p, rows)) names[row_of(p.y, t.at, rows)] = cut(t.text, left);
    for (std::size_t k = 0; k < rows; ++k) {
      out_ += to_the_right(names[k], left) + " " + painted(names[k].empty() ? "│" : "┤", faint, colored_);
      out_ += canvas.row(k, colored_) + "\n";
    }
    bottom(p.x, left, columns);
  }

  /// The axis below: a rule with marks, their texts where they do not touch, the label in the middle.
  void bottom(const Axis& axis, std::size_t left, std::size_t columns) {
    std::vector<Tick> ticks;
    std::size_t widest = 0;
    int most = static_cast<int>(columns / 8);
    do {
      ticks = ticks_of(axis, std::max(2, most));
      widest = 0;
      for (const Tick& t : ticks) widest = std::max(widest, characters(t.text) + 2);
    } while (--most > 1 && widest * ticks.size() > columns);
    std::vector<std::string> rule(columns, "─");
    std::string texts = blanks(left + 2);
    for (const Tick& t : ticks) {
      const std::size_t at = column_of(axis, t.at, columns);
      rule[at] = "┴";
      const std::size_t begin = left + 2 + at - std::min(characters(t.text) / 2, left + 2 + at);
      if (begin + characters(t.text) > width_ || characters(texts) > begin) continue;
      texts += blanks(begin - characters(texts)) + t.text;
    }
    std::string line = "└";
    for (const std::string& r : rule) line += r;
    out_ += blanks(left + 1) + painted(line, faint, colored_) + "\n" + texts + "\n";
    if (axis.label.empty()) return;
    const std::string label = cut(axis.label, columns);
    out_ += blanks(left + 2 + (columns - std::min(columns, characters(label))) / 2) + label + "\n";
  }

  static std::size_t column_of(const Axis& axis, double v, std::size_t columns) {
    const double at = std::floor(place(axis, v) * static_cast<double>(columns));
    return static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(columns - 1)));
  }

  static std::size_t row_of(const Axis& axis, double v, std::size_t rows) {
    const double at = std::floor((1 - place(axis, v)) * static_cast<double>(rows));
    return static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(rows - 1)));
  }

  static void draw(const Panel& p, Canvas& canvas) {
    const auto dots = [&](Point v) {
      return Point{std::min(place(p.x, v.x), 0.9999) * static_cast<double>(2 * canvas.columns()),
                   std::min(1 - place(p.y, v.y), 0.9999) * static_cast<double>(4 * canvas.rows())};
    };
    for (const Bar& b : p.bars) p.lying ? lying_bar(p, b, canvas) : standing_bar(p, b, canvas);
    for (const Curve& c : p.curves) {
      const std::vector<Point>& points = c.line.points;
      const std::size_t count = points.size() - (c.line.closed || points.empty() ? 0 : 1);
      for (std::size_t k = 0; k < count; ++k)
        canvas.line(dots(points[k]), dots(points[(k + 1) % points.size()]), color_of_stroke(c.stroke),
                    gap_of(c.stroke));
    }
    // What matters most is put last: rows on the boundary over mistakes over the others.
    for (const int turn : {0, 1, 2}) {
      for (const Mark& m : p.marks) {
        if ((m.on_boundary ? 2 : m.wrong ? 1 : 0) != turn) continue;
        const Glyphs& glyphs = m.wrong ? full_glyphs : open_glyphs;
        canvas.put(column_of(p.x, m.at.x, canvas.columns()), row_of(p.y, m.at.y, canvas.rows()),
                   m.on_boundary ? boundary_glyph : glyphs[shape_of(m.style)], colors[color_of(m.style)]);
      }
    }
  }

  /// A bar in one row, from its foot at b.from; leftwards only whole and half cells exist.
  static void lying_bar(const Panel& p, const Bar& b, Canvas& canvas) {
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
    const std::size_t first = leftwards ? foot - std::min(foot, end + 1 + size) : foot + end + 1;
    for (std::size_t k = 0; k < size && size == b.text.size(); ++k)
      canvas.put(first + k, row, std::string_view(b.text).substr(k, 1), plain);
  }

  static void standing_bar(const Panel& p, const Bar& b, Canvas& canvas) {
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

  const Figure& figure_;
  std::size_t width_;
  std::size_t height_;
  bool colored_;
  std::string out_;
};

}  // namespace

std::string terminal(const Figure& figure, const TerminalOptions& options) { return Screen(figure, options).text(); }

}  // namespace halfspace::plot
