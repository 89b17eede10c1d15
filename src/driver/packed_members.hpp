// Members of a state to bytes and back, one after another.
#pragma once

#include <string>
#include <vector>

#include "shard/packed.hpp"

namespace halfspace {

struct PackMember {
  Packer& to;
  void operator()(const std::vector<double>& v) const { to.array<double>(v); }
  void operator()(const std::string& t) const { to.text(t); }
  template <class T>
  void operator()(const T& v) const {
    to.number(v);
  }
};

struct UnpackMember {
  Unpacker& from;
  void operator()(std::vector<double>& v) const { v = from.array<double>(); }
  void operator()(std::string& t) const { t = from.text(); }
  template <class T>
  void operator()(T& v) const {
    v = from.number<T>();
  }
};

}  // namespace halfspace
