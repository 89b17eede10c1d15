// The model file: exact round trip, and nothing but the file itself is accepted.
#include <cstring>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "model/model.hpp"
#include "model/models.hpp"
#include "model/scorer.hpp"

namespace halfspace {
namespace {

using test::all_models;
using test::class_model;
using test::coded_model;
using test::plain_model;

/// A loaded model must score rows of its columns without trouble, whatever its file said.
void score_something(const Model& m) {
  if (m.map.input_cols > 64 || m.cols() > 4096 || m.w.size() > 4096) return;
  Dataset data;
  DenseMatrix<double> x;
  x.rows = 2;
  x.cols = m.map.input_cols;
  for (std::size_t k = 0; k < 2 * x.cols; ++k) x.value.push_back(k % 2 == 0 ? 0 : -1);
  data.rows = 2;
  data.cols = x.cols;
  for (const InputColumn& c : m.map.inputs) {
    if (m.map.categorical()) data.levels.push_back(c.levels);
  }
  data.x = std::move(x);
  EXPECT_EQ(scores(m, data, 1).size(), 2 * m.outputs());
}

TEST(ModelFile, SaveLoadSaveGivesTheSameBytes) {
  for (const Model& m : all_models()) {
    const std::string bytes = model_bytes(m);
    const auto loaded = parse_model(bytes, "m");
    ASSERT_TRUE(loaded) << loaded.error().text();
    EXPECT_EQ(model_bytes(loaded.value()), bytes);
    EXPECT_EQ(loaded.value().w, m.w);
    EXPECT_EQ(loaded.value().columns, m.columns);
    ASSERT_EQ(loaded.value().voted(), m.voted());
    if (m.votes) {
      EXPECT_EQ(loaded.value().votes->counts, m.votes->counts);
    }
    score_something(loaded.value());
  }
}

struct MappedCase {
  Multiclass multiclass = Multiclass::none;
  ProbabilityMap map;

