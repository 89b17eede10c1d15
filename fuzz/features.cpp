// Any bytes read as kernel features, with a checksum that is right: what is accepted transforms rows, and its bytes are
// then itself.
#include "halfspace/features.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <xxhash.h>

namespace {

using namespace halfspace;

std::string seed(bool fourier) {
  static const std::vector<double> x = {1, 0, 2, 0.5, -1, 3, 4, 4};
  const KernelFeatureOptions options{.approximation = fourier ? Approximation::fourier : Approximation::nystrom,
                                     .components = 3};
  return KernelFeatures::fit(DenseRows{x, 4, 2}, options).value().bytes();
}

/// The last 16 bytes are made those of the others.
std::string with_sum(std::string bytes) {
  constexpr std::size_t sum_bytes = 16;
  if (bytes.size() < sum_bytes) return bytes;
  XXH128_canonical_t sum;
  XXH128_canonicalFromHash(&sum, XXH3_128bits(bytes.data(), bytes.size() - sum_bytes));
  std::memcpy(bytes.data() + bytes.size() - sum_bytes, sum.digest, sum_bytes);
  return bytes;
}

void read_and_check(const std::string& bytes) {
  const auto features = KernelFeatures::from_bytes(bytes);
  if (!features) {
    if (features.error().message.empty()) std::abort();
    return;
  }
  const auto again = KernelFeatures::from_bytes(features.value().bytes());
  if (!again || again.value().bytes() != features.value().bytes()) std::abort();
  if (features.value().columns() > 1000) return;
  const std::vector<double> row(static_cast<std::size_t>(features.value().columns()), 1.5);
  (void)features.value().transform(DenseRows{row, 1, features.value().columns()}, 1);
}

}  // namespace

// Every input is the bytes given, and a seed with a part of it replaced by them, so that deep parts are reached at once.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  read_and_check(bytes);
  if (size < 3) return 0;
  const std::string good = seed((data[0] & 1U) != 0);
  const std::size_t kept = (static_cast<std::size_t>(data[0]) << 8U | data[1]) % (good.size() + 1);
  read_and_check(
      with_sum(good.substr(0, kept) + bytes.substr(2) + good.substr(std::min(good.size(), kept + size - 2))));
  return 0;
}
