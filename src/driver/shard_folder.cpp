#include "driver/shard_folder.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>
#include <utility>

#include "base/json.hpp"
#include "base/text_hash.hpp"
#include "format/formats.hpp"
#include "model/model_document.hpp"

namespace halfspace {
namespace {

constexpr std::string_view first_line = "halfspace shards 2";
constexpr std::string_view last_line = "xxh3_128 ";  // and the checksum

Error wrong(const std::string& name, const std::string& what) {
  return {Code::bad_data, name, what + "; make the folder anew by halfspace convert --shards"};
}

std::string source_line(const ShardsText& made_of) {
  Json lines = Json::array();
  for (const LineIndex::Step& s : made_of.lines.steps()) lines.push_back({s.row, s.line});
  return json_text({{"sha256", made_of.sha256}, {"missing", made_of.missing}, {"lines", lines}}) + "\n";
}

/// A text that some format reads.
bool is_known(const TextForm& form) {
  const auto all = formats();
  const auto is_form = [&](const Format& f) { return f.name == form.format; };
  return std::any_of(all.begin(), all.end(), is_form) && (form.format == "libsvm" || can_delimit(form.delimiter));
}

/// The lines before the checksum; none where it is not theirs.
std::optional<std::string> sealed_lines(const std::string& text) {
  const std::size_t end = last_line.size() + 2 * sizeof(TextHash::Digest) + 1;
  std::string lines = text.substr(0, text.size() - std::min(text.size(), end));
  if (text != sealed_manifest(lines)) return std::nullopt;
  return lines;
}

/// False: not such a document.
bool read_source(const Json& j, ShardsText& out) {
  if (!j.is_object() || j.size() != 3 || !j.contains("sha256") || !j.contains("missing") || !j.contains("lines"))
    return false;
  if (!j["sha256"].is_string() || !j["missing"].is_string() || !j["lines"].is_array()) return false;
  out.sha256 = j["sha256"].get<std::string>();
  out.missing = j["missing"].get<std::string>();
  for (const Json& step : j["lines"]) {
    const bool numbers =
        step.is_array() && step.size() == 2 && step[0].is_number_unsigned() && step[1].is_number_unsigned();
    if (!numbers) return false;
    const auto row = step[0].get<std::uint64_t>();
    const auto& steps = out.lines.steps();
    if (steps.empty() ? row != 0 : row <= steps.back().row) return false;
    out.lines.add(row, step[1].get<std::uint64_t>());
  }
  return !out.lines.steps().empty();
}

}  // namespace

std::string sealed_manifest(std::string lines) {
  const TextHash::Digest hash = TextHash::of(lines);
  return std::move(lines) + std::string(last_line) + TextHash::hex(hash) + "\n";
}

std::string Manifest::text() const {
  std::string out(first_line);
  out += "\n" + json_text(data_document(data)) + "\n";
  if (source) out += source_line(*source);
  for (const ShardEntry& s : shards)
    out += s.file + " " + std::to_string(s.rows) + " " + std::to_string(s.bytes) + " " + s.checksum + "\n";
  return sealed_manifest(std::move(out));
}

Result<Manifest> Manifest::parse(const std::string& text, const std::string& name) {
  if (!text.starts_with(std::string(first_line) + "\n"))
    return wrong(name, "is no manifest of shards, or one of another version");
  const auto sealed = sealed_lines(text);
  if (!sealed) return wrong(name, "is damaged: its last line is not the checksum of the lines before it");
  std::istringstream lines(*sealed);
  std::string line;
  std::getline(lines, line);
  Manifest out;
  std::getline(lines, line);
  const Json document = parse_json(line);
  if (!document.is_object()) return wrong(name, "line 2: expected what a model says of its data, as JSON");
  if (const auto bad = read_data(document, out.data)) return wrong(name, "line 2: bad or missing member " + *bad);
  if (!is_known(out.data.form)) return wrong(name, "line 2: unknown format or delimiter");
  std::uint64_t rows = 0;
  if (lines.peek() == '{') {
    std::getline(lines, line);
    if (!read_source(parse_json(line), out.source.emplace()))
      return wrong(name, "line 3: expected the text's sha256, missing and lines, as JSON");
  }
  for (ShardEntry s; lines >> s.file;) {
    const std::string place = "line " + std::to_string((out.source ? 4 : 3) + out.shards.size());
    if (!(lines >> s.rows >> s.bytes >> s.checksum) || s.checksum.size() != 2 * sizeof(TextHash::Digest))
      return wrong(name, place + ": expected FILE ROWS BYTES XXH3-128");
    if (s.file != shard_file_name(out.shards.size()))
      return wrong(name, place + ": expected " + shard_file_name(out.shards.size()));
    rows += s.rows;
    out.shards.push_back(s);
  }
  if (out.shards.empty() || rows != out.data.rows)
    return wrong(name, "the rows of its files do not add up to " + std::to_string(out.data.rows));
  return out;
}

bool is_shard_folder(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(std::filesystem::path(path) / manifest_name, ignored);
}

bool is_shard_file(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;  // a pipe is read once
  std::ifstream file(path, std::ios::binary);
  std::string begins(Shard::file_begins.size(), ' ');
  file.read(begins.data(), static_cast<std::streamsize>(begins.size()));
  return file && begins == Shard::file_begins;
}

std::string shard_checksum(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  TextHash::Digest digest{};
  file.seekg(static_cast<std::streamoff>(Shard::file_begins.size()));
  file.read(digest.data(), static_cast<std::streamsize>(digest.size()));
  return file ? TextHash::hex(digest) : "";
}

std::string shard_file_name(std::uint64_t number) {
  std::string digits = std::to_string(number);
  if (digits.size() < 5) digits.insert(0, 5 - digits.size(), '0');
  return "part-" + digits + ".shard";
}

std::uint64_t ShardFolder::largest() const {
  std::uint64_t most = 0;
  for (const ShardEntry& s : manifest.shards) most = std::max(most, s.bytes);
  return most;
}

Result<ShardFolder> open_shards(const std::string& path) {
  const std::filesystem::path folder(path);
  const std::string name = (folder / manifest_name).string();
  std::ifstream file(name, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file) return Error{Code::io, name, "cannot be read: " + std::generic_category().message(errno)};
  auto manifest = Manifest::parse(text, name);
  if (!manifest) return std::move(manifest).error();
  ShardFolder out;
  out.manifest = std::move(manifest).value();
  for (const ShardEntry& entry : out.manifest.shards) {
    const std::string part = (folder / entry.file).string();
    auto shard = Shard::open(part);
    if (!shard) return std::move(shard).error();
    if (shard.value().rows() != entry.rows || shard.value().number() != out.shards.size() ||
        shard_checksum(part) != entry.checksum)
      return wrong(part, "is not the file that " + std::string(manifest_name) + " names");
    shard.value().let_go(false);
    out.shards.push_back(std::move(shard).value());
  }
  return out;
}

}  // namespace halfspace
