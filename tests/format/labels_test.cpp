// Labels looked up in a list, and kept by a list.
#include "format/labels.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "data/label.hpp"
#include "data/label_index.hpp"

namespace halfspace {
namespace {

std::vector<std::string> some_labels() {
  return *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "1", "+1", "1.0", "+", "-", "-1", "a", "b", "", " 1", "1e0", "2", "nan", "0", "-0"));
}

RC_GTEST_PROP(LabelIndex, FindsTheFirstThatIsTheSame, ()) {
  const auto list = some_labels();
  const bool as_numbers = *rc::gen::arbitrary<bool>();
  const LabelIndex index(list, as_numbers);
  for (const std::string& label : some_labels()) {
    const auto same = [&](const std::string& l) { return as_numbers ? same_label(l, label) : l == label; };
    const auto found = std::find_if(list.begin(), list.end(), same);
    const auto place = index.find(label);
    RC_ASSERT(place.has_value() == (found != list.end()));
    if (place) RC_ASSERT(*place == static_cast<std::size_t>(found - list.begin()));
  }
}

TEST(Labels, NumbersThatOnlyRoundingJoinsAreToldApart) {
  for (const auto& [a, b] : std::vector<std::pair<std::string, std::string>>{
           {"1", "+"}, {"-1.00", "-"}, {"1e2", "100"}, {"-0", "0e9"}, {"0.10", " 1E-1"}, {"12000", "1.2e+4"}})
    EXPECT_FALSE(only_rounding_joins(a, b)) << a << " " << b;
  for (const auto& [a, b] : std::vector<std::pair<std::string, std::string>>{
           {"100000000000000000000", "100000000000000000001"}, {"0.1", "0.10000000000000000001"}, {"0", "1e-400"}})
    EXPECT_TRUE(only_rounding_joins(a, b)) << a << " " << b;
}

RC_GTEST_PROP(Labels, KeepTheRowsOfAList, ()) {
  const auto keep = some_labels();
  const auto texts = some_labels();
  const bool numbers = std::all_of(keep.begin(), keep.end(), [](const auto& k) { return label_number(k).has_value(); });
  const auto same = [&](const std::string& a, const std::string& b) { return numbers ? same_label(a, b) : a == b; };
  Labels labels(keep);
  for (const std::string& text : texts) {
    bool kept = false;
    labels.add(text, kept);
    const bool named = std::any_of(keep.begin(), keep.end(), [&](const std::string& k) { return same(k, text); });
    RC_ASSERT(kept == (keep.empty() || named));
  }
  std::vector<std::string> absent;
  std::copy_if(keep.begin(), keep.end(), std::back_inserter(absent), [&](const std::string& k) {
    return std::none_of(texts.begin(), texts.end(), [&](const std::string& text) { return same(k, text); });
  });
  RC_ASSERT(labels.absent() == absent);
}

}  // namespace
}  // namespace halfspace
