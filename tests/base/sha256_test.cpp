// The test vectors of FIPS 180-4, whole and in pieces.
#include "base/sha256.hpp"

#include <gtest/gtest.h>

namespace halfspace {
namespace {

TEST(Sha256, Fips180) {
  Sha256 hash;
  EXPECT_EQ(hash.hex(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  hash.add(std::string_view("abc"));
  EXPECT_EQ(hash.hex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  for (int k = 0; k < 10000; ++k) hash.add(std::string(100, 'a'));
  EXPECT_EQ(hash.hex(), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

}  // namespace
}  // namespace halfspace
