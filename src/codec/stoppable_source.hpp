// A source whose reading a stop token may end, by Stopped.
#pragma once

#include <memory>
#include <span>
#include <utility>

#include "base/stop.hpp"
#include "codec/source.hpp"

namespace halfspace {

class StoppableSource final : public Source {
 public:
  StoppableSource(std::unique_ptr<Source> from, StopToken stop) : from_(std::move(from)), stop_(std::move(stop)) {}

  Result<std::size_t> read(std::span<char> to) override {
    constexpr std::uint64_t work_a_byte = 8;
    auto count = from_->read(to);
    if (count) stop_.check(work_a_byte * count.value());
    return count;
  }
  bool waits(int milliseconds) const override { return from_->waits(milliseconds); }

 private:
  std::unique_ptr<Source> from_;
  StopToken stop_;
};

}  // namespace halfspace
