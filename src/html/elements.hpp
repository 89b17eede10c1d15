// The pieces an HTML page is made of. Whatever comes from data or models goes through text().
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plot/scene.hpp"

namespace halfspace::html {

/// The text as content or attribute value: markup as entities, control bytes escaped, cut after `most` characters.
std::string text(std::string_view raw, std::size_t most = 120);

/// The number with all its digits in `value`, and a short form to read.
std::string data(double value, std::string_view reading);

/// Six digits.
std::string number(double value);

/// "3.12 %"
std::string share(double value);

/// "1,234"
std::string count(std::uint64_t value);

std::string heading(unsigned level, std::string_view name, std::string_view id = "");

/// `content` is HTML here and below.
std::string paragraph(std::string_view content, std::string_view kind = "");

/// Names with what is said of each.
class Terms {
 public:
  void add(std::string_view name, std::string_view content);
  std::string html() const;

 private:
  std::string out_;
};

/// Scrolls inside its own box where it is wider than the page. The first cell of a row is its head.
class Table {
 public:
  enum class Kind { word, number, prose };
  struct Column {
    std::string name;
    Kind kind = Kind::word;
  };

  /// `caption` is plain text.
  Table(std::string_view caption, const std::vector<Column>& columns);
  void row(const std::vector<std::string>& cells);
  std::string html() const;

 private:
  std::string name_;
  std::vector<Column> columns_;
  std::string out_;
};

/// A table's box, so that it can be reached and scrolled by keyboard. `name` is plain text.
std::string scroll_box(std::string_view name, std::string_view table);

/// The picture as inline SVG; "" for a figure without panels. `id` is its name in the page.
std::string picture(const plot::Figure& figure, const std::string& id, unsigned width = 440);

/// Pictures side by side where there is room; "" without any.
std::string pictures(const std::vector<std::string>& all);

}  // namespace halfspace::html
