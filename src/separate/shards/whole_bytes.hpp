// Whole numbers among the bytes of messages (shard/packed.hpp): their sign, then their magnitude.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "exact/rational.hpp"
#include "shard/packed.hpp"

namespace halfspace {

inline void put_whole(Packer& to, const Integer& v) {
  std::string magnitude((mpz_sizeinbase(v.get_mpz_t(), 2) + 7) / 8, '\0');
  std::size_t size = 0;
  mpz_export(magnitude.data(), &size, -1, 1, -1, 0, v.get_mpz_t());
  magnitude.resize(size);
  to.number<std::int8_t>(static_cast<std::int8_t>(sgn(v)));
  to.text(magnitude);
}

inline Integer whole_from(Unpacker& from) {
  const auto sign = from.number<std::int8_t>();
  const std::string_view magnitude = from.taken(from.number<std::uint64_t>());
  Integer out;
  if (!magnitude.empty()) mpz_import(out.get_mpz_t(), magnitude.size(), -1, 1, -1, 0, magnitude.data());
  return sign < 0 ? Integer(-out) : out;
}

inline void put_wholes(Packer& to, const std::vector<Integer>& all) {
  to.number<std::uint64_t>(all.size());
  for (const Integer& v : all) put_whole(to, v);
}

inline std::vector<Integer> wholes_from(Unpacker& from) {
  constexpr std::size_t least = 9;  // bytes of one
  const std::uint64_t count = from.length(least);
  std::vector<Integer> out;
  out.reserve(count);
  for (std::uint64_t k = 0; k < count && from.ok(); ++k) out.push_back(whole_from(from));
  return out;
}

}  // namespace halfspace
