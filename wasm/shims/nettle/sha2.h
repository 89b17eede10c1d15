/* SHA-256 (FIPS 180-4) by the names of Nettle, as src/base/sha256.hpp calls it; wasm/core/sha256.cpp. */
#pragma once

#include <cstddef>
#include <cstdint>

constexpr std::size_t SHA256_DIGEST_SIZE = 32;

struct sha256_ctx {
  std::uint32_t state[8];
  std::uint64_t size;
  std::uint8_t block[64];
};

void sha256_init(sha256_ctx* ctx);
void sha256_update(sha256_ctx* ctx, std::size_t size, const std::uint8_t* bytes);
/* Begins anew. */
void sha256_digest(sha256_ctx* ctx, std::size_t size, std::uint8_t* digest);
