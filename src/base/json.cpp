#include "base/json.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

namespace halfspace {

namespace {

using nlohmann::detail::error_handler_t;

/// Writes a document as the library does, but numbers as std::to_chars(): the shortest decimals that read back as the
/// same double, and of these the nearest. The library's own (Grisu2) are now and then neither.
class Writer {
 public:
  Writer(std::string& out, int indent)
      : out_(out), indent_(indent), leaf_(nlohmann::detail::output_adapter<char>(out), ' ', error_handler_t::replace) {}

  void write(const Json& json, std::size_t depth = 0) {
    if (json.is_object() && !json.empty()) {
      list(json.items(), "{}", depth, [this](const auto& member) {
        text(member.key());
        out_ += indent_ < 0 ? ":" : ": ";
        return &member.value();
      });
    } else if (json.is_array() && !json.empty()) {
      list(json, "[]", depth, [](const Json& item) { return &item; });
    } else if (json.is_string()) {
      text(json.get_ref<const std::string&>());
    } else if (json.is_number_float() && std::isfinite(json.get<double>())) {
      number(json.get<double>());
    } else {
      leaf_.dump(json, false, false, 0);
    }
  }

 private:
  template <class Items, class ValueOf>
  void list(const Items& items, const char* brackets, std::size_t depth, const ValueOf& value_of) {
    out_ += brackets[0];
    bool first = true;
    for (const auto& item : items) {
      if (!first) out_ += ',';
      first = false;
      line(depth + 1);
      write(*value_of(item), depth + 1);
    }
    line(depth);
    out_ += brackets[1];
  }

  /// Few texts have something to escape.
  void text(const std::string& value) {
    const auto as_is = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };
    if (!std::ranges::all_of(value, as_is)) return leaf_.dump(Json(value), false, false, 0);
    out_ += '"';
    out_ += value;
    out_ += '"';
  }

  void line(std::size_t depth) {
    if (indent_ < 0) return;
    out_ += '\n';
    out_.append(depth * static_cast<std::size_t>(indent_), ' ');
  }

  void number(double v) {
    std::array<char, 40> text{};
    const double size = std::abs(v);
    const bool plain = size == 0 || (size >= 1e-4 && size < 1e15);
    const auto form = plain ? std::chars_format::fixed : std::chars_format::scientific;
    const std::string_view digits(text.data(), std::to_chars(text.data(), text.data() + text.size(), v, form).ptr);
    out_ += digits;
    if (plain && digits.find('.') == std::string_view::npos) out_ += ".0";
  }

  std::string& out_;
  int indent_;
  nlohmann::detail::serializer<Json> leaf_;
};

}  // namespace

bool may_be_json(std::string_view text, int most_depth) {
  if (text.find('\0') != std::string_view::npos) return false;
  int depth = 0;
  bool inside = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (c == '"') inside = !inside;
    if (inside) {
      if (c == '\\') ++k;
      continue;
    }
    if ((c == '[' || c == '{') && ++depth > most_depth) return false;
    if (c == ']' || c == '}') --depth;
  }
  return true;
}

Json parse_json(std::string_view text) {
  if (may_be_json(text, 64)) return Json::parse(text, nullptr, false);
  Json none(nlohmann::detail::value_t::discarded);  // in braces it would be a list of it
  return none;
}

std::string json_text(const Json& json, int indent) {
  std::string out;
  Writer(out, indent).write(json);
  return out;
}

}  // namespace halfspace
