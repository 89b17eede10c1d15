// Rows kept in a binary file, so that their text need not be read again (docs/formats/cache.md). What is read from a cache is
// what the same options make of its text, bit for bit: where the kept rows are not that, the text is read.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "codec/cache_file.hpp"
#include "format/cache_arrays.hpp"
#include "format/cache_facts.hpp"
#include "format/read.hpp"

namespace halfspace {

/// How the ending of a file's name speaks of its format.
struct NameFormat {
  bool known = true;        // false: a cache that is read for itself, whose text has no name any more
  std::string_view format;  // "" where the ending says nothing
};

/// The key of rows that were read with these options.
CacheKey key_of(const ReadOptions& options, NameFormat name);

/// Can the rows of these facts be given for a text read with `options`?
bool serves(const CacheFacts& facts, const ReadOptions& options, NameFormat name);

/// Rows that serve, as `options` ask for them.
Dataset as_asked(Dataset data, const ReadOptions& options);

/// The format in which the text of a cache is to be read where its rows do not serve.
std::string text_format(const CacheFacts& facts, const ReadOptions& options);

/// The facts of a cache. Errors: bad_data for one that is damaged.
Result<CacheFacts> read_facts(CacheFile& file);

/// The facts of rows that are to be kept under this key.
CacheFacts facts_of(const Dataset& data, CacheKey key);

/// Hands out a whole cache, piece by piece.
Result<void> put_cache(const Dataset& data, const CacheFacts& facts, std::string_view packed_text,
                       const ByteSink& sink);

/// A file that was written.
struct CacheWritten {
  std::uint64_t bytes = 0;
  std::string remark;  // of AtomicFile
};

/// Writes rows with their facts, `packed_text` (TextPacker) with them or "".
Result<CacheWritten> write_cache(const std::string& path, const Dataset& data, const CacheFacts& facts,
                                 std::string_view packed_text);

/// Reads the text and writes the cache of it with the text inside; `data` has what was read.
Result<CacheWritten> make_cache(const std::string& text, const std::string& cache, const ReadOptions& options,
                                Dataset& data);

/// Reads the file at `path` by way of a cache kept beside it, PATH.hsd: used where it is of these bytes and these
/// options, else written. What goes wrong with the cache is a warning.
Result<Dataset> read_beside_cache(const std::string& path, const ReadOptions& options);

}  // namespace halfspace
