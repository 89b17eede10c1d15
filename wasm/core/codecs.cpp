// A module unpacks nothing: the page can (DecompressionStream). The codecs are known by their first bytes alone, so that a
// packed file is named and not read as a text.
#include "codec/codecs.hpp"

#include <array>
#include <memory>
#include <utility>

#include "codec/cache_file.hpp"
#include "codec/damage.hpp"
#include "codec/text_packer.hpp"

namespace halfspace {
namespace {

using namespace std::string_view_literals;

class NotUnpacked final : public Source {
 public:
  NotUnpacked(std::string_view codec, std::string name) : codec_(codec), name_(std::move(name)) {}

  Result<std::size_t> read(std::span<char>) override {
    Error error = refused(codec_, codec_ == cache_codec.name ? "this build reads no caches; give the text"
                                                             : "this build reads no compressed files; unpack it first");
    error.where = name_;
    return error;
  }

 private:
  std::string_view codec_;
  std::string name_;
};

template <const Codec& codec>
std::unique_ptr<Source> refuse(std::unique_ptr<Lookahead> input) {
  return std::make_unique<NotUnpacked>(codec.name, input->name());
}

constexpr std::array gzip_magics = {"\x1f\x8b"sv};
constexpr std::array zstd_magics = {"\x28\xb5\x2f\xfd"sv};
constexpr std::array xz_magics = {"\xfd\x37\x7a\x58\x5a\x00"sv};
constexpr std::array bzip2_magics = {"BZh?\x31\x41\x59\x26\x53\x59"sv, "BZh?\x17\x72\x45\x38\x50\x90"sv};
constexpr std::array lz4_magics = {"\x04\x22\x4d\x18"sv};
constexpr std::array cache_magics = {CacheHead::magic};

}  // namespace

const Codec gzip_codec = {"gzip", gzip_magics, refuse<gzip_codec>};
const Codec zstd_codec = {"zstd", zstd_magics, refuse<zstd_codec>};
const Codec xz_codec = {"xz", xz_magics, refuse<xz_codec>};
const Codec bzip2_codec = {"bzip2", bzip2_magics, refuse<bzip2_codec>};
const Codec lz4_codec = {"lz4", lz4_magics, refuse<lz4_codec>};
const Codec cache_codec = {"halfspace cache", cache_magics, refuse<cache_codec>};

struct TextPacker::Context {};
TextPacker::TextPacker() = default;
TextPacker::~TextPacker() = default;
void TextPacker::add(std::span<const char>) {}
std::string TextPacker::finish() { return {}; }

}  // namespace halfspace
