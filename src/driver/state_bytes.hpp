// What runs in partitions remember, as bytes of a checkpoint.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "driver/shard_facts.hpp"
#include "shard/packed.hpp"
#include "shard/question.hpp"

namespace halfspace {

/// Of every member of a state, one after another.
struct PackMember {
  Packer& to;
  template <class T>
  void operator()(const std::vector<T>& v) const {
    to.array<T>(v);
  }
  void operator()(const std::vector<Center>& all) const {
    to.number<std::uint64_t>(all.size());
    for (const Center& c : all) {
      to.number(c.width);
      to.array<double>(c.weights);
    }
  }
  void operator()(const std::string& t) const { to.text(t); }
  void operator()(bool v) const { to.number<std::uint8_t>(v ? 1 : 0); }
  template <class T>
  void operator()(const T& v) const {
    to.number(v);
  }
};

struct UnpackMember {
  Unpacker& from;
  template <class T>
  void operator()(std::vector<T>& v) const {
    v = from.array<T>();
  }
  void operator()(std::vector<Center>& all) const {
    const std::uint64_t count = from.length(1);
    for (std::uint64_t k = 0; k < count && from.ok(); ++k) {
      Center c;
      c.width = from.number<double>();
      c.weights = from.array<double>();
      all.push_back(std::move(c));
    }
  }
  void operator()(std::string& t) const { t = from.text(); }
  void operator()(bool& v) const { v = from.number<std::uint8_t>() != 0; }
  template <class T>
  void operator()(T& v) const {
    v = from.number<T>();
  }
};

/// What the answer to `sizes` told.
void pack_sizes(Packer& to, const ShardFacts& facts);
void unpack_sizes(Unpacker& from, ShardFacts& facts);

}  // namespace halfspace
