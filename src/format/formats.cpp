#include "format/formats.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "base/sha256.hpp"
#include "codec/decoded.hpp"
#include "codec/stoppable_source.hpp"
#include "codec/tapped_source.hpp"
#include "format/cache.hpp"
#include "format/hashed_columns.hpp"
#include "format/left_out_columns.hpp"

namespace halfspace {
namespace {

constexpr std::array<std::string_view, 1> csv_endings = {".csv"};
constexpr std::array<std::string_view, 2> tsv_endings = {".tsv", ".tab"};
constexpr std::array<std::string_view, 3> libsvm_endings = {".libsvm", ".svm", ".svmlight"};
constexpr std::array<std::string_view, 5> codec_endings = {".gz", ".zst", ".xz", ".bz2", ".lz4"};

constexpr std::array<Format, 3> list = {{
    {"csv", csv_endings, read_csv, csv_row_texts},
    {"tsv", tsv_endings, read_tsv, csv_row_texts},
    {"libsvm", libsvm_endings, read_libsvm, libsvm_row_texts},
}};

const Format* find_format(std::string_view name) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const Format& f) { return f.name == name; });
  return found == list.end() ? nullptr : &*found;
}

std::string_view blanks_trimmed(std::string_view s) {
  while (!s.empty() && (s.front() == ' ' || s.front() == '\t')) s.remove_prefix(1);
  while (!s.empty() && (s.back() == ' ' || s.back() == '\t' || s.back() == '\r')) s.remove_suffix(1);
  return s;
}

std::string_view first_token(std::string_view& line) {
  line = blanks_trimmed(line);
  const std::string_view token = line.substr(0, line.find_first_of(" \t"));
  line.remove_prefix(token.size());
  line = blanks_trimmed(line);
  return token;
}

/// The first line with content, looked for in the first MiB.
Result<std::string> first_line(Source& source, std::string& head, std::uint64_t skipped) {
  constexpr std::size_t most = std::size_t{1} << 20U;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t end = head.find('\n', begin);
    const std::string_view line = std::string_view(head).substr(begin, end == std::string::npos ? end : end - begin);
    const std::string_view text = blanks_trimmed(line);
    if (end != std::string::npos && (skipped > 0 || text.empty() || text.front() == '#')) {
      skipped -= skipped > 0 ? 1 : 0;
      begin = end + 1;
      continue;
    }
    if (end != std::string::npos || head.size() >= most) return std::string(line);
    const std::size_t had = head.size();
    head.resize(had + (std::size_t{64} << 10U));
    const auto got = source.read({head.data() + had, head.size() - had});
    head.resize(had + (got ? got.value() : 0));
    if (!got) return got.error();
    if (got.value() == 0) return head.substr(begin);
  }
}

/// Files that are no text of rows, by their first bytes.
std::string other_kind(std::string_view head) {
  if (head.starts_with("PK\x03\x04")) return "a zip archive (or a spreadsheet); unpack it, or save it as CSV";
  if (head.size() > 20 && head.substr(8).starts_with("{\"__metadata__\"")) return "a halfspace model, not rows of data";
  if (head.starts_with(CacheHead::magic)) return "a halfspace cache packed once more; unpack it";
  if (head.starts_with("PAR1")) return "a Parquet file; save it as CSV";
  return "";
}

/// Options that say nothing about the format are refused, not passed over.
Result<void> check_options(const std::string& format, const ReadOptions& options) {
  if (options.for_model) return {};  // settled by the model
  const auto refuse = [&](const char* option, const char* of) {
    return Error{Code::usage, option, "is for " + std::string(of) + "; the data is " + format + " text"};
  };
  if (format == "libsvm" && !options.header) return refuse("--no-header", "CSV and TSV");
  if (format == "libsvm" && options.delimiter != 0) return refuse("--delimiter", "CSV and TSV");
  if (format == "libsvm" && !options.categorical.empty()) return refuse("--categorical", "CSV and TSV");
  if (format == "libsvm" && !options.missing.empty()) return refuse("--missing", "CSV and TSV");
  if (format == "libsvm" && !options.drop.empty()) return refuse("--drop", "CSV and TSV");
  if (format == "libsvm" && !options.order_by.empty()) return refuse("--order-by", "CSV and TSV");
  for (const auto& [flag, value] : options.style.values()) {
    const bool any_text = flag == "encoding" || flag == "skip-lines";
    if (format == "libsvm" && !any_text) return refuse(("--" + flag).c_str(), "CSV and TSV");
  }
  if (format != "libsvm" && options.zero_based) return refuse("--zero-based", "LIBSVM text");
  return {};
}

}  // namespace

