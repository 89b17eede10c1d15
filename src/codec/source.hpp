// Source: the bytes of a text, wherever they come from and however they are packed. One per codec; never two deep.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/stop.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

class CacheFile;

/// A stream of bytes read once, in order.
class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  /// Fills the front of `to` (not empty) and returns how many bytes; 0 only at the end of the text.
  /// Damaged or truncated input is an Error (bad_data), a failing read an Error (io). A packed text is whole and its
  /// checksums right only once read() has returned 0: until then an Error may still follow the bytes handed out.
  virtual Result<std::size_t> read(std::span<char> to) = 0;

  /// About how many bytes read() will give in all; 0 where that is not known.
  virtual std::uint64_t expected() const { return 0; }

  /// Would read() still wait (for a pipe, a terminal) after so many milliseconds? Packed: where its bytes are used up.
  virtual bool waits(int milliseconds) const {
    static_cast<void>(milliseconds);
    return false;
  }

  /// The rows kept with the text, where the file is a cache and nothing of its text was read yet; else null.
  virtual CacheFile* cache() { return nullptr; }
};

/// Opens `path` ("-" is standard input; a file of that name is "./-") and unpacks it when its first bytes are a codec's
/// magic number. Errors (io): no such file, a directory, unreadable. An unpacked text is never unpacked again.
/// A wait for bytes (of a pipe, a terminal) asks `stop` and ends with an Error (interrupted).
Result<std::unique_ptr<Source>> open_source(const std::string& path, const StopToken& stop = {});

/// The bytes of a file as they are, packed or not. Errors as of open_source().
Result<std::unique_ptr<Source>> open_file(const std::string& path, const StopToken& stop = {});

/// `size` bytes of a file from `first` on, as they stand in it. Errors (io): unreadable, shorter than that.
Result<std::unique_ptr<Source>> open_range(const std::string& path, std::uint64_t first, std::uint64_t size);

/// Wraps a stream of packed or plain bytes: looks at the first bytes and puts the matching codec (codecs.hpp) around
/// it. Members, frames or streams of that codec may follow one another: the text is their texts joined. Any other byte
/// after them is an Error. `name` is where the errors say they are.
Result<std::unique_ptr<Source>> unpack(std::unique_ptr<Source> bytes, const std::string& name);

/// The bytes of a span, which must outlive the Source.
std::unique_ptr<Source> memory_source(std::span<const char> bytes);

/// Gives `head` first, then the rest: for looking at the front of a stream.
std::unique_ptr<Source> replayed(std::string head, std::unique_ptr<Source> rest);

}  // namespace halfspace
