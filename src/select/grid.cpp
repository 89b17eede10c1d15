#include "select/grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "base/elementary.hpp"
#include "base/text.hpp"
#include "train/algorithm_choice.hpp"
#include "train/flags.hpp"

namespace halfspace {
namespace {

constexpr std::size_t most_points = 10000;
constexpr std::uint64_t most_values = 1000;
constexpr int range_digits = 6;

Error over_refused(const std::string& message) { return {Code::usage, "--over", message}; }

/// Which way a setting makes models simpler.
int simple_side(const std::string& name) {
  if (name == "lambda") return 1;
  constexpr std::array<std::string_view, 4> smaller = {"C", "gamma", "degree", "aggressiveness"};
  return std::find(smaller.begin(), smaller.end(), name) == smaller.end() ? 0 : -1;
}

/// LOW:HIGH:COUNT
Result<std::vector<std::string>> range_values(const std::string& name, const std::string& text) {
  const std::vector<std::string> parts = split(text, ':');
  const std::string form = "; a range is " + name + "=LOW:HIGH:COUNT with 0 < LOW < HIGH and COUNT in 2..1000";
  if (parts.size() != 3) return over_refused(in_quotes(text) + " has " + counted(parts.size(), "part") + form);
  const auto low = option_number(parts[0], "--over");
  const auto high = option_number(parts[1], "--over");
  const auto count = option_count(parts[2], "--over");
  if (!low) return low.error();
  if (!high) return high.error();
  if (!count) return count.error();
  if (!(low.value() > 0) || !(high.value() > low.value()) || count.value() < 2 || count.value() > most_values)
    return over_refused(in_quotes(text) + " is not a range" + form);
  const double ratio = elementary::log(high.value() / low.value());
  std::vector<std::string> out;
  for (std::uint64_t k = 0; k < count.value(); ++k) {
    const double t = static_cast<double>(k) / static_cast<double>(count.value() - 1);
    out.push_back(k == 0                   ? number_text(low.value())
                  : k + 1 == count.value() ? number_text(high.value())
                                           : short_number(low.value() * elementary::exp(t * ratio), range_digits));
  }
  return out;
}

Result<Varied> parse_varied(const std::string& text) {
  const std::size_t at = text.find('=');
  if (at == std::string::npos || at == 0)
    return over_refused(in_quotes(text) + " is not NAME=VALUE,VALUE,...; expected C=0.1,1,10 or C=0.001:1000:7");
  Varied v;
  v.name = text.substr(0, at);
  if (v.name.starts_with("--")) v.name = v.name.substr(2);
  const std::string values = text.substr(at + 1);
  if (values.find(':') != std::string::npos) {
    auto range = range_values(v.name, values);
    if (!range) return range.error();
    v.values = std::move(range).value();
  } else {
    v.values = split(values, ',');
  }
  if (values.empty() || values.back() == ',' ||
      std::any_of(v.values.begin(), v.values.end(), [](const auto& s) { return s.empty(); }))
    return over_refused(in_quotes(text) + " has an empty value; say " + v.name + "=VALUE,VALUE,...");
  for (const std::string& value : v.values) {
    if (std::count(v.values.begin(), v.values.end(), value) > 1)
      return over_refused(in_quotes(value) + " of " + v.name + " is a duplicate value; name each value once");
    Number n;
    if (parse_number(value, n)) v.numbers.push_back(n.value);
  }
  if (v.numbers.size() != v.values.size()) v.numbers.clear();
  v.simple = v.numbers.empty() ? 0 : simple_side(v.name);
  return v;
}

Result<void> check_name(const Varied& v, const Settings& settings) {
  const std::vector<std::string> names = varying_names();
  if (std::find(names.begin(), names.end(), v.name) == names.end()) {
    const std::string near = nearest(v.name, names);
    return over_refused(in_quotes(v.name) + " is not a learner flag that can vary" +
                        (near.empty() ? "; expected C, gamma, degree, penalty, ..." : "; did you mean " + near + "?"));
  }
  if (settings.has(v.name))
    return over_refused(v.name + " varies and is given as --" + v.name + " too; leave one of them out");
  return {};
}

/// What is worth trying of a learner where nothing is said.
std::vector<std::string> default_lists(const Settings& s, Algorithm algorithm) {
  const std::string kernel = s.get("kernel", "none");
  const bool curved = kernel != "none" && kernel != "linear" && kernel != "precomputed";
  std::vector<std::string> out;
  if (algorithm == Algorithm::perceptron) {
    if (!s.has("preset")) out.emplace_back("preset=cyclic,pocket,averaged,voted");
    if (curved && !s.has("gamma")) out.emplace_back("gamma=0.01,0.1,1,10");
    return out;
  }
  const bool weighed = s.get("penalty") != "none" && s.get("penalty") != "firth";
  if (weighed && !s.has("C") && !s.has("lambda") && !s.has("nu"))
    out.emplace_back(curved ? "C=0.1,1,10,100" : "C=0.001,0.01,0.1,1,10,100");
  if (curved && !s.has("gamma")) out.emplace_back("gamma=0.001,0.01,0.1,1,10");
  if (kernel == "polynomial" && !s.has("degree")) out.emplace_back("degree=2,3");
  return out;
}

}  // namespace

std::vector<std::string> varying_names() {
  constexpr std::array<std::string_view, 4> fixed = {"positive", "class-weight", "start", "seed"};
  std::vector<std::string> names;
  for (const Flag& f : learner_flags()) {
    if (!f.metavar.empty() && std::find(fixed.begin(), fixed.end(), f.name) == fixed.end()) names.push_back(f.name);
  }
  return names;
}

std::size_t Grid::size() const {
  std::size_t out = 1;
  for (const Varied& v : varied) out *= v.values.size();
  return out;
}

GridPoint Grid::point(std::size_t k) const {
  GridPoint out(varied.size());
  for (std::size_t j = varied.size(); j-- > 0;) {
    out[j] = k % varied[j].values.size();
    k /= varied[j].values.size();
  }
  return out;
}

Settings Grid::settings_at(const Settings& fixed, const GridPoint& point) const {
  Settings out{fixed.values};
  for (std::size_t j = 0; j < varied.size(); ++j) out.values[varied[j].name] = varied[j].values[point[j]];
  return out;
}

std::string Grid::text(const GridPoint& point) const {
  std::string out;
  for (std::size_t j = 0; j < varied.size(); ++j)
    out += (j == 0 ? "" : ", ") + varied[j].name + "=" + varied[j].values[point[j]];
  return out;
}

Result<Grid> grid_of(const Settings& settings) {
  const auto algorithm = chosen_algorithm(settings);
  if (!algorithm) return algorithm.error();
  Grid grid;
  grid.by_default = !settings.has("over");
  const std::vector<std::string> lists =
      grid.by_default ? default_lists(settings, algorithm.value()) : split(settings.get("over"), '\n');
  if (lists.empty())
    return over_refused(grid.by_default
                            ? "is missing: nothing is left to vary where these flags are given; use --over C=0.1,1,10"
                            : "is empty; expected C=0.1,1,10");
  std::size_t points = 1;
  for (const std::string& text : lists) {
    auto varied = parse_varied(text);
    if (!varied) return varied.error();
    if (const auto fine = check_name(varied.value(), settings); !fine) return fine.error();
    for (const Varied& v : grid.varied) {
      if (v.name == varied.value().name)
        return over_refused(v.name + " is named by two lists; give all its values in one");
    }
    points *= varied.value().values.size();
    if (points > most_points)
      return over_refused("asks for more than " + grouped(most_points) + " points; name fewer values");
    grid.varied.push_back(std::move(varied).value());
  }
  return grid;
}

}  // namespace halfspace
