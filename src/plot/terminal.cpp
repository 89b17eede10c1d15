#include "plot/terminal.hpp"

#include <algorithm>
#include <string_view>

#include "base/text.hpp"
#include "plot/canvas.hpp"
#include "plot/terminal_panel.hpp"
#include "plot/theme.hpp"

namespace halfspace::plot {
namespace {

std::string blanks(std::size_t count) {
  std::string out;
  out.resize(count, ' ');
  return out;
}

std::string to_the_right(const std::string& text, std::size_t width) {
  const std::size_t n = characters(text);
  return n < width ? blanks(width - n) + text : text;
}

/// At most `width` characters of the text.
std::string cut(std::string_view text, std::size_t width) {
  const std::string all = shown(text, 400);
  return characters(all) <= width ? all : shown(text, width > 3 ? width - 3 : 1);
}

/// As cut(), from the middle: names of columns often differ at their end.
std::string cut_inside(std::string_view text, std::size_t width) {
  const std::string all = shown(text, 400);
  const std::size_t size = characters(all);
  if (size <= width || width < 8) return cut(all, width);
  const std::size_t tail = (width - 3) / 2;
  std::size_t from = 0;
  for (std::size_t k = 0; from < all.size(); ++from) {
    const bool first_byte = (static_cast<unsigned char>(all[from]) & 0xC0U) != 0x80U;
    if (first_byte && k++ == size - tail) break;
  }
  return shown(all, width - 3 - tail) + all.substr(from);
}

class Screen {
 public:
  Screen(const Figure& figure, const TerminalOptions& options)
      : figure_(figure), width_(options.width), height_(options.height), colored_(options.colored) {}

  std::string text() {
    out_ += cut(figure_.title, width_) + "\n";
    legend();
    const std::size_t each = std::max<std::size_t>(height_ / std::max<std::size_t>(figure_.panels.size(), 1), 4);
    const auto rows = [&](const Panel& p) { return p.lying ? std::max(p.bars.size(), p.y.names.size()) : each; };
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
      const std::size_t wide = characters(sign(e)) + 1 + characters(text);
      if (used > 0 && used + 3 + wide > width_) {
        out_ += "\n";
        used = 0;
      }
      out_ += blanks(used > 0 ? 3 : 0) + painted(sign(e), sign_color(e), colored_) + " " + text;
      used += (used > 0 ? 3 : 0) + wide;
    }
    if (used > 0) out_ += "\n";
  }

  static std::string sign(const LegendEntry& e) {
    switch (e.sign) {
      case Sign::mark:
        return std::string(open_glyphs[shape_of(e.style)]);
      case Sign::ring:
        return "●✖";
      case Sign::box:
        return std::string(box_glyph);
      case Sign::halo:
        return std::string(support_glyphs[0]) + std::string(support_glyphs[1]);
      case Sign::dot:
        return std::string(dot_glyph);
      case Sign::bar:
        return "██";
      case Sign::stroke:
        if (e.pen.number > 0) return "⠤" + std::string(digit_of(e.pen)) + "⠤";
        return gap_of(e.pen.stroke) == 0 ? "⠤⠤" : "⠤ ⠤";
    }
    return "";
  }

  static int sign_color(const LegendEntry& e) {
    if (e.sign == Sign::stroke) return color_of(e.pen);
    return e.sign == Sign::mark || e.sign == Sign::bar ? colors[color_of(e.style)] : plain;
  }

  static std::vector<Tick> y_ticks(const Panel& p, std::size_t rows) {
    if (p.bare) return {};
    return ticks_of(p.y, static_cast<int>(std::max<std::size_t>(rows / 3, 2)));
  }

  void panel(const Panel& p, std::size_t rows, std::size_t left) {
    const std::size_t columns = std::max<std::size_t>(width_ - std::min(width_, left + 3), 10);
    Canvas canvas(columns, rows);
    draw_panel(p, canvas);
    if (!p.y.label.empty()) out_ += blanks(left + 1) + cut(p.y.label, columns) + "\n";
    above(p, left, columns);
    std::vector<std::string> names(rows);
    for (const Tick& t : y_ticks(p, rows)) names[row_of(p.y, t.at, rows)] = cut_inside(t.text, left);
    for (std::size_t k = 0; k < rows; ++k) {
      if (!p.bare) out_ += to_the_right(names[k], left) + " " + painted(names[k].empty() ? "│" : "┤", faint, colored_);
      out_ += canvas.row(k, colored_) + "\n";
    }
    if (!p.bare) bottom(p.x, left, columns);
  }

  /// Texts above, where they do not touch, with what they are behind them.
  void above(const Panel& p, std::size_t left, std::size_t columns) {
    if (p.top.empty()) return;
    std::string texts = blanks(left + 2);
    const std::size_t end = left + 2 + columns - std::min(columns, characters(p.top_label) + 1);
    for (const Tick& t : p.top) {
      const std::size_t begin = left + 2 + column_of(p.x, t.at, columns);
      if (begin + characters(t.text) >= end || begin < characters(texts)) continue;
      texts += blanks(begin - characters(texts)) + t.text + " ";
    }
    out_ += texts + blanks(end - std::min(end, characters(texts))) + " " + p.top_label + "\n";
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

  const Figure& figure_;
  std::size_t width_;
  std::size_t height_;
  bool colored_;
  std::string out_;
};

}  // namespace

std::string terminal(const Figure& figure, const TerminalOptions& options) { return Screen(figure, options).text(); }

}  // namespace halfspace::plot
