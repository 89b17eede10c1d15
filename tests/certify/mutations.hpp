// Small data sets and damage to certificates about them, drawn from a seed.
#pragma once

#include <string>
#include <string_view>

#include "base/rng.hpp"
#include "certify/certificate_cases.hpp"

namespace halfspace::test {

inline std::size_t below(Rng& rng, std::size_t n) { return static_cast<std::size_t>(rng.bounded(n)); }

inline LabelledPoints random_points(Rng& rng) {
  LabelledPoints p;
  const std::size_t n = 2 + below(rng, 5);
  const std::size_t d = 1 + below(rng, 2);
  for (std::size_t i = 0; i < n; ++i) {
    p.x.emplace_back();
    for (std::size_t j = 0; j < d; ++j) p.x.back().push_back(static_cast<long>(below(rng, 4)) - 1);
    p.y.push_back(below(rng, 2) == 0 ? 1 : -1);
  }
  return p;
}

/// One small change: a byte, a digit, a piece taken out or copied elsewhere, the end cut off.
inline std::string mutated(std::string text, Rng& rng) {
  static constexpr std::string_view bytes = "0123456789-/.e\"{}[],:npab ";
  const std::size_t at = below(rng, text.size());
  const std::size_t size = 1 + below(rng, 24);
  switch (below(rng, 7)) {
    case 0:
      text[at] = bytes[below(rng, bytes.size())];
      break;
    case 1:
      text.insert(at, 1, bytes[below(rng, bytes.size())]);
      break;
    case 2:
      text.erase(at, 1);
      break;
    case 3:
      text.erase(at, size);
      break;
    case 4:
      text.insert(below(rng, text.size()), text.substr(at, size));
      break;
    case 5:
      text.resize(at);
      break;
    default:
      for (std::size_t k = at; k < text.size(); ++k) {
        if (text[k] < '0' || text[k] > '9') continue;
        text[k] = static_cast<char>('0' + below(rng, 10));
        break;
      }
  }
  return text;
}

}  // namespace halfspace::test
