#include "codec/text_packer.hpp"

#include <new>
#include <utility>

#include <zstd.h>

namespace halfspace {

struct TextPacker::Context {
  ZSTD_CCtx* zstd = ZSTD_createCCtx();
  Context() = default;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  ~Context() { ZSTD_freeCCtx(zstd); }
};

TextPacker::TextPacker() : context_(std::make_unique<Context>()) {
  if (context_->zstd == nullptr) throw std::bad_alloc();
  ZSTD_CCtx_setParameter(context_->zstd, ZSTD_c_compressionLevel, 1);  // others pack text of numbers little better
}
TextPacker::~TextPacker() = default;

void TextPacker::step(std::span<const char> text, bool last) {
  ZSTD_inBuffer in{text.data(), text.size(), 0};
  for (std::size_t left = 1; last ? left > 0 : in.pos < in.size;) {
    const std::size_t had = packed_.size();
    packed_.resize(had + ZSTD_CStreamOutSize());
    ZSTD_outBuffer out{packed_.data() + had, packed_.size() - had, 0};
    left = ZSTD_compressStream2(context_->zstd, &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
    packed_.resize(had + out.pos);
    if (ZSTD_isError(left) != 0) throw std::bad_alloc();  // memory is all that can be wrong
  }
}

void TextPacker::add(std::span<const char> text) { step(text, false); }

std::string TextPacker::finish() {
  step({}, true);
  return std::move(packed_);
}

}  // namespace halfspace
