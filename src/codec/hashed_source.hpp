// A Source that hashes what passes through it.
#pragma once

#include <memory>
#include <utility>

#include "base/sha256.hpp"
#include "codec/source.hpp"

namespace halfspace {

class HashedSource : public Source {
 public:
  /// `hash` must outlive this.
  HashedSource(std::unique_ptr<Source> inner, Sha256& hash) : inner_(std::move(inner)), hash_(hash) {}

  Result<std::size_t> read(std::span<char> to) override {
    auto count = inner_->read(to);
    if (count) hash_.add(to.first(count.value()));
    return count;
  }

 private:
  std::unique_ptr<Source> inner_;
  Sha256& hash_;
};

}  // namespace halfspace
