// Codings of categorical columns against their definitions as matrices: a row for each level, a column for each feature.
#include "feature/coding.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "feature/coding_flags.hpp"

namespace halfspace {
namespace {

using Table = std::vector<std::vector<double>>;

/// Random levels, some of them pooled, with a reference level where the kind has one.
InputColumn random_column(Rng& rng, Coding kind) {
  InputColumn c;
  c.name = "c";
  std::set<std::string> levels;
  if (rng.bounded(3) == 0) levels.insert("");
  while (levels.size() < 2 + rng.bounded(5)) levels.insert(std::string(1, static_cast<char>('a' + rng.bounded(20))));
  c.levels.assign(levels.begin(), levels.end());
  c.coding.kind = kind;
  std::vector<std::string> candidates;
  for (const std::string& level : c.levels) (rng.bounded(3) == 0 ? c.coding.pooled : candidates).push_back(level);
  if (!c.coding.pooled.empty()) candidates.emplace_back(rare_level);
  if (kind != Coding::one_hot) c.coding.reference = candidates[rng.bounded(candidates.size())];
  return c;
}

/// The level or the pooled one.
std::string coded_as(const InputColumn& c, const std::string& level) {
  const auto& pooled = c.coding.pooled;
  return std::find(pooled.begin(), pooled.end(), level) != pooled.end() ? std::string(rare_level) : level;
}

/// By the definition: one column for each level coded apart, the pooled one last; reference and effect leave that of
/// the reference level out, and effect subtracts it from the others.
Table defined(const InputColumn& c) {
  std::vector<std::string> coded;
  for (const std::string& level : c.levels) {
    if (coded_as(c, level) == level) coded.push_back(level);
  }
  if (!c.coding.pooled.empty()) coded.emplace_back(rare_level);
  Table out;
  for (const std::string& level : c.levels) {
    std::vector<double> row;
    for (const std::string& other : coded) {
      const double own = coded_as(c, level) == other ? 1 : 0;
      const double reference = coded_as(c, level) == c.coding.reference ? 1 : 0;
      if (c.coding.kind == Coding::one_hot) row.push_back(own);
      if (c.coding.kind == Coding::reference && other != c.coding.reference) row.push_back(own);
      if (c.coding.kind == Coding::effect && other != c.coding.reference) row.push_back(own - reference);
    }
    out.push_back(row);
  }
  return out;
}

std::vector<double> dense(const std::vector<CodedFeature>& codes, std::size_t width) {
  std::vector<double> out(width);
  for (std::size_t k = 0; k < codes.size(); ++k) {
    EXPECT_LT(codes[k].feature, width);
    EXPECT_NE(codes[k].value, 0);
    if (k > 0) {
      EXPECT_LT(codes[k - 1].feature, codes[k].feature);
    }
    out[codes[k].feature] = codes[k].value;
  }
  return out;
}

TEST(Coding, IsItsDefinition) {
  Rng rng(1, Stream::order);
  for (int round = 0; round < 600; ++round) {
    const InputColumn c = random_column(rng, static_cast<Coding>(round % 3));
    const Table want = defined(c);
    ASSERT_EQ(width_of(c), want[0].size());
    EXPECT_EQ(feature_names_of(c).size(), width_of(c));
    for (std::size_t k = 0; k < c.levels.size(); ++k) EXPECT_EQ(dense(codes_of(c, k), width_of(c)), want[k]);
    const auto pooled = c.coding.pooled;
    const std::vector<double> unseen = dense(unseen_codes(c), width_of(c));
    if (pooled.empty()) {
      EXPECT_EQ(unseen, std::vector<double>(width_of(c)));
    }
    for (std::size_t k = 0; k < c.levels.size() && !pooled.empty(); ++k) {
      if (c.levels[k] == pooled[0]) {
        EXPECT_EQ(unseen, want[k]);
      }
    }
  }
}

TEST(Coding, PlacesOfAnOrderedColumn) {
  InputColumn c{"size", {"", "L", "M", "S"}, {}};
  c.coding.order = {"S", "M", "L"};
  EXPECT_EQ(feature_names_of(c), (std::vector<std::string>{"size", "size=(missing)"}));
  const Table want = {{0, 1}, {2, 0}, {1, 0}, {0, 0}};
  for (std::size_t k = 0; k < want.size(); ++k) EXPECT_EQ(dense(codes_of(c, k), width_of(c)), want[k]);
  c.levels.erase(c.levels.begin());
  EXPECT_EQ(width_of(c), 1U);
}

/// What a flag is set to is what it says: names and levels with any signs.
TEST(Coding, FlagsReadWhatTheyWrite) {
  Rng rng(2, Stream::order);
  const auto word = [&] {
    std::string out;
    for (std::uint64_t k = 0; k <= rng.bounded(4); ++k) out += "ab=<\" ,:"[rng.bounded(8)];
    return out + (rng.bounded(2) == 0 ? "" : "c");
  };
  for (int round = 0; round < 2000; ++round) {
    FeatureOptions o;
    for (int k = 0; k < 2; ++k) {
      o.reference[word()] = word();
      o.ordered[word()] = {word(), word(), word()};
    }
    FeatureOptions back;
    for (const auto& field : coding_fields()) {
      const SettingValue value = field.get(o);
      if (const auto* text = std::get_if<std::string>(&value)) {
        const auto set = field.set(back, *text);
        ASSERT_TRUE(set) << *text << ": " << set.error().text();
      }
    }
    EXPECT_EQ(back.reference, o.reference);
    EXPECT_EQ(back.ordered, o.ordered);
  }
}

TEST(Coding, BadFlagsAreRefused) {
  const auto refused = [](const std::string& name, const std::string& value) {
    FeatureOptions o;
    for (const auto& field : coding_fields()) {
      if (field.name != name) continue;
      const auto set = field.set(o, value);
      return !set && set.error().code == Code::usage && set.error().where == "--" + name;
    }
    return false;
  };
  for (const char* value : {"", "colour", "=red", "\"colour", "\"colour\"red", "colour=\"red\"x", "a=b\na=c"})
    EXPECT_TRUE(refused("reference", value)) << value;
  for (const char* value : {"", "size", "=a<b", "size=\"a\"b<c", "size=\"a", "s=a<b\ns=c<d"})
    EXPECT_TRUE(refused("ordered", value)) << value;
  for (const char* value : {"0", "-1", "2.5", "many"}) EXPECT_TRUE(refused("min-level", value)) << value;
  EXPECT_TRUE(refused("categorical-coding", "onehot"));
}

TEST(Coding, OrderedColumnsAreCategorical) {
  std::vector<std::string> categorical = {"colour"};
  ASSERT_TRUE(add_ordered_columns("size=S<M\ncolour=a<b", categorical));
  EXPECT_EQ(categorical, (std::vector<std::string>{"colour", "size"}));
  categorical = {"auto"};
  ASSERT_TRUE(add_ordered_columns("size=S<M", categorical));
  EXPECT_EQ(categorical, std::vector<std::string>{"auto"});
}

/// Rows of one column of texts: code of each row.
Dataset texts(std::vector<std::string> levels, const std::vector<double>& codes) {
  Dataset data;
  DenseMatrix<double> x;
  x.rows = codes.size();
  x.cols = 1;
  for (const double v : codes) x.value.push_back(v);
  data.rows = codes.size();
  data.cols = 1;
  data.columns = {"c"};
  data.levels = {std::move(levels)};
  data.x = std::move(x);
  return data;
}

TEST(Coding, LevelsArePooledByTheirRows) {
  const Dataset data = texts({"b", "", "a", "z", "never"}, {0, 0, 0, 1, 2, 2, 3});
  for (const std::uint64_t least : {0U, 1U, 2U, 3U, 4U, 100U}) {
    FeatureOptions o;
    o.min_level = least;
    o.coding = Coding::reference;
    const auto map = fit_features(data, o, "category", "t");
    ASSERT_TRUE(map);
    const InputColumn& c = map.value().inputs[0];
    EXPECT_EQ(c.levels, (std::vector<std::string>{"", "a", "b", "z"}));
    std::vector<std::string> pooled;
    for (const auto& [level, rows] : std::map<std::string, std::uint64_t>{{"", 1}, {"a", 2}, {"b", 3}, {"z", 1}}) {
      if (rows < least) pooled.push_back(level);
    }
    EXPECT_EQ(c.coding.pooled, pooled);
    EXPECT_EQ(c.coding.reference, least > 3 ? "(rare)" : least > 2 ? "b" : "a");
  }
}

TEST(Coding, ANamedReferenceThatRowsLackIsTheFirstTheyHave) {
  FeatureOptions o;
  o.coding = Coding::effect;
  o.reference["c"] = "b";
  const auto reference = [&](const std::vector<double>& codes) {
    const auto map = fit_features(texts({"a", "b", "d", ""}, codes), o, "category", "t");
    return map ? map.value().inputs[0].coding.reference : map.error().text();
  };
  EXPECT_EQ(reference({0, 1, 2}), "b");
  EXPECT_EQ(reference({0, 2}), "a");
  EXPECT_EQ(reference({3, 2}), "d");
  EXPECT_EQ(reference({3}), "");
  o.reference["c"] = "(missing)";
  EXPECT_EQ(reference({3, 2}), "");
  o.min_level = 2;
  o.reference["c"] = "b";
  EXPECT_EQ(reference({0, 0, 1}), "(rare)");
}

TEST(Coding, UnlistedLevelsNameTheirRow) {
  FeatureOptions o;
  o.ordered["c"] = {"S", "M"};
  const auto map = fit_features(texts({"M", "S", "XL"}, {0, 1, 2}), o, "", "t.csv");
  ASSERT_FALSE(map);
  EXPECT_EQ(map.error().code, Code::bad_data);
  EXPECT_EQ(map.error().where, "t.csv:3");
  EXPECT_NE(map.error().message.find("'XL' of column 'c'"), std::string::npos) << map.error().message;
  EXPECT_TRUE(fit_features(texts({"M", "S", "XL"}, {0, 1}), o, "", "t.csv"));  // no row has it
}

TEST(Coding, RowsWithUnseenLevelsAreCounted) {
  const auto map = fit_features(texts({"a", "b", "d"}, {0, 1}), {}, "", "t");
  ASSERT_TRUE(map);
  EXPECT_EQ(unseen_level_rows(map.value(), texts({"d", "b"}, {0, 1, 0, 1, 1, -1})), 3U);
  FeatureMap lenient = map.value();
  EXPECT_FALSE(check_levels(lenient, texts({"d", "b"}, {1, 0}), "t"));
  allow_held_out_levels(lenient);
  EXPECT_TRUE(check_levels(lenient, texts({"d", "b"}, {1, 0}), "t"));
  FeatureMap strict = map.value();
  strict.options.unseen = Unseen::error;
  allow_held_out_levels(strict);
  EXPECT_FALSE(check_levels(strict, texts({"d", "b"}, {1, 0}), "t"));
}

}  // namespace
}  // namespace halfspace
