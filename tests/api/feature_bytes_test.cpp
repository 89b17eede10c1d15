// Bytes of kernel features: what they were, or an Error; never anything else.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "api/clouds.hpp"
#include "base/json.hpp"
#include "halfspace/features.hpp"
#include "model/tensor_file.hpp"

namespace halfspace {
namespace {

KernelFeatures small(Approximation approximation) {
  const test::Clouds t(2, 10);
  return KernelFeatures::fit(t.rows(), {.approximation = approximation, .components = 4}).value();
}

TEST(FeatureBytes, GiveTheSameFeatures) {
  const test::Clouds t(6);
  for (const Approximation a : {Approximation::nystrom, Approximation::fourier}) {
    const KernelFeatures features = small(a);
    const auto again = KernelFeatures::from_bytes(features.bytes());
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(again.value().bytes(), features.bytes());
    EXPECT_EQ(again.value().landmarks(), features.landmarks());
    EXPECT_EQ(again.value().gamma(), features.gamma());
    EXPECT_EQ(again.value().columns(), 3);
    EXPECT_EQ(again.value().transform(t.rows()).value(), features.transform(t.rows()).value());
  }
}

TEST(FeatureBytes, ThatAreDamagedAreRefused) {
  for (const Approximation a : {Approximation::nystrom, Approximation::fourier}) {
    const std::string bytes = small(a).bytes();
    for (std::size_t size = 0; size < bytes.size(); ++size)
      EXPECT_FALSE(KernelFeatures::from_bytes(std::string_view(bytes).substr(0, size))) << size;
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      std::string other = bytes;
      other[at] = static_cast<char>(other[at] ^ 1);
      EXPECT_FALSE(KernelFeatures::from_bytes(other)) << at;
    }
    EXPECT_FALSE(KernelFeatures::from_bytes(bytes + "x"));
  }
}

/// Features as a file says them; the checksum is right whatever they are.
struct Parts {
  std::string kernel = "rbf";
  double gamma = 1;
  std::uint64_t columns = 2;
  std::vector<std::uint64_t> start = {0, 1, 2};
  std::vector<std::uint32_t> column = {0, 1};
  std::vector<double> value = {1, 1};
  std::vector<double> phase;
  std::vector<double> factor = {1, 0, 0.5, 1};
  std::vector<std::uint64_t> landmarks = {3, 4};

  Result<KernelFeatures> read() const {
    const Json document = {{"format_version", 1U},
                           {"version", "0"},
                           {"columns", columns},
                           {"kernel", {{"kernel", kernel}, {"gamma", gamma}, {"degree", 3U}, {"coef0", 0.0}}}};
    TensorWriter to("halfspace-features", document);
    to.add("support_start", "U64", {start.size()}, start);
    to.add("support_column", "U32", {column.size()}, column);
    to.add("support_value", "F64", {value.size()}, value);
    to.add_list("support_phase", "F64", phase);
    to.add_list("factor", "F64", factor);
    to.add_list("landmarks", "U64", landmarks);
    return KernelFeatures::from_bytes(to.bytes());
  }
};

TEST(FeatureBytes, ThatMakeNoSenseAreRefused) {
  EXPECT_TRUE(Parts{}.read()) << Parts{}.read().error().text();
  const auto refused = [](auto change) {
    Parts parts;
    change(parts);
    const auto read = parts.read();
    return !read && read.error().code == Code::bad_data;
  };
  EXPECT_TRUE(refused([](Parts& p) { p.kernel = "sigmoid"; }));
  EXPECT_TRUE(refused([](Parts& p) { p.kernel = "precomputed"; }));
  EXPECT_TRUE(refused([](Parts& p) { p.gamma = 0; }));
  EXPECT_TRUE(refused([](Parts& p) { p.columns = 1; }));
  EXPECT_TRUE(refused([](Parts& p) { p.columns = std::uint64_t{1} << 40U; }));
  EXPECT_TRUE(refused([](Parts& p) { p.start = {0, 9, 2}; }));
  EXPECT_TRUE(refused([](Parts& p) { p.start = {}; }));
  EXPECT_TRUE(refused([](Parts& p) { p.factor = {1, 0, 0.5}; }));
  EXPECT_TRUE(refused([](Parts& p) { p.factor = {1, 0, 0.5, 0}; }));
  EXPECT_TRUE(refused([](Parts& p) { p.factor = {}; }));
  EXPECT_TRUE(refused([](Parts& p) { p.landmarks = {3}; }));
  EXPECT_TRUE(refused([](Parts& p) { p.landmarks = {3, ~std::uint64_t{0}}; }));
  EXPECT_TRUE(refused([](Parts& p) { p.phase = {0, 1}; }));
  EXPECT_TRUE(refused([](Parts& p) { p.phase = {0}; }));
}

}  // namespace
}  // namespace halfspace
