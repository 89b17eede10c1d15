// Texts for the tests of codecs, and what comes out of packed bytes.
#pragma once

#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "codec/source.hpp"

namespace halfspace::test {

struct Text {
  std::string text;
  std::optional<Error> error;

  bool is(std::string_view expected) const { return !error && text == expected; }
  bool fails(std::string_view part) const {
    return error && error->code == Code::bad_data && error->where == "in" &&
           error->message.find(part) != std::string::npos;
  }
};

inline std::ostream& operator<<(std::ostream& out, const Text& t) {
  return out << (t.error ? t.error->text() : t.text.substr(0, 100));
}

inline Text read_all(std::unique_ptr<Source> bytes, std::size_t chunk = 1U << 16U) {
  auto source = unpack(std::move(bytes), "in");
  if (!source) return {"", source.error()};
  Text all;
  std::vector<char> buffer(chunk);
  for (;;) {
    const auto n = source.value()->read(buffer);
    if (!n) {
      all.error = n.error();
      const auto again = source.value()->read(buffer);
      EXPECT_TRUE(!again.ok() && again.error().text() == n.error().text()) << "an Error stays";
      return all;
    }
    if (n.value() == 0) break;
    all.text.append(buffer.data(), n.value());
  }
  const auto again = source.value()->read(buffer);
  EXPECT_TRUE(again.ok() && again.value() == 0) << "the end stays";
  return all;
}

inline Text unpacked(std::string_view bytes, std::size_t chunk = 1U << 16U) {
  return read_all(memory_source(bytes), chunk);
}

/// Lines like a data file's.
inline std::string csv(std::size_t size) {
  std::string text = "x,y,label\n";
  std::uint64_t state = 1;
  while (text.size() < size) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    text += std::to_string(static_cast<double>(state >> 40U) / 4096.0) + "," + std::to_string(state >> 54U) + ",a\n";
  }
  text.resize(size);
  return text;
}

/// A pipe that gives one byte at a time, then ends or fails.
class Trickle final : public Source {
 public:
  Trickle(std::string bytes, bool fails) : bytes_(std::move(bytes)), fails_(fails) {}
  Result<std::size_t> read(std::span<char> to) override {
    if (at_ == bytes_.size() && fails_) return Error{Code::io, "pipe", "cannot read"};
    if (at_ == bytes_.size()) {
      EXPECT_FALSE(ended_) << "a terminal that was ended must not be asked again";
      ended_ = true;
      return std::size_t{0};
    }
    to[0] = bytes_[at_++];
    return std::size_t{1};
  }

 private:
  std::string bytes_;
  bool fails_;
  std::size_t at_ = 0;
  bool ended_ = false;
};

}  // namespace halfspace::test
