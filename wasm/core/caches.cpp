// A module keeps no caches: whoever opens one hears so from codecs.cpp, and nothing below is reached with one.
#include <utility>

#include "format/cache.hpp"
#include "format/cache_arrays.hpp"

namespace halfspace {
namespace {

Error no_caches(const std::string& where) {
  return {Code::usage, where, "this build keeps and reads no caches; leave out --data-cache, or give the text"};
}

}  // namespace

bool serves(const CacheFacts&, const ReadOptions&, NameFormat) { return false; }
Dataset as_asked(Dataset data, const ReadOptions&) { return data; }
std::string text_format(const CacheFacts&, const ReadOptions&) { return {}; }
Result<CacheHead> CacheHead::parse(std::string_view) { return no_caches(""); }
Result<CacheFacts> read_facts(CacheFile&) { return no_caches(""); }
Result<Dataset> take_arrays(CacheFile&, CacheFacts, const ReadOptions&) { return no_caches(""); }
Result<Dataset> read_beside_cache(const std::string& path, const ReadOptions&) { return no_caches(path); }

}  // namespace halfspace
