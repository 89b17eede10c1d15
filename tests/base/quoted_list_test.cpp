// Lists in flags' values, read and written.
#include "base/quoted_list.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace halfspace {
namespace {

TEST(QuotedList, IsWrittenAsAShellTakesIt) {
  EXPECT_EQ(as_flag_value({"a", "b=1"}), "a,b=1");
  EXPECT_EQ(as_flag_value({"customer id"}), "'customer id'");
  EXPECT_EQ(as_flag_value({"Gold plan", "Silver, annual"}), "'Gold plan,\"Silver, annual\"'");
  EXPECT_EQ(as_flag_value({"it's"}), "'it'\\''s'");
  EXPECT_EQ(as_flag_value({}), "''");
}

TEST(QuotedList, AMessageShowsNoHalfCommand) {
  EXPECT_EQ(whole_or("'a b'", "..."), "'a b'");
  EXPECT_EQ(whole_or("'" + std::string(300, 'a') + " b'", "the classes"), "the classes");
  EXPECT_EQ(whole_or("'a\tb'", "the classes"), "the classes");  // shown as \t
}

/// What bash makes of single quotes, of $'...', and of what stands bare.
std::string unquoted(const std::string& text) {
  std::string out;
  bool inside = false;
  bool escapes = text.starts_with("$'");
  for (std::size_t k = escapes ? 1 : 0; k < text.size(); ++k) {
    const std::size_t escaped = escapes && text[k] == '\\' ? std::string("nrt").find(text[k + 1]) : std::string::npos;
    if (text[k] == '\'')
      inside = !inside;
    else if (escaped != std::string::npos)
      out += "\n\r\t"[escaped], ++k;
    else if (text[k] == '\\' && (!inside || escapes))
      out += text[++k];
    else
      out += text[k];
  }
  return out;
}

TEST(QuotedList, AWordOfAShellStaysInOneLine) {
  EXPECT_EQ(shell_word("a\nb\tc'd\\"), "$'a\\nb\\tc\\'d\\\\'");
  EXPECT_EQ(unquoted(shell_word("a\nb\tc'd\\")), "a\nb\tc'd\\");
}

RC_GTEST_PROP(QuotedList, ReadsWhatItWrites, ()) {
  const auto names = *rc::gen::nonEmpty<std::vector<std::string>>();
  const auto read = quoted_list(unquoted(as_flag_value(names)), "--classes");
  RC_ASSERT(read.ok());
  RC_ASSERT(read.value() == names);
}

}  // namespace
}  // namespace halfspace
