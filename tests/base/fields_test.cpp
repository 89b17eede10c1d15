// Enums by their names: what there is to choose from, and what a value is shown as.
#include "base/fields.hpp"

#include <array>
#include <sstream>

#include <gtest/gtest.h>

namespace halfspace {

enum class Colour { unset, red, dark_blue };

template <>
struct Names<Colour> {
  static constexpr std::array<std::string_view, 3> list = {"", "red", "dark-blue"};
};

namespace {

TEST(NamedEnum, AnEmptyNameIsNotOffered) {
  EXPECT_EQ(choices<Colour>(), "red|dark-blue");
  const auto wrong = choice_of<Colour>("blu", "--colour");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().text().find("''"), std::string::npos) << wrong.error().text();
  EXPECT_EQ(choice_of<Colour>("", "--colour").value(), Colour::unset);
}

TEST(NamedEnum, EveryNameIsReadBack) {
  for (const Colour c : {Colour::unset, Colour::red, Colour::dark_blue})
    EXPECT_EQ(choice_of<Colour>(name_of(c), "--colour").value(), c);
}

TEST(NamedEnum, IsShownByItsName) {
  std::ostringstream out;
  out << Colour::dark_blue;
  EXPECT_EQ(out.str(), "dark-blue");
  EXPECT_EQ(testing::PrintToString(Colour::red), "red");
}

}  // namespace
}  // namespace halfspace
