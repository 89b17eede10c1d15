// Output files: what cannot be a name is refused before anything is written.
#include "base/atomic_file.hpp"

#include <string>

#include <gtest/gtest.h>

namespace halfspace {
namespace {

TEST(AtomicFile, ANameHasNoNulByte) {
  const std::string name("a\0b", 3);
  const auto written = write_file(name, "text");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().text(), "a\\x00b: a file name has no NUL byte");
  EXPECT_FALSE(AtomicFile::create(name));
}

}  // namespace
}  // namespace halfspace
