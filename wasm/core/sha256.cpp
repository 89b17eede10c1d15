// SHA-256, FIPS 180-4 section 6.2, in its letters: W the message schedule, a..h the working variables, H the state.
#include <algorithm>
#include <bit>
#include <iterator>

#include <nettle/sha2.h>

namespace {

constexpr std::uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

constexpr std::uint32_t first_state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                          0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

std::uint32_t big_endian(const std::uint8_t* p) {
  return std::uint32_t{p[0]} << 24U | std::uint32_t{p[1]} << 16U | std::uint32_t{p[2]} << 8U | p[3];
}

void compress(std::uint32_t* H, const std::uint8_t* block) {
  std::uint32_t W[64];
  for (int t = 0; t < 16; ++t) W[t] = big_endian(block + 4 * t);
  for (int t = 16; t < 64; ++t) {
    const std::uint32_t s0 = std::rotr(W[t - 15], 7) ^ std::rotr(W[t - 15], 18) ^ W[t - 15] >> 3U;
    const std::uint32_t s1 = std::rotr(W[t - 2], 17) ^ std::rotr(W[t - 2], 19) ^ W[t - 2] >> 10U;
    W[t] = s1 + W[t - 7] + s0 + W[t - 16];
  }
  auto a = H[0], b = H[1], c = H[2], d = H[3], e = H[4], f = H[5], g = H[6], h = H[7];
  for (int t = 0; t < 64; ++t) {
    const std::uint32_t S1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t T1 = h + S1 + ((e & f) ^ (~e & g)) + K[t] + W[t];
    const std::uint32_t S0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t T2 = S0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + T1;
    d = c;
    c = b;
    b = a;
    a = T1 + T2;
  }
  const std::uint32_t now[8] = {a, b, c, d, e, f, g, h};
  for (int j = 0; j < 8; ++j) H[j] += now[j];
}

}  // namespace

void sha256_init(sha256_ctx* ctx) {
  std::copy(std::begin(first_state), std::end(first_state), ctx->state);
  ctx->size = 0;
}

void sha256_update(sha256_ctx* ctx, std::size_t size, const std::uint8_t* bytes) {
  while (size > 0) {
    const auto at = static_cast<std::size_t>(ctx->size % 64);
    const std::size_t taken = std::min<std::size_t>(size, 64 - at);
    std::copy_n(bytes, taken, ctx->block + at);
    ctx->size += taken;
    bytes += taken;
    size -= taken;
    if (at + taken == 64) compress(ctx->state, ctx->block);
  }
}

void sha256_digest(sha256_ctx* ctx, std::size_t size, std::uint8_t* digest) {
  const std::uint64_t bits = 8 * ctx->size;
  const std::uint8_t one = 0x80;
  const std::uint8_t zero = 0;
  sha256_update(ctx, 1, &one);
  while (ctx->size % 64 != 56) sha256_update(ctx, 1, &zero);
  for (int j = 0; j < 8; ++j) {
    const auto byte = static_cast<std::uint8_t>(bits >> (56U - 8U * static_cast<unsigned>(j)));
    sha256_update(ctx, 1, &byte);
  }
  for (std::size_t j = 0; j < size; ++j)
    digest[j] = static_cast<std::uint8_t>(ctx->state[j / 4] >> (24U - 8U * static_cast<unsigned>(j % 4)));
  sha256_init(ctx);
}