  std::string bytes() const {
    Model m = multiclass == Multiclass::none ? plain_model() : class_model(multiclass, false);
    m.probability = map;
    return model_bytes(m);
  }
};

TEST(ModelFile, HoldsEveryMapToProbabilities) {
  using enum Multiclass;
  const std::vector<MappedCase> good = {{none, PlattMap{2.5}},
                                        {none, IsotonicMap{{-1, 0, 2}, {0.25, 0.5, 0.75}}},
                                        {none, LibsvmMap{{-1}, {3}}},
                                        {one_vs_rest, TemperatureMap{0.5}},
                                        {one_vs_rest, {}},
                                        {one_vs_one, LibsvmMap{{-1, -2, -3}, {1, 2, 3}}}};
  for (const MappedCase& c : good) {
    const auto loaded = parse_model(c.bytes(), "m");
    ASSERT_TRUE(loaded) << loaded.error().text();
    EXPECT_EQ(kind_of(loaded.value().probability), kind_of(c.map));
    EXPECT_EQ(model_bytes(loaded.value()), c.bytes());
  }
  const std::vector<MappedCase> bad = {
      {one_vs_rest, PlattMap{1}},        {none, PlattMap{-1}},           {none, LibsvmMap{}}, {none, TemperatureMap{1}},
      {one_vs_one, LibsvmMap{{1}, {1}}}, {none, IsotonicMap{{1}, {0.2}}}};
  for (const MappedCase& c : bad) {
    const auto loaded = parse_model(c.bytes(), "m");
    ASSERT_FALSE(loaded);
    EXPECT_NE(loaded.error().message.find("the numbers of the probabilities do not fit"), std::string::npos);
  }
}

TEST(ProbabilityMap, TakesTheListsOfItsOwnKindOnly) {
  EXPECT_EQ(std::get<PlattMap>(map_of(ProbabilityKind::platt, {{2}, {}, {}, {}})).a, 2);
  const std::vector<std::pair<ProbabilityKind, ProbabilityLists>> foreign = {
      {ProbabilityKind::none, {{1}, {}, {}, {}}},          {ProbabilityKind::platt, {{1, 2}, {}, {}, {}}},
      {ProbabilityKind::platt, {{1}, {1}, {}, {}}},        {ProbabilityKind::temperature, {{1}, {}, {1}, {}}},
      {ProbabilityKind::isotonic, {{1}, {}, {1}, {0.75}}}, {ProbabilityKind::libsvm, {{1}, {1}, {}, {1}}}};
  for (const auto& [kind, lists] : foreign) EXPECT_TRUE(std::get<LibsvmMap>(map_of(kind, lists)).a.empty());
}

TEST(ModelFile, EveryChangedByteIsRefused) {
  for (const Model& m : all_models()) {
    const std::string bytes = model_bytes(m);
    for (std::size_t k = 0; k < bytes.size(); ++k) {
      for (const int flip : {1, 0x80, 0xFF}) {
        std::string changed = bytes;
        changed[k] = static_cast<char>(changed[k] ^ flip);
        EXPECT_FALSE(parse_model(changed, "m")) << "byte " << k;
        const auto behind = parse_model(changed, "m", false);  // behind the checksum: may be read, may not crash
        if (behind) score_something(behind.value());
      }
    }
  }
}

/// What a coding says of levels that its column does not have, or says twice, is refused.
TEST(ModelFile, CodingsThatDoNotFitTheLevelsAreRefused) {
  using Change = void (*)(FeatureMap&);
  const std::vector<Change> changes = {
      [](FeatureMap& map) { map.inputs[0].coding.reference = "green"; },
      [](FeatureMap& map) { map.inputs[0].coding.reference = "teal"; },  // pooled
      [](FeatureMap& map) { map.inputs[0].coding.reference = ""; },      // pooled too
      [](FeatureMap& map) { map.inputs[0].coding.pooled = {"teal", ""}; },
      [](FeatureMap& map) { map.inputs[0].coding.pooled = {"green"}; },
      [](FeatureMap& map) { map.inputs[0].coding.pooled = {"teal", "teal"}; },
      [](FeatureMap& map) { map.inputs[0].levels.insert(map.inputs[0].levels.begin() + 1, "(rare)"); },
      [](FeatureMap& map) { map.inputs[1].coding.order = {"S", "M"}; },
      [](FeatureMap& map) { map.inputs[1].coding.order = {"S", "M", "M"}; },
      [](FeatureMap& map) { map.inputs[1].coding.order = {"S", "M", "L", "XL"}; },
      [](FeatureMap& map) { map.inputs[1].coding.order = {"S", "M", "L", ""}; },
      [](FeatureMap& map) { map.inputs[1].coding.pooled = {"S"}; },
      [](FeatureMap& map) { map.inputs[1].coding.kind = Coding::effect; },
      [](FeatureMap& map) { map.inputs[2].coding.order = {"S", "M"}; },
      [](FeatureMap& map) { map.inputs[2].coding.pooled = {"1"}; },
      [](FeatureMap& map) { map.inputs[2].coding.kind = Coding::reference; }};
  for (std::size_t k = 0; k < changes.size(); ++k) {
    Model m = coded_model(Coding::reference);
    const std::size_t features = m.map.names().size();
    ASSERT_TRUE(parse_model(model_bytes(m), "m"));
    changes[k](m.map);
    m.w.assign(std::max(features, m.map.names().size()), 0.5);
    const auto loaded = parse_model(model_bytes(m), "m");
    ASSERT_FALSE(loaded) << k;
    EXPECT_EQ(loaded.error().code, Code::bad_data);
  }
  Model one_hot = coded_model(Coding::one_hot);
  one_hot.map.inputs[0].coding.reference = "red";
  EXPECT_FALSE(parse_model(model_bytes(one_hot), "m"));
}

TEST(ModelFile, EveryTruncationAndExtensionIsRefused) {
  const std::string bytes = model_bytes(plain_model());
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    EXPECT_FALSE(parse_model(bytes.substr(0, k), "m"));
    EXPECT_FALSE(parse_model(bytes.substr(0, k), "m", false));
  }
  EXPECT_FALSE(parse_model(bytes + '\0', "m"));
}

TEST(ModelFile, TenThousandMutantsAreRefused) {
  std::vector<std::string> sound;
  for (const Model& m : all_models()) sound.push_back(model_bytes(m));
  Rng rng(1, Stream::order);
  for (int round = 0; round < 10000; ++round) {
    const std::string& bytes = sound[static_cast<std::size_t>(round) % sound.size()];
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
    const auto behind = parse_model(mutant, "m", false);
    if (behind) score_something(behind.value());
  }
}

TEST(ModelFile, UnknownNamesAreRefused) {
  const std::string bytes = model_bytes(class_model(Multiclass::argmax, false));
  for (const auto& [member, name] :
       {std::pair("algorithm", "perceptron"), std::pair("bias_mode", "augmented"), std::pair("multiclass", "argmax")}) {
    const std::string at = std::string(member) + R"(\":\")" + name;
    std::string changed = bytes;
    ASSERT_NE(changed.find(at), std::string::npos) << member;
    changed[changed.find(at) + at.size() - 1] = 'z';
    const auto read = parse_model(changed, "m", false);
    ASSERT_FALSE(read) << member;
    EXPECT_NE(read.error().text().find(std::string("'") + member + "'"), std::string::npos) << read.error().text();
  }
}

TEST(ModelFile, IsInTheSafetensorsLayout) {
  const std::string bytes = model_bytes(plain_model());
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

TEST(ModelFile, OfANewerFormatIsRefusedByItsVersion) {
  std::string bytes = model_bytes(plain_model());
  const std::string one = R"(\"format_version\":1)";
  const std::size_t at = bytes.find(one);
  ASSERT_NE(at, std::string::npos);
  bytes[at + one.size() - 1] = '9';
  const auto read = parse_model(bytes, "m", false);
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("model format version 9 is unknown here"), std::string::npos)
      << read.error().message;
  EXPECT_NE(read.error().message.find("use a newer halfspace"), std::string::npos);
}

}  // namespace
}  // namespace halfspace
