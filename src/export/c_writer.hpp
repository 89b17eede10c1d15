// C source as it grows: parts of text with the model's own names, tables of numbers and texts.
#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "export/literals.hpp"

namespace halfspace {

class CWriter {
 public:
  CWriter(std::string name, bool single) : single_(single), name_(std::move(name)), upper_(name_) {
    for (char& c : upper_) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    set("@REAL", single ? "float" : "double");
    set("@NAME", name_);
    set("@UPPER", upper_);
    set("@MOST", single ? "FLT_MAX" : "DBL_MAX");
    set("@F", single ? "f" : "");
  }

  /// What a word of parts stands for.
  void set(std::string_view word, const std::string& text) {
    for (auto& [known, value] : words_) {
      if (known != word) continue;
      value = text;
      return;
    }
    words_.emplace_back(word, text);
  }

  /// Text with the words' own.
  void part(std::string_view text) {
    while (!text.empty()) {
      const std::size_t at = text.find('@');
      out_ += text.substr(0, at);
      text = at == std::string_view::npos ? std::string_view() : text.substr(at);
      for (const auto& [word, value] : words_) {
        if (!text.starts_with(word)) continue;
        out_ += value;
        text.remove_prefix(word.size());
        break;
      }
    }
  }

  /// Text as it is.
  void raw(std::string_view text) { out_ += text; }

  void define(std::string_view what, std::size_t value) {
    out_ += "#define " + upper_ + "_" + std::string(what) + " " + std::to_string(value) + "\n";
  }

  template <class Values, class Text>
  void table(const std::string& type, std::string_view what, const Values& values, Text text) {
    out_ += type + " " + name_ + "_" + std::string(what) + "[] = {";
    std::size_t column = 0;
    bool first = true;
    for (const auto& v : values) {
      const std::string item = text(v);
      out_ += first ? "" : ",";
      column += item.size() + 2;
      out_ += column > 110 || first ? "\n    " : " ";
      if (column > 110) column = item.size() + 2;
      out_ += item;
      first = false;
    }
    if (first) out_ += "0";  // C has no empty arrays
    out_ += "};\n";
  }

  template <class Values>
  void reals(std::string_view what, const Values& values) {
    table(single_ ? "static const float" : "static const double", what, values, [&](double v) { return literal(v); });
  }

  template <class Values>
  void counts(std::string_view what, const Values& values) {
    table("static const unsigned long", what, values, [](std::uint64_t v) { return std::to_string(v); });
  }

  template <class Values>
  void integers(std::string_view what, const Values& values) {
    table("static const int", what, values, [](int v) { return std::to_string(v); });
  }

  template <class Values>
  void texts(const std::string& type, std::string_view what, const Values& values) {
    table(type, what, values, [](const std::string& v) { return c_string(v); });
  }

  /// NaN is NAN.
  std::string literal(double v) {
    if (std::isnan(v)) return "NAN";
    std::array<char, 40> text{};
    const auto single = static_cast<float>(v);
    overflow_ = overflow_ || (single_ && !std::isfinite(single));
    const auto end = single_ ? std::to_chars(text.data(), text.data() + text.size(), single).ptr
                             : std::to_chars(text.data(), text.data() + text.size(), v).ptr;
    std::string out(text.data(), end);
    if (out.find_first_of(".e") == std::string::npos) out += ".0";
    return single_ ? out + "f" : out;
  }

  bool single() const { return single_; }
  const std::string& name() const { return name_; }
  const std::string& upper() const { return upper_; }

  /// Was a number beyond float?
  bool overflow() const { return overflow_; }

  std::string take() { return std::move(out_); }

 private:
  bool single_;
  bool overflow_ = false;
  std::string name_;
  std::string upper_;
  std::vector<std::pair<std::string_view, std::string>> words_;
  std::string out_;
};

}  // namespace halfspace
