// halfspace_make_sparse ROWS COLUMNS A_ROW NOISE [SEED]: LIBSVM text like that of documents, to standard output.
// A row has about A_ROW nonzeros in columns COLUMNS u^3, u uniform: the first columns are frequent, as common words are.
// Values 0.0001 to 1 with four decimals; the label is the side of a hidden vector of normals, turned with probability
// NOISE. The same bytes for the same arguments.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/elementary.hpp"
#include "base/rng.hpp"

namespace {

using namespace halfspace;

double uniform(Rng& rng) { return (static_cast<double>(rng.word()) + 0.5) / 4294967296.0; }

/// Box and Muller 1958
double normal(Rng& rng) {
  const double r = std::sqrt(-2 * elementary::log(uniform(rng)));
  return r * elementary::cos(6.283185307179586 * uniform(rng));
}

std::vector<std::uint32_t> columns_of_row(std::uint32_t columns, int count, Rng& rng) {
  std::vector<std::uint32_t> out;
  for (int k = 0; k < count; ++k) {
    const double u = uniform(rng);
    out.push_back(static_cast<std::uint32_t>(columns * u * u * u));
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

void write_row(const std::vector<double>& hidden, int count, double noise, Rng& rng, std::string& text) {
  double score = 0;
  std::string entries;
  for (const std::uint32_t j : columns_of_row(static_cast<std::uint32_t>(hidden.size()), count, rng)) {
    const std::uint64_t value = 1 + rng.bounded(9999);
    score += hidden[j] * static_cast<double>(value);
    std::string digits = std::to_string(value);
    entries += " " + std::to_string(j + 1) + ":0." + std::string(4 - digits.size(), '0') + digits;
  }
  const bool plus = (score > 0) != (uniform(rng) < noise);
  text += (plus ? "+1" : "-1") + entries + "\n";
}

}  // namespace

int main(int count, char** words) {
  if (count < 5) {
    std::fputs("usage: halfspace_make_sparse ROWS COLUMNS A_ROW NOISE [SEED]\n", stderr);
    return 2;
  }
  Rng rng(count > 5 ? std::strtoull(words[5], nullptr, 10) : 1, Stream::probe);
  std::vector<double> hidden(std::strtoull(words[2], nullptr, 10));
  for (double& h : hidden) h = normal(rng);
  std::string text;
  for (std::uint64_t rows = std::strtoull(words[1], nullptr, 10); rows > 0; --rows) {
    write_row(hidden, std::atoi(words[3]), std::atof(words[4]), rng, text);
    if (text.size() < 1U << 20U && rows > 1) continue;
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) return 5;
    text.clear();
  }
  return 0;
}