std::span<const Format> formats() { return list; }

bool looks_like_libsvm(std::string_view line) {
  Number number;
  if (line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
  const std::string_view label = first_token(line);
  if (!parse_number(label, number))
    return label.find(':') != std::string_view::npos && label.find(',') == std::string_view::npos;
  const std::string_view entry = first_token(line);
  return entry.empty() || entry.front() == '#' || entry.find(':') != std::string_view::npos;
}

std::string_view format_by_name(std::string_view path) {
  for (const std::string_view ending : codec_endings) {
    if (path.ends_with(ending)) {
      path.remove_suffix(ending.size());
      break;
    }
  }
  for (const Format& f : list) {
    if (std::any_of(f.extensions.begin(), f.extensions.end(), [&](std::string_view e) { return path.ends_with(e); }))
      return f.name;
  }
  return {};
}

std::string_view guess_format(std::string_view path, std::string_view line, std::string_view fallback) {
  if (const std::string_view named = format_by_name(path); !named.empty()) return named;
  if (!fallback.empty()) return fallback;
  if (looks_like_libsvm(line)) return "libsvm";
  return line.find('\t') != std::string_view::npos && line.find(',') == std::string_view::npos ? "tsv" : "csv";
}

namespace {

/// Goes to the line behind those that --skip-lines passes over.
Result<void> skip_lines(LineReader& lines, std::uint64_t count) {
  std::string_view line;
  for (std::uint64_t k = 0; k < count; ++k) {
    if (lines.next(line)) continue;
    if (lines.problem()) return *lines.problem();
    return Error{Code::usage, "--skip-lines",
                 lines.name() + " has " + counted(k, "line") + "; no rows are left to read"};
  }
  return {};
}

Result<Dataset> read_text(std::unique_ptr<Source> source, const std::string& name, const ReadOptions& options) {
  source = decoded(std::move(source), options.style.encoding, name);
  std::string head;
  std::string format = options.format;
  if (format.empty()) {
    const auto line = first_line(*source, head, options.style.skip_lines);
    if (!line) return line.error();
    format = std::string(guess_format(name, line.value(), options.for_model ? options.model_format : ""));
    const bool tabs = line.value().find('\t') != std::string::npos && line.value().find(',') == std::string::npos;
    if (options.for_model && options.model_format == "tsv" && format == "csv" && options.delimiter == 0 && tabs)
      format = "tsv";  // learned from a .csv with --delimiter tab
  }
  const Format* reader = find_format(format);
  if (reader == nullptr)
    return Error{Code::usage, "--format", in_quotes(format) + " is not a format; expected csv, tsv or libsvm"};
  if (const auto fine = check_options(format, options); !fine) return fine.error();
  if (const std::string other = other_kind(head); !other.empty()) return Error{Code::bad_data, name, other};
  Building building(replayed(std::move(head), std::move(source)), name, options);
  if (const auto skipped = skip_lines(building.lines, options.style.skip_lines); !skipped) return skipped.error();
  return reader->read(building);
}

/// Rows as the reader of a cache gives them, or its text; where rows are taken the text, which needs no memory for all.
Result<Dataset> read_cache(std::unique_ptr<Source> source, const std::string& name, const ReadOptions& options) {
  CacheFile& file = *source->cache();
  auto facts = read_facts(file);
  if (!facts) return facts.error();
  if (!options.take && serves(facts.value(), options, {false, ""})) {
    auto data = take_arrays(file, std::move(facts).value(), options);
    if (!data) return data;
    return as_asked(std::move(data).value(), options);
  }
  ReadOptions of_text = options;
  of_text.format = text_format(facts.value(), options);
  auto data = read_text(std::move(source), name, of_text);
  if (data) data.value().text_sha256 = facts.value().data.text_sha256;
  return data;
}

Result<Dataset> read_rows(std::unique_ptr<Source> source, const std::string& name, const ReadOptions& options) {
  if (source->cache() != nullptr) return read_cache(std::move(source), name, options);
  if (!options.sha256) return read_text(std::move(source), name, options);
  Sha256 sha256;
  auto data = read_text(std::make_unique<TappedSource>(std::move(source), [&](auto bytes) { sha256.add(bytes); }), name,
                        options);
  if (data) data.value().text_sha256 = sha256.hex();
  return data;
}

/// What `read` gives, changed afterwards: caches hold the columns of their text, whatever becomes of them.
template <class Read>
Result<Dataset> changed(const std::string& name, const ReadOptions& options, const Read& read) {
  if (options.hash_bits == 0 && !options.rounded && !looks_at_columns(options)) return read(options);
  if (options.take && (options.style.dates == Dates::drop || options.drop == std::vector<std::string>{"auto"}))
    return Error{Code::usage, options.style.dates == Dates::drop ? "--dates" : "--drop",
                 "looks at whole columns, which --stream does not keep; name the columns: --drop COL,..."};
  auto data = read(as_written(options, name));
  if (!data || options.take) return data;
  if (const auto done = leave_out(data.value(), options, name); !done) return done.error();
  if (options.hash_bits == 0 && !options.rounded) return data;
  if (const auto done = change_columns(data.value(), options, name); !done) return done.error();
  return data;
}

}  // namespace

Result<Dataset> read_dataset(std::unique_ptr<Source> source, const std::string& name, const ReadOptions& options) {
  return changed(name, options, [&](const ReadOptions& plain) { return read_rows(std::move(source), name, plain); });
}

Result<Dataset> read_dataset(const std::string& path, const ReadOptions& options) {
  if (options.data_cache && path != "-")
    return changed(shown(path, 4096), options,
                   [&](const ReadOptions& plain) { return read_beside_cache(path, plain); });
  auto source = open_source(path, options.stop);
  if (!source) return source.error();
  return read_dataset(std::move(source).value(), path == "-" ? "stdin" : shown(path, 4096), options);
}

Error changed_text(const std::string& name) {
  return {Code::bad_data, name, "the file changed since it was read; read it again"};
}

TextAgain::TextAgain(std::string path) : name(path) {
  open = [path = std::move(path)]() -> Result<std::unique_ptr<Source>> {
    if (path == "-") return Error{Code::usage, "-", "standard input cannot be read twice; save the data in a file"};
    return open_source(path);
  };
}

TextAgain ended_by(TextAgain text, const StopToken& stop) {
  if (!text.open) return text;
  return {text.name, [open = text.open, stop]() -> Result<std::unique_ptr<Source>> {
            auto source = open();
            if (!source) return source;
            return std::unique_ptr<Source>(std::make_unique<StoppableSource>(std::move(source).value(), stop));
          }};
}

Result<std::vector<RowText>> read_row_texts(const TextAgain& text, const Dataset& data,
                                            const std::vector<std::uint64_t>& rows) {
  auto source = text.open();
  if (!source) return source.error();
  LineReader lines(decoded(std::move(source).value(), data.form.style.encoding, text.name), text.name);
  if (const auto skipped = skip_lines(lines, data.form.style.skip_lines); !skipped) return skipped.error();
  auto texts = find_format(data.form.format)->read_texts(lines, data, rows);
  if (!texts) return texts;
  for (std::string_view rest; lines.next(rest);) {
  }
  if (lines.problem()) return *lines.problem();
  if (lines.hash() != data.text_hash || texts.value().size() != rows.size()) {
    return changed_text(text.name);
  }
  return texts;
}

}  // namespace halfspace
