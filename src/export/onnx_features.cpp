// From the inputs of an ONNX graph to the features of the model, as feature/row_encoder.cpp:
//
//   numbers alone  x [N, columns]                           -> (IsNaN, Where: means)
//   with texts     an input [N, 1] a column, named as it is -> LabelEncoder: place of the level
//                                                           -> Gather: its row of the table of codes
//   products       Gather left, Gather right -> Mul
//
// What predict refuses (a level that training did not see, a missing cell that nothing stands for) is a row of NaN.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "export/level_texts.hpp"
#include "export/onnx_parts.hpp"
#include "export/plain.hpp"
#include "feature/coding.hpp"
#include "feature/products.hpp"

namespace halfspace::onnx {
namespace {

constexpr double refused_cell = std::numeric_limits<double>::quiet_NaN();

/// All ways to write a word in small and large letters.
std::vector<std::string> cases_of(const std::string& word) {
  std::vector<std::string> out = {""};
  for (const char c : word) {
    std::vector<std::string> longer;
    for (const std::string& begin : out) {
      longer.push_back(begin + c);
      if (c >= 'a' && c <= 'z') longer.push_back(begin + static_cast<char>(c - 32));
    }
    out = std::move(longer);
  }
  return out;
}

/// The words of is_missing() in format/csv_cells.cpp.
std::vector<std::string> missing_texts() {
  std::vector<std::string> out = {"", "?"};
  for (const char* const word : {"na", "n/a", "nan", "null"}) {
    std::vector<std::string> cases = cases_of(word);
    out.insert(out.end(), std::make_move_iterator(cases.begin()), std::make_move_iterator(cases.end()));
  }
  return out;
}

/// Names of the inputs: those of the columns, with a _ before where the graph has such a tensor of its own.
std::vector<std::string> input_tensors(const FeatureMap& map) {
  const std::set<std::string> own = {"",      "z",     "label",  "scores",  "probabilities",
                                     "slope", "shift", "scaled", "shifted", "shares"};
  std::set<std::string> taken;
  for (const InputColumn& c : map.inputs) taken.insert(c.name);
  std::vector<std::string> out;
  for (const InputColumn& c : map.inputs) {
    std::string name = c.name;
    while (own.contains(name) || name.starts_with('/') || (name != c.name && !taken.insert(name).second))
      name.insert(0, "_");
    out.push_back(std::move(name));
  }
  return out;
}

class Features {
 public:
  explicit Features(Writing& to) : to_(to), map_(to.m.map) {}

  void numbers() {
    to_.graph.add_input("x", float_type, map_.input_cols);
    to_.features = filled("x", 0, map_.inputs.size());
  }

  void columns() {
    const std::vector<std::string> names = input_tensors(map_);
    std::vector<std::string> run;  // of columns of numbers, side by side
    for (std::size_t j = 0; j < names.size(); ++j) {
      const InputColumn& c = map_.inputs[j];
      to_.graph.add_input(names[j], c.levels.empty() ? float_type : string_type, 1);
      if (c.levels.empty()) run.push_back(names[j]);
      if (!run.empty() && (!c.levels.empty() || j + 1 == names.size())) {
        const std::size_t end = c.levels.empty() ? j + 1 : j;
        const std::string at = "/numbers/" + std::to_string(end - run.size());
        to_.graph.add(Node("Concat", "", run, {at}).number("axis", 1));
        pieces_.push_back(filled(at, end - run.size(), end));
        run.clear();
      }
      if (!c.levels.empty() && width_of(c) > 0) pieces_.push_back(codes(c, j, names[j]));
    }
    to_.graph.needs_label_encoder();
    concat("/columns");
    if (map_.options.unseen != Unseen::other)
      to_.notes.emplace_back(
          "levels that training did not see: predict refuses them, ONNX cannot; the scores are NaN. Levels that are "
          "numbers are spelled as in the model: 7, and not 007");
  }

  void products() {
    const std::string base = to_.features;
    const auto width = static_cast<std::size_t>(map_.base_size());
    std::vector<std::vector<std::int64_t>> pairs(2);
    std::vector<std::vector<std::int64_t>> triples(3);
    const auto place = [](std::size_t a) { return static_cast<std::int64_t>(a); };
    for_each_product(
        map_.options.features, width, width, [](std::size_t a) { return std::uint64_t{a}; },
        [&](std::uint64_t, std::size_t a, std::size_t b) {
          pairs[0].push_back(place(a));
          pairs[1].push_back(place(b));
        },
        [&](std::uint64_t, std::size_t a, std::size_t b, std::size_t c) {
          triples[0].push_back(place(a));
          triples[1].push_back(place(b));
          triples[2].push_back(place(c));
        });
    pieces_ = {base};
    multiply(base, "/pairs", pairs);
    multiply(base, "/triples", triples);
    concat("/features");
  }

