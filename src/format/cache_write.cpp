#include <utility>

#include "base/atomic_file.hpp"
#include "base/text.hpp"
#include "codec/tapped_source.hpp"
#include "codec/text_packer.hpp"
#include "format/cache.hpp"
#include "format/formats.hpp"

namespace halfspace {
namespace {

TextHash::Digest digest_of_hex(std::string_view hex) {
  TextHash::Digest out{};
  const auto digit = [](char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10); };
  for (std::size_t k = 0; k < out.size() && 2 * k + 1 < hex.size(); ++k)
    out[k] = static_cast<char>(digit(hex[2 * k]) << 4U | digit(hex[2 * k + 1]));
  return out;
}

}  // namespace

CacheFacts facts_of(const Dataset& data, CacheKey key) {
  CacheFacts facts;
  facts.key = std::move(key);
  facts.forms = shortest_forms(data);
  Dataset& to = facts.data;
  to.rows = data.rows;
  to.cols = data.cols;
  to.nonzeros = data.nonzeros;
  to.numeric_labels = data.numeric_labels;
  to.classes = data.classes;
  to.columns = data.columns;
  to.levels = data.levels;
  to.lines = data.lines;
  to.decimals = data.decimals;
  to.short_decimals = data.short_decimals;
  to.form = data.form;
  to.text_sha256 = data.text_sha256;
  to.text_bytes = data.text_bytes;
  to.other_class_rows = data.other_class_rows;
  to.missing_rows = data.missing_rows;
  to.absent_rows = data.absent_rows;
  return facts;
}

Result<void> put_cache(const Dataset& data, const CacheFacts& facts, std::string_view packed_text,
                       const ByteSink& sink) {
  const std::string fact_bytes = facts.bytes();
  TextHash hash;
  auto hashed = put_arrays(data, facts.forms, [&](std::span<const char> bytes) -> Result<void> {
    hash.add(bytes.data(), bytes.size());
    return {};
  });
  if (!hashed) return hashed;
  CacheHead head;
  head.facts = fact_bytes.size();
  head.arrays = facts.array_bytes();
  head.text = packed_text.size();
  head.facts_hash = TextHash::of(fact_bytes);
  head.arrays_hash = hash.digest();
  head.text_hash = digest_of_hex(data.text_hash);
  if (auto begun = sink(head.bytes() + fact_bytes); !begun) return begun;
  if (auto put = put_arrays(data, facts.forms, sink); !put) return put;
  return sink(packed_text);
}

Result<CacheWritten> write_cache(const std::string& path, const Dataset& data, const CacheFacts& facts,
                                 std::string_view packed_text) {
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  std::uint64_t size = 0;
  const auto put = put_cache(data, facts, packed_text, [&](std::span<const char> bytes) {
    size += bytes.size();
    return file.value().write({bytes.data(), bytes.size()});
  });
  if (!put) return put.error();
  if (const auto kept = file.value().commit(); !kept) return kept.error();
  return CacheWritten{size, file.value().remark()};
}

Result<CacheWritten> make_cache(const std::string& text, const std::string& cache, const ReadOptions& options,
                                Dataset& data) {
  if (options.style.encoding != Encoding::utf8)
    return Error{Code::usage, "--encoding", "a cache holds text in UTF-8; convert the file to UTF-8 first"};
  auto file = open_file(text);
  if (!file) return file.error();
  TextHash file_hash;
  std::uint64_t file_bytes = 0;
  auto bytes = std::make_unique<TappedSource>(std::move(file).value(), [&](std::span<const char> read) {
    file_hash.add(read.data(), read.size());
    file_bytes += read.size();
  });
  const std::string name = text == "-" ? "stdin" : shown(text, 4096);
  auto source = unpack(std::move(bytes), name);
  if (!source) return source.error();
  if (source.value()->cache() != nullptr) return Error{Code::usage, name, "is a cache already"};
  TextPacker packer;
  auto tapped =
      std::make_unique<TappedSource>(std::move(source).value(), [&](std::span<const char> read) { packer.add(read); });
  ReadOptions reading = options;
  reading.sha256 = true;
  auto rows = read_dataset(std::move(tapped), name, reading);
  if (!rows) return rows.error();
  data = std::move(rows).value();
  CacheKey key = key_of(options, {true, format_by_name(text)});
  key.file_hash = file_hash.hex();
  key.file_bytes = file_bytes;
  return write_cache(cache, data, facts_of(data, std::move(key)), packer.finish());
}

}  // namespace halfspace
