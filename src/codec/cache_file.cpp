#include "codec/cache_file.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/text.hpp"
#include "codec/codecs.hpp"

namespace halfspace {
namespace {

constexpr std::string_view make_anew = "; make it anew from its text with halfspace convert TEXT --to cache";
constexpr std::size_t step = std::size_t{1} << 20U;

template <class T>
void put(std::string& out, const T& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof(T));  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
}

template <class T>
void get(std::string_view bytes, std::size_t at, T& value) {
  std::memcpy(&value, bytes.data() + at, sizeof(T));
}

/// The text of a cache, as a Source.
class CachedText final : public Source {
 public:
  explicit CachedText(std::unique_ptr<Lookahead> input) : file_(std::move(input)) {}

  Result<std::size_t> read(std::span<char> to) override {
    if (failure_) return *failure_;
    if (text_ == nullptr) {
      auto opened = file_.text();
      if (!opened) return fail(opened.error());
      text_ = std::move(opened).value();
    }
    auto count = text_->read(to);
    if (!count && count.error().code == Code::bad_data) return fail(file_.damaged("its text cannot be unpacked"));
    if (!count) return fail(count.error());
    hash_.add(to.data(), count.value());
    if (count.value() == 0 && hash_.digest() != file_.head().text_hash)
      return fail(file_.damaged("its text has another hash"));
    return count;
  }

  CacheFile* cache() override { return text_ == nullptr && !failure_ ? &file_ : nullptr; }

 private:
  Error fail(Error error) {
    failure_ = std::move(error);
    return *failure_;
  }

  CacheFile file_;
  std::unique_ptr<Source> text_;
  TextHash hash_;
  std::optional<Error> failure_;
};

constexpr std::array<std::string_view, 1> magics = {CacheHead::magic};

}  // namespace

constinit const Codec cache_codec = {"halfspace cache", magics,
                                     [](std::unique_ptr<Lookahead> input) -> std::unique_ptr<Source> {
                                       return std::make_unique<CachedText>(std::move(input));
                                     }};

std::string CacheHead::bytes() const {
  std::string out(magic);
  put(out, version);
  put(out, order_mark);
  for (const std::uint64_t part : {facts, arrays, text}) put(out, part);
  for (const TextHash::Digest& hash : {facts_hash, arrays_hash, text_hash}) out.append(hash.data(), hash.size());
  const TextHash::Digest hash = TextHash::of(out);
  out.append(hash.data(), hash.size());
  return out;
}

Result<CacheHead> CacheHead::parse(std::string_view bytes) {
  const auto refused = [](const std::string& what) {
    return Error{Code::bad_data, "", "halfspace cache: " + what + std::string(make_anew)};
  };
  std::uint32_t number = 0;
  if (bytes.size() >= 16) {
    get(bytes, 12, number);
    if (number == 0x04030201) return refused("written on a machine that orders bytes the other way round");
    const bool ordered = number == order_mark;
    get(bytes, 8, number);
    if (ordered && number != version)
      return refused("version " + std::to_string(number) + ", and this halfspace reads version " +
                     std::to_string(version));
  }
  if (bytes.size() < size || !bytes.starts_with(magic)) return refused("truncated, the file ends within its head");
  CacheHead out;
  std::size_t at = 16;
  for (std::uint64_t* part : {&out.facts, &out.arrays, &out.text}) get(bytes, std::exchange(at, at + 8), *part);
  for (TextHash::Digest* hash : {&out.facts_hash, &out.arrays_hash, &out.text_hash})
    get(bytes, std::exchange(at, at + 16), *hash);
  TextHash::Digest hash{};
  get(bytes, at, hash);
  if (hash != TextHash::of(bytes.substr(0, at))) return refused("its head is damaged (checksum mismatch)");
  return out;
}

std::uint64_t CacheHead::text_bytes(std::string_view bytes) {
  constexpr std::size_t at = 32;  // behind the lengths of facts and arrays
  std::uint64_t out = 0;
  if (bytes.size() >= at + sizeof(out)) get(bytes, at, out);
  return out;
}

Error CacheFile::damaged(std::string_view what) const {
  return {Code::bad_data, name_, "halfspace cache: " + std::string(what) + " (damaged file)" + std::string(make_anew)};
}

Result<void> CacheFile::fill(std::span<char> to) {
  for (std::size_t done = 0; done < to.size();) {
    const auto count = input_->read(to.subspan(done));
    if (!count) return count.error();
    if (count.value() == 0) return damaged("truncated, the file ends too early");
    done += count.value();
  }
  return {};
}

Result<void> CacheFile::read_head() {
  std::array<char, CacheHead::size> bytes{};
  std::size_t have = 0;
  while (have < bytes.size()) {
    const auto count = input_->read(std::span(bytes).subspan(have));
    if (!count) return count.error();
    if (count.value() == 0) break;
    have += count.value();
  }
  auto head = CacheHead::parse({bytes.data(), have});
  if (!head) {
    Error error = head.error();
    error.where = name_;
    return error;
  }
  head_ = head.value();
  const std::uint64_t size = input_->expected();
  std::uint64_t parts = CacheHead::size;
  for (const std::uint64_t part : {head_.facts, head_.arrays, head_.text}) {
    if (part > ~std::uint64_t{0} - parts) return damaged("its parts are longer than any file");
    parts += part;
  }
  if (size != 0 && size != parts)
    return damaged("truncated or lengthened: " + counted(size, "byte") + ", where its parts have " +
                   counted(parts, "byte"));
  size_known_ = size != 0;
  return {};
}

Result<std::string> CacheFile::facts() {
  if (facts_read_) return damaged("its facts were read before");
  facts_read_ = true;
  if (const auto fine = read_head(); !fine) return fine.error();
  std::string out;
  while (out.size() < head_.facts) {
    const std::size_t had = out.size();
    out.resize(had + static_cast<std::size_t>(std::min<std::uint64_t>(step, head_.facts - had)));
    if (const auto filled = fill({out.data() + had, out.size() - had}); !filled) return filled.error();
  }
  if (TextHash::of(out) != head_.facts_hash) return damaged("checksum mismatch in its facts");
  arrays_left_ = head_.arrays;
  return out;
}

Result<void> CacheFile::read(std::span<char> to) {
  if (to.size() > arrays_left_) return damaged("its arrays end too early");
  if (const auto filled = fill(to); !filled) return filled.error();
  arrays_hash_.add(to.data(), to.size());
  arrays_left_ -= to.size();
  return {};
}

Result<void> CacheFile::end_arrays() {
  if (arrays_left_ > 0) return damaged("its arrays are too long");
  if (arrays_hash_.digest() != head_.arrays_hash) return damaged("checksum mismatch in its arrays");
  return {};
}

Result<std::unique_ptr<Source>> CacheFile::text() {
  if (!facts_read_) {
    if (const auto read_facts = facts(); !read_facts) return read_facts.error();
  }
  if (head_.text == 0)
    return Error{
        Code::bad_data, name_,
        "halfspace cache: holds rows without their text, which is needed here; give the text it was made from"};
  const bool whole = arrays_left_ == head_.arrays;
  std::string block(static_cast<std::size_t>(std::min<std::uint64_t>(step, arrays_left_)), '\0');
  while (arrays_left_ > 0) {
    const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(block.size(), arrays_left_));
    if (const auto passed = read({block.data(), part}); !passed) return passed.error();
  }
  if (whole) {
    if (const auto fine = end_arrays(); !fine) return fine.error();
  }
  return zstd_codec.wrap(std::move(input_));
}

}  // namespace halfspace
