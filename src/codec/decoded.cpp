#include "codec/decoded.hpp"

#include <array>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

void append_utf8(std::string& to, std::uint32_t c) {
  const auto byte = [&](std::uint32_t v) { to += static_cast<char>(v); };
  if (c < 0x80) return byte(c);
  if (c < 0x800) {
    byte(0xC0U | c >> 6U);
  } else {
    if (c < 0x10000) {
      byte(0xE0U | c >> 12U);
    } else {
      byte(0xF0U | c >> 18U);
      byte(0x80U | (c >> 12U & 0x3FU));
    }
    byte(0x80U | (c >> 6U & 0x3FU));
  }
  byte(0x80U | (c & 0x3FU));
}

/// 0x80 to 0x9F of windows-1252; the five bytes it leaves out are control characters (WHATWG encoding standard).
constexpr std::array<std::uint16_t, 32> windows_1252 = {0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                                        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,   0x017D, 0x8F,
                                                        0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                                        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

class Decoded : public Source {
 public:
  explicit Decoded(std::unique_ptr<Source> source) : source_(std::move(source)), block_(block_bytes) {}

  Result<std::size_t> read(std::span<char> to) override {
    while (given_ == text_.size() && !ended_) {
      text_.clear();
      given_ = 0;
      auto got = source_->read({block_.data(), block_.size()});
      if (!got) return got;
      ended_ = got.value() == 0;
      if (const auto fine = ended_ ? end(text_) : convert({block_.data(), got.value()}, text_); !fine)
        return fine.error();
    }
    const std::size_t size = text_.copy(to.data(), to.size(), given_);
    given_ += size;
    return size;
  }

  bool waits(int milliseconds) const override {
    return given_ == text_.size() && !ended_ && source_->waits(milliseconds);
  }

 protected:
  virtual Result<void> convert(std::span<const char> bytes, std::string& to) = 0;
  virtual Result<void> end(std::string&) { return {}; }

 private:
  static constexpr std::size_t block_bytes = std::size_t{64} << 10U;
  std::unique_ptr<Source> source_;
  std::vector<char> block_;
  std::string text_;
  std::size_t given_ = 0;
  bool ended_ = false;
};

class Latin1 final : public Decoded {
 public:
  using Decoded::Decoded;

 private:
  Result<void> convert(std::span<const char> bytes, std::string& to) override {
    for (const char c : bytes) {
      const auto byte = static_cast<unsigned char>(c);
      append_utf8(to, byte >= 0x80 && byte < 0xA0 ? windows_1252[byte - 0x80U] : byte);
    }
    return {};
  }
};

class Utf16 final : public Decoded {
 public:
  Utf16(std::unique_ptr<Source> source, std::string name) : Decoded(std::move(source)), name_(std::move(name)) {}

 private:
  Result<void> convert(std::span<const char> bytes, std::string& to) override {
    for (const char c : bytes) {
      const auto byte = static_cast<unsigned char>(c);
      if (!half_) {
        half_ = byte;
        continue;
      }
      const std::uint32_t first = *std::exchange(half_, std::nullopt);
      if (!begun_ && first == 0) big_ = byte != 0;  // without a mark a text begins with ASCII
      const std::uint32_t unit = big_ ? first << 8U | byte : first | std::uint32_t{byte} << 8U;
      if (const auto fine = add(unit, to); !fine) return fine;
    }
    return {};
  }

  Result<void> add(std::uint32_t unit, std::string& to) {
    constexpr std::uint32_t mark = 0xFEFF;
    if (!std::exchange(begun_, true) && (unit == mark || unit == 0xFFFE)) {
      big_ = unit != mark;
      return {};
    }
    const bool low = unit >= 0xDC00 && unit < 0xE000;
    if (low != high_.has_value()) return refuse("a surrogate without its pair");
    if (low) {
      append_utf8(to, 0x10000 + ((*std::exchange(high_, std::nullopt) - 0xD800) << 10U) + (unit - 0xDC00));
    } else if (unit >= 0xD800 && unit < 0xDC00) {
      high_ = unit;
    } else {
      lines_ += unit == '\n' ? 1 : 0;
      append_utf8(to, unit);
    }
    return {};
  }

  Result<void> end(std::string&) override {
    if (half_ || high_) return refuse("half a character at the end of the text");
    return {};
  }

  Error refuse(const std::string& what) const {
    return {Code::bad_data, name_ + ":" + std::to_string(lines_ + 1),
            what + ": this is no UTF-16 text; say which --encoding it has"};
  }

  std::string name_;
  std::optional<unsigned char> half_;
  std::optional<std::uint32_t> high_;
  bool begun_ = false;
  bool big_ = false;
  std::uint64_t lines_ = 0;
};

}  // namespace

std::unique_ptr<Source> decoded(std::unique_ptr<Source> source, Encoding encoding, const std::string& name) {
  if (encoding == Encoding::latin1) return std::make_unique<Latin1>(std::move(source));
  if (encoding == Encoding::utf16) return std::make_unique<Utf16>(std::move(source), name);
  return source;
}

}  // namespace halfspace
