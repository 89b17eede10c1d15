// A stream whose front was looked at.
#include <utility>

#include "codec/source.hpp"

namespace halfspace {
namespace {

/// A Source that gives back what was looked at, then the rest.
class Replayed final : public Source {
 public:
  Replayed(std::string head, std::unique_ptr<Source> rest) : head_(std::move(head)), rest_(std::move(rest)) {}
  Result<std::size_t> read(std::span<char> to) override {
    if (given_ == head_.size()) return rest_->read(to);
    const std::size_t size = head_.copy(to.data(), to.size(), given_);
    given_ += size;
    return size;
  }
  std::uint64_t expected() const override { return rest_->expected(); }
  bool waits(int milliseconds) const override { return given_ == head_.size() && rest_->waits(milliseconds); }
  CacheFile* cache() override { return rest_->cache(); }

 private:
  std::string head_;
  std::size_t given_ = 0;
  std::unique_ptr<Source> rest_;
};

}  // namespace

std::unique_ptr<Source> replayed(std::string head, std::unique_ptr<Source> rest) {
  return std::make_unique<Replayed>(std::move(head), std::move(rest));
}

}  // namespace halfspace
