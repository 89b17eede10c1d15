// Reads near_degenerate/: the few forms of CSV (a header, the label + or - last) and LIBSVM that its files use.
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "certify/cases.hpp"
#include "test_folder.hpp"

namespace halfspace::test {
namespace {

/// Rows as texts, the label last; columns a LIBSVM line leaves out are "0".
using Texts = std::vector<std::vector<std::string>>;

std::vector<std::string> split(const std::string& line, char at) {
  std::vector<std::string> parts;
  std::istringstream in(line);
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

Texts csv_texts(std::istream& in) {
  Texts rows;
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) rows.push_back(split(line, ','));
  return rows;
}

Texts libsvm_texts(std::istream& in) {
  Texts rows;
  std::size_t cols = 0;
  for (std::string line; std::getline(in, line);) {
    const auto tokens = split(line, ' ');
    std::vector<std::string> row;
    for (std::size_t k = 1; k < tokens.size(); ++k) {
      const auto entry = split(tokens[k], ':');
      row.resize(std::stoul(entry[0]), "0");
      row.back() = entry[1];
    }
    cols = std::max(cols, row.size());
    row.push_back(tokens[0][0] == '-' ? "-" : "+");
    rows.push_back(row);
  }
  for (auto& row : rows) row.insert(row.end() - 1, cols + 1 - row.size(), "0");
  return rows;
}

mpq_class nearest_double_of(const std::string& text) { return mpq_class(std::strtod(text.c_str(), nullptr)); }

reference::Rows values_of(const Texts& texts, mpq_class (*value)(const std::string&)) {
  reference::Rows x;
  for (const auto& text : texts) {
    x.emplace_back();
    for (std::size_t j = 0; j + 1 < text.size(); ++j) x.back().push_back(value(text[j]));
  }
  return x;
}

}  // namespace

mpq_class decimal_value(const std::string& text) {
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  long exponent = e < text.size() ? std::stol(text.substr(e + 1)) : 0;
  std::string digits = text.substr(0, e);
  if (digits[0] == '+') digits.erase(0, 1);
  if (const std::size_t point = digits.find('.'); point != std::string::npos) {
    exponent -= static_cast<long>(digits.size() - point - 1);
    digits.erase(point, 1);
  }
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned long>(std::labs(exponent)));
  const mpz_class whole(digits, 10);
  mpq_class value = exponent < 0 ? mpq_class(whole, power) : mpq_class(whole * power);
  value.canonicalize();
  return value;
}

mpq_class nearest_double(const mpq_class& value) {
  mpq_class whole = value;
  int exponent = 0;
  for (; whole.get_den() != 1; whole *= 10) --exponent;
  return nearest_double_of(whole.get_num().get_str() + "e" + std::to_string(exponent));
}

std::vector<NearDegenerate> near_degenerate() {
  const std::filesystem::path folder = test_folder() + "/certify/near_degenerate";
  std::ifstream table(folder / "verdicts.tsv");
  std::vector<NearDegenerate> found;
  for (std::string line; std::getline(table, line);) {
    if (line[0] == '#') continue;
    const auto cells = split(line, '\t');
    std::ifstream in(folder / cells[0]);
    const Texts texts = cells[0].ends_with(".csv") ? csv_texts(in) : libsvm_texts(in);
    NearDegenerate c{cells[0], values_of(texts, decimal_value), values_of(texts, nearest_double_of),
                     {},       cells[1] == "augmented",         cells[2],
                     cells[3]};
    for (const auto& text : texts) c.y.push_back(text.back() == "-" ? -1 : 1);
    found.push_back(std::move(c));
  }
  return found;
}

}  // namespace halfspace::test
