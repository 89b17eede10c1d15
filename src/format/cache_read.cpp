#include <utility>

#include <sys/stat.h>

#include "base/same_file.hpp"
#include "base/text.hpp"
#include "codec/tapped_source.hpp"
#include "format/cache.hpp"
#include "format/formats.hpp"

namespace halfspace {
namespace {

constexpr std::size_t hashed_block = std::size_t{256} << 10U;

/// Is there a file, whatever it is?
bool stands_at(const std::string& path) {
  struct stat status{};
  return ::lstat(path.c_str(), &status) == 0;
}

/// What stands at `path` and is not to be replaced by a cache of rows alone: "" where there is none.
std::string file_to_keep(const std::string& path) {
  if (!stands_at(path)) return "";
  if (!is_regular_file(path)) return "is there and no halfspace cache";
  auto file = open_file(path);
  if (!file) return "is there and cannot be read";
  std::string head(CacheHead::size, '\0');
  std::size_t have = 0;
  while (have < head.size()) {
    const auto got = file.value()->read(std::span(head).subspan(have));
    if (!got) return "is there and cannot be read";
    if (got.value() == 0) break;
    have += got.value();
  }
  head.resize(have);
  if (have > 0 && !head.starts_with(CacheHead::magic)) return "is there and no halfspace cache";
  return CacheHead::text_bytes(head) > 0 ? "is a cache with its text inside, perhaps the only one" : "";
}

/// Is the file at `path` the one that the key names, byte for byte?
Result<bool> is_source(const std::string& path, const CacheKey& key) {
  auto file = open_file(path);
  if (!file) return file.error();
  if (file.value()->expected() != key.file_bytes) return false;
  TextHash hash;
  std::string buffer(hashed_block, '\0');
  for (;;) {
    const auto count = file.value()->read(buffer);
    if (!count) return count.error();
    if (count.value() == 0) return hash.hex() == key.file_hash;
    hash.add(buffer.data(), count.value());
  }
}

/// Options under which the rows of LIBSVM text can be kept and then given to the model that `options` are for.
ReadOptions without_model(ReadOptions options) {
  options.for_model = false;
  options.need_label = true;
  options.unseen_squares = false;
  options.label.clear();
  options.weight.clear();
  return options;
}

/// The rows of the cache beside `path`, if it is there and sound, of that file and of these options. `stands`: they do
/// not serve, and would be kept no other way.
std::optional<Dataset> kept_rows(const std::string& path, const std::string& cache, const ReadOptions& options,
                                 bool& stands) {
  if (!is_regular_file(cache)) return std::nullopt;
  auto source = open_source(cache);
  if (!source || source.value()->cache() == nullptr) return std::nullopt;
  CacheFile& file = *source.value()->cache();
  auto facts = read_facts(file);
  if (!facts) return std::nullopt;
  const NameFormat name = {true, format_by_name(path)};
  const CacheKey& kept = facts.value().key;
  CacheKey anew = key_of(options.for_model ? without_model(options) : options, name);
  anew.file_hash = kept.file_hash;
  anew.file_bytes = kept.file_bytes;
  const bool serve = serves(facts.value(), options, name);
  if (!serve && anew != kept) return std::nullopt;
  const auto same = is_source(path, kept);
  if (!same || !same.value()) return std::nullopt;
  stands = !serve;
  if (stands) return std::nullopt;
  auto data = take_arrays(file, std::move(facts).value(), options);
  if (!data) return std::nullopt;
  return as_asked(std::move(data).value(), options);
}

/// Are cells or rows other than they stand in the text? Caches hold neither.
bool reads_otherwise(const ReadOptions& o) {
  return !o.style.plain_cells() || o.style.encoding != Encoding::utf8 || !o.order_by.empty();
}

/// May the rows be kept as they are read, or as without_model() reads them?
bool can_be_kept(const std::string& path, const ReadOptions& o) {
  if (reads_otherwise(o)) return false;
  if (!o.for_model) return o.need_label;
  const std::string_view by_name = format_by_name(path);
  return (!o.format.empty() ? std::string_view(o.format) : !by_name.empty() ? by_name : o.model_format) == "libsvm";
}

}  // namespace

Result<CacheFacts> read_facts(CacheFile& file) {
  const auto bytes = file.facts();
  if (!bytes) return bytes.error();
  CacheFacts facts;
  if (!facts.parse(bytes.value(), file.head().arrays)) return file.damaged("its facts contradict each other");
  return facts;
}

Result<Dataset> read_beside_cache(const std::string& path, const ReadOptions& options) {
  ReadOptions plain = options;
  plain.data_cache = false;
  if (!is_regular_file(path)) return read_dataset(path, plain);  // what is read once cannot be looked at before
  const std::string cache = path + ".hsd";
  bool stands = false;
  if (auto kept = kept_rows(path, cache, options, stands)) return std::move(*kept);
  if (stands) return read_dataset(path, plain);
  const auto warn = [&](const std::string& what) {
    if (options.warn) options.warn("warning: no cache was written: " + what);
  };
  if (reads_otherwise(options))
    warn("rows read with a style of cells (" + options.style.words() + ") or --order-by are not kept");
  if (!can_be_kept(path, options)) return read_dataset(path, plain);

  auto file = open_file(path);
  if (!file) return file.error();
  TextHash hash;
  std::uint64_t bytes = 0;
  auto counted_source = std::make_unique<TappedSource>(std::move(file).value(), [&](std::span<const char> read) {
    hash.add(read.data(), read.size());
    bytes += read.size();
  });
  auto source = unpack(std::move(counted_source), shown(path, 4096));
  if (!source) return source.error();
  ReadOptions kept_as = plain.for_model ? without_model(plain) : plain;
  kept_as.sha256 = true;
  if (source.value()->cache() != nullptr) return read_dataset(std::move(source).value(), shown(path, 4096), plain);
  auto data = read_dataset(std::move(source).value(), shown(path, 4096), kept_as);
  if (!data && !plain.for_model) return data;
  if (!data) return read_dataset(path, plain);
  const NameFormat name = {true, format_by_name(path)};
  CacheKey key = key_of(kept_as, name);
  key.file_hash = hash.hex();
  key.file_bytes = bytes;
  const CacheFacts facts = facts_of(data.value(), std::move(key));
  if (const std::string there = file_to_keep(cache); !there.empty()) {
    warn(shown(cache, 4096) + " " + there + "; rename it, or leave out --data-cache");
  } else if (const auto written = write_cache(cache, data.value(), facts, ""); !written) {
    warn(written.error().text());
  }
  if (!plain.for_model) return data;
  return serves(facts, plain, name) ? as_asked(std::move(data).value(), plain) : read_dataset(path, plain);
}

}  // namespace halfspace
