// Columns in use are numbered in their order.
#include "kernel/used_columns.hpp"

#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace halfspace {
namespace {

RC_GTEST_PROP(UsedColumns, PlacesCountTheColumnsBefore, ()) {
  const auto drawn = *rc::gen::container<std::set<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, 500));
  UsedColumns used(500);
  for (const std::uint32_t c : drawn) used.add(c);
  RC_ASSERT(used.count() == drawn.size());
  std::uint32_t place = 0;
  for (const std::uint32_t c : drawn) RC_ASSERT(used.place(c) == place++);
}

}  // namespace
}  // namespace halfspace
