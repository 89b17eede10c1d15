// The model file: exact round trip, and nothing but the file itself is accepted.
#include <cstring>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "model/model.hpp"

namespace halfspace {
namespace {

Model small_model(bool voted) {
  Model m;
  m.algorithm = "perceptron";
  m.preset = "cyclic";
  m.bias_mode = "augmented";
  m.classes = {"no", "yes \xC3\xA9"};
  m.positive = m.classes[1];
  m.w = {-3.4, 9.1, 1e-300};
  m.b = {-2};
  m.map.input_cols = 3;
  m.form.format = "csv";
  m.form.label = "y";
  m.form.fields = 4;
  m.map.inputs = {{"a", {}, {}}, {"b \"quoted\"", {}, {}}, {"c", {}, {}}};
  m.columns = m.map.names();
  m.rows = 5;
  m.labels = {"no", "yes \xC3\xA9"};
  m.text_hash = "00112233445566778899aabbccddeeff";
  m.settings = {{"eta", 0.1}, {"passes", nullptr}};
  m.report = {{"status", "converged"}, {"visits", 17}};
  if (voted) {
    m.vote_weights = {1, 2, 3, 4, 5, 6, 7, 8};
    m.vote_counts = {3, 9};
  }
  return m;
}

TEST(ModelFile, SaveLoadSaveGivesTheSameBytes) {
  for (const bool voted : {false, true}) {
    const std::string bytes = model_bytes(small_model(voted));
    const auto loaded = parse_model(bytes, "m");
    ASSERT_TRUE(loaded) << loaded.error().text();
    EXPECT_EQ(model_bytes(loaded.value()), bytes);
    EXPECT_EQ(loaded.value().w, small_model(voted).w);
    EXPECT_EQ(loaded.value().vote_counts, small_model(voted).vote_counts);
  }
}

TEST(ModelFile, EveryChangedByteIsRefused) {
  const std::string bytes = model_bytes(small_model(true));
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    for (const int flip : {1, 0x80, 0xFF}) {
      std::string changed = bytes;
      changed[k] = static_cast<char>(changed[k] ^ flip);
      EXPECT_FALSE(parse_model(changed, "m")) << "byte " << k;
      (void)parse_model(changed, "m", false);  // behind the checksum: may be read, may not crash
    }
  }
}

TEST(ModelFile, EveryTruncationAndExtensionIsRefused) {
  const std::string bytes = model_bytes(small_model(false));
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    EXPECT_FALSE(parse_model(bytes.substr(0, k), "m"));
    EXPECT_FALSE(parse_model(bytes.substr(0, k), "m", false));
  }
  EXPECT_FALSE(parse_model(bytes + '\0', "m"));
}

TEST(ModelFile, TenThousandMutantsAreRefused) {
  const std::string bytes = model_bytes(small_model(true));
  Rng rng(1, Stream::order);
  for (int round = 0; round < 10000; ++round) {
    std::string mutant = bytes;
    for (std::uint64_t k = 0; k <= rng.bounded(4); ++k) {
      const auto at = static_cast<std::size_t>(rng.bounded(mutant.size()));
      const auto size = std::min<std::size_t>(1 + static_cast<std::size_t>(rng.bounded(12)), mutant.size() - at);
      switch (rng.bounded(4)) {
        case 0:
          mutant[at] = static_cast<char>(rng.bounded(256));
          break;
        case 1:
          mutant.insert(at, mutant.substr(static_cast<std::size_t>(rng.bounded(mutant.size())), size));
          break;
        case 2:
          mutant.erase(at, size);
          break;
        default:
          mutant[at] = "0123456789{}[]\",:"[rng.bounded(17)];
          break;
      }
    }
    if (mutant == bytes) continue;
    EXPECT_FALSE(parse_model(mutant, "m")) << round;
    (void)parse_model(mutant, "m", false);
  }
}

TEST(ModelFile, IsInTheSafetensorsLayout) {
  const std::string bytes = model_bytes(small_model(false));
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), 8);
  EXPECT_EQ(length % 8, 0U);
  const Json header = parse_json(std::string_view(bytes).substr(8, length));
  std::uint64_t at = 0;
  for (const char* name : {"weights", "bias", "checksum"}) {
    EXPECT_EQ(header[name]["data_offsets"][0].get<std::uint64_t>(), at) << name;
    at = header[name]["data_offsets"][1].get<std::uint64_t>();
  }
  EXPECT_EQ(bytes.size(), 8 + length + at);
  double second = 0;
  std::memcpy(&second, bytes.data() + 8 + length + 8, 8);
  EXPECT_EQ(second, 9.1);
}

}  // namespace
}  // namespace halfspace
