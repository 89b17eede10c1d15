// A model file from anywhere may be refused, but it cannot exhaust the stack: brackets in brackets in its report.
#include <cstring>

#include <gtest/gtest.h>

#include "model/model.hpp"

namespace halfspace {
namespace {

Model small_model() {
  Model m;
  m.preset = "cyclic";
  m.classes = {"a", "b"};
  m.w = {1, 2};
  m.b = {0};
  m.map.input_cols = 2;
  m.form = {"csv", ',', true, false, "label", "", 3};
  m.map.inputs = {{"x", {}, {}}, {"z", {}, {}}};
  m.columns = m.map.names();
  m.rows = 2;
  m.labels = {"a", "b"};
  m.text_hash = std::string(32, '0');
  m.settings = Json::object();
  m.report = {{"status", "here"}};
  return m;
}

/// The model's bytes with a report that is `depth` arrays deep; the checksum no longer fits.
std::string nested(std::size_t depth) {
  std::string bytes = model_bytes(small_model());
  const std::string place = R"(\"here\")";
  const std::size_t at = bytes.find(place);
  bytes.replace(at, place.size(), std::string(depth, '[') + std::string(depth, ']'));
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof length);
  length += 2 * depth - place.size();
  std::memcpy(bytes.data(), &length, sizeof length);
  return bytes;
}

TEST(ModelNesting, ShallowIsRead) {
  const auto model = parse_model(nested(3), "m", false);
  ASSERT_TRUE(model.ok()) << model.error().text();
  EXPECT_EQ(json_text(model.value().report), R"({"status":[[[]]]})");
}

// Copying and writing nested JSON calls itself once a level, so depth is refused before it is read.
TEST(ModelNesting, DeepIsRefused) {
  for (const std::size_t depth : {std::size_t{10'000}, std::size_t{1'000'000}}) {
    const auto model = parse_model(nested(depth), "m", false);
    ASSERT_FALSE(model.ok());
    EXPECT_EQ(model.error().code, Code::bad_data);
  }
}

}  // namespace
}  // namespace halfspace