 private:
  /// Means of the columns first <= j < last where x is NaN.
  std::string filled(const std::string& x, std::size_t first, std::size_t last) {
    if (!map_.fills()) return x;
    std::vector<double> means;
    for (std::size_t j = first; j < last; ++j) means.push_back(map_.inputs[j].fill.value_or(refused_cell));
    const std::string at = "/filled/" + std::to_string(first);
    to_.graph.add_constant(at + "/means", means, {static_cast<std::int64_t>(means.size())});
    to_.graph.add(Node("IsNaN", "", {x}, {at + "/missing"}));
    to_.graph.add(Node("Where", "", {at + "/missing", at + "/means", x}, {at}));
    return at;
  }

  /// The features of a column of texts: two more rows of codes, none of the levels and refused ones.
  std::string codes(const InputColumn& c, std::size_t j, const std::string& input) {
    const auto levels = static_cast<std::int64_t>(c.levels.size());
    const bool other = takes_unseen(map_, c);
    const bool missing_is_level = map_.missing.find("category") != std::string::npos;
    std::vector<std::string> keys;
    std::vector<std::int64_t> values;
    for (std::int64_t k = c.levels[0].empty() ? 1 : 0; k < levels; ++k) {
      for (std::string& text : level_texts(c.levels[static_cast<std::size_t>(k)])) {
        keys.push_back(std::move(text));
        values.push_back(k);
      }
    }
    std::vector<std::string> missing = missing_texts();
    missing.insert(missing.end(), to_.m.form.style.missing.begin(), to_.m.form.style.missing.end());
    for (std::string& text : missing) {
      keys.push_back(std::move(text));
      values.push_back(c.levels[0].empty() ? 0 : other && missing_is_level ? levels : levels + 1);
    }
    const std::string at = "/column/" + std::to_string(j);
    Node encoder("LabelEncoder", learning, {input}, {at + "/level"});
    encoder.texts("keys_strings", keys).numbers("values_int64s", values);
    to_.graph.add(encoder.number("default_int64", other ? levels : levels + 1));
    const std::size_t width = width_of(c);
    std::vector<double> table((c.levels.size() + 1) * width);
    table.resize(table.size() + width, refused_cell);
    for (std::size_t k = 0; k < c.levels.size(); ++k) {
      for (const CodedFeature& f : codes_of(c, k)) table[k * width + f.feature] = f.value;
    }
    for (const CodedFeature& f : unseen_codes(c)) table[c.levels.size() * width + f.feature] = f.value;
    to_.graph.add_constant(at + "/codes", table, {levels + 2, static_cast<std::int64_t>(width)});
    to_.graph.add(Node("Gather", "", {at + "/codes", at + "/level"}, {at + "/rows"}).number("axis", 0));
    to_.graph.add(Node("Flatten", "", {at + "/rows"}, {at}).number("axis", 1));
    return at;
  }

  void multiply(const std::string& base, const std::string& at, const std::vector<std::vector<std::int64_t>>& places) {
    if (places[0].empty()) return;
    std::string product;
    for (std::size_t k = 0; k < places.size(); ++k) {
      const std::string factor = at + "/" + std::to_string(k);
      to_.graph.add_numbers(factor + "/places", places[k]);
      to_.graph.add(Node("Gather", "", {base, factor + "/places"}, {factor}).number("axis", 1));
      const std::string next = k + 1 == places.size() ? at : factor + "/product";
      if (k > 0) to_.graph.add(Node("Mul", "", {product, factor}, {next}));
      product = k > 0 ? next : factor;
    }
    pieces_.push_back(at);
  }

  void concat(const std::string& name) {
    to_.graph.add(Node("Concat", "", pieces_, {name}).number("axis", 1));
    to_.features = name;
  }

  Writing& to_;
  const FeatureMap& map_;
  std::vector<std::string> pieces_;
};

}  // namespace

Result<void> add_features(Writing& to) {
  const FeatureMap& map = to.m.map;
  if (map.categorical() && map.base_size() == 0) return not_written("ONNX", "it has no weights, only a bias");
  Features features(to);
  if (!map.categorical()) {
    features.numbers();
  } else {
    features.columns();
  }
  if (map.options.features == Expansion::none) return {};
  constexpr std::uint64_t most = std::uint64_t{1} << 25U;  // three places of 8 bytes each, and weights, in 2 GiB
  if (map.size().value_or(most + 1) > most)
    return not_written("ONNX", "its products (--features " + std::string(name_of(map.options.features)) +
                                   ") are more than " + grouped(most) + " features; train on fewer columns");
  features.products();
  return {};
}

}  // namespace halfspace::onnx
