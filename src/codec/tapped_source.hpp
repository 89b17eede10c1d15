// A Source whose bytes are looked at as they pass: hashed, packed.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <utility>

#include "codec/source.hpp"

namespace halfspace {

class TappedSource final : public Source {
 public:
  using Tap = std::function<void(std::span<const char>)>;
  TappedSource(std::unique_ptr<Source> inner, Tap tap) : inner_(std::move(inner)), tap_(std::move(tap)) {}

  Result<std::size_t> read(std::span<char> to) override {
    auto count = inner_->read(to);
    if (count) tap_(to.first(count.value()));
    return count;
  }
  bool waits(int milliseconds) const override { return inner_->waits(milliseconds); }
  std::uint64_t expected() const override { return inner_->expected(); }

 private:
  std::unique_ptr<Source> inner_;
  Tap tap_;
};

}  // namespace halfspace
