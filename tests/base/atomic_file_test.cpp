// Output files: what cannot be a name is refused before anything is written.
#include "base/atomic_file.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/open_temporaries.hpp"

namespace halfspace {
namespace {

TEST(AtomicFile, ANameHasNoNulByte) {
  const std::string name("a\0b", 3);
  const auto written = write_file(name, "text");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().text(), "a\\x00b: a file name has no NUL byte");
  EXPECT_FALSE(AtomicFile::create(name));
}

std::vector<std::string> files_in(const std::filesystem::path& folder) {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) out.push_back(entry.path().filename().string());
  return out;
}

TEST(AtomicFile, WhatASignalFindsHalfWrittenIsRemoved) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "half_written";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directory(folder);
  {
    auto done = AtomicFile::create(folder / "done");
    auto half = AtomicFile::create(folder / "half");
    ASSERT_TRUE(done && half);
    AtomicFile moved = std::move(half).value();
    ASSERT_TRUE(done.value().write("text") && done.value().commit(false) && moved.write("te"));
    EXPECT_EQ(files_in(folder).size(), 2U);
    EXPECT_FALSE(renames_temporary());
    remove_listed_temporaries();
    EXPECT_EQ(files_in(folder), std::vector<std::string>{"done"});
  }
  std::filesystem::remove_all(folder);
}

TEST(AtomicFile, APlaceOnTheListIsGivenBack) {
  for (int k = 0; k < 1000; ++k) {
    const int place = list_temporary("a");
    ASSERT_GE(place, 0);
    temporary_is_renamed(place);
    EXPECT_TRUE(renames_temporary());
    unlist_temporary(place);
    EXPECT_FALSE(renames_temporary());
  }
  EXPECT_LT(list_temporary(std::string(100000, 'a')), 0);
}

}  // namespace
}  // namespace halfspace
