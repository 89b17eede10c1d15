#include "separate/shards/folder_certificate.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "base/sha256.hpp"
#include "base/text.hpp"
#include "separate/shards/shard_text.hpp"

namespace halfspace {
namespace {

bool is_dense(const ShardFolder& f) { return f.shards.front().data().x.index() < 2; }

/// Names of columns in the rows' own text.
std::vector<std::string> names_of(const ShardFolder& f) {
  return is_dense(f) ? f.shards.front().data().columns : std::vector<std::string>();
}

/// The rows' text, shard after shard.
class ShardSource final : public Source {
 public:
  explicit ShardSource(const ShardFolder& folder) : folder_(folder), text_(header_text(names_of(folder))) {}

  Result<std::size_t> read(std::span<char> to) override {
    if (at_ == text_.size()) {
      text_.clear();
      at_ = 0;
      if (auto more = next(to.size()); !more) return std::move(more).error();
    }
    const std::size_t size = std::min(to.size(), text_.size() - at_);
    if (size > 0) std::memcpy(to.data(), text_.data() + at_, size);
    at_ += size;
    return size;
  }

 private:
  Result<void> next(std::size_t size) {
    while (shard_ < folder_.shards.size() && text_.size() < size) {
      const Shard& shard = folder_.shards[shard_];
      if (row_ == 0) {
        if (auto fine = check_labels(shard.data(), true); !fine) return fine;
      }
      for (; row_ < shard.rows() && text_.size() < size; ++row_) append_row_text(shard.data(), row_, text_);
      if (row_ < shard.rows()) continue;
      shard.let_go(false);
      ++shard_;
      row_ = 0;
    }
    return {};
  }

  const ShardFolder& folder_;
  std::string text_;
  std::size_t at_ = 0;
  std::size_t shard_ = 0;
  std::size_t row_ = 0;
};

template <class Line>
void map_lines(Certificate& c, const Line& line) {
  const auto map = [&](Terms& terms) {
    for (Term& t : terms) t.line = line(t.line);
  };
  map(c.witness);
  map(c.span);
  if (c.margin) map(c.margin->lambda);
  if (!c.disjoint_witnesses) return;
  for (Terms& terms : *c.disjoint_witnesses) map(terms);
}

Certificate::Text text_of(const TextForm& form, const ShardsText& source) {
  Certificate::Text out;
  out.sha256 = source.sha256;
  out.format = form.format;
  out.delimiter = form.delimiter;
  out.header = form.header;
  out.label = form.label;
  out.weight = form.weight;
  out.zero_based = form.zero_based;
  out.missing = source.missing;
  out.style = form.style;
  return out;
}

Certificate::Text text_of_rows(const ShardFolder& f) {
  Certificate::Text out;
  const std::vector<std::string> names = names_of(f);
  out.format = is_dense(f) ? "csv" : "libsvm";
  out.header = !names.empty();
  out.missing = "error";
  if (is_dense(f)) out.label = names.empty() ? std::to_string(f.shards.front().cols() + 1) : label_column(names);
  return out;
}

/// Lines above the first row of the rows' text.
std::uint64_t lines_above(const ShardFolder& f) { return names_of(f).empty() ? 0 : 1; }

/// Do both read the text in one way?
bool same_reading(const Certificate::Text& a, const Certificate::Text& b) {
  return a.format == b.format && a.label == b.label && a.weight == b.weight && a.missing == b.missing &&
         a.zero_based == b.zero_based &&
         (a.format == "libsvm" || (a.delimiter == b.delimiter && a.header == b.header)) &&
         a.style.values() == b.style.values();
}

/// Where the rows are in the rows' text: a label may hold line feeds.
LineIndex lines_of_rows(const ShardFolder& f) {
  LineIndex out;
  std::uint64_t row = 0;
  std::uint64_t line = lines_above(f) + 1;
  for (const Shard& shard : f.shards) {
    std::vector<std::uint64_t> height;
    for (const std::string& label : shard.data().labels)
      height.push_back(1 + static_cast<std::uint64_t>(std::count(label.begin(), label.end(), '\n')));
    for (const std::uint32_t label : shard.data().label) {
      out.add(row++, line);
      line += height[label];
    }
  }
  return out;
}

/// The certificate about the text of the folder as one about the rows' text.
Certificate about_rows(Certificate c, const ShardFolder& f) {
  const LineIndex& lines = f.manifest.source->lines;
  const LineIndex to = lines_of_rows(f);
  map_lines(c, [&](std::uint64_t line) -> std::uint64_t {
    const auto& steps = lines.steps();
    auto step = std::upper_bound(steps.begin(), steps.end(), line,
                                 [](std::uint64_t l, const LineIndex::Step& s) { return l < s.line; });
    if (step == steps.begin()) return 0;
    --step;
    const std::uint64_t row = step->row + (line - step->line);
    return lines.line(row) == line ? to.line(row) : 0;
  });
  const std::uint64_t rows = c.data.rows;
  c.data = text_of_rows(f);
  c.data.rows = rows;
  return c;
}

Result<std::string> hash_of_rows(const ShardFolder& f) {
  Sha256 hash;
  ShardSource text(f);
  std::string block(std::size_t{1} << 18U, '\0');
  while (true) {
    const auto got = text.read(block);
    if (!got) return got.error();
    if (got.value() == 0) return hash.hex();
    hash.add(std::span(block).first(got.value()));
  }
}

Result<Verification> verify_rows(const Certificate& c, const ShardFolder& f, const std::string& name) {
  return verify(c, [&] { return Result<std::unique_ptr<Source>>(std::make_unique<ShardSource>(f)); }, name);
}

}  // namespace

Certificate about_source(Certificate c, const ShardFolder& f) {
  const ShardsText& source = *f.manifest.source;
  const std::uint64_t above = lines_above(f);
  map_lines(c, [&](std::uint64_t line) { return source.lines.line(line - 1 - above); });
  const std::uint64_t rows = c.data.rows;
  c.data = text_of(f.manifest.data.form, source);
  c.data.rows = rows;
  return c;
}

Result<Verification> verify_over_shards(std::string_view certificate, const std::string& name,
                                        const std::string& folder) {
  const auto parsed = parse_certificate(certificate, name);
  if (!parsed && !is_certificate(certificate)) return parsed.error();
  if (!parsed) return Verification{false, "", parsed.error().text(), ""};
  const auto opened = open_shards(folder);
  if (!opened) return opened.error();
  const ShardFolder& f = opened.value();
  const Certificate& c = parsed.value();
  const std::string shown_name = shown(folder, 4096);
  const auto& source = f.manifest.source;
  if (!source || source->sha256 != c.data.sha256) return verify_rows(c, f, shown_name);
  if (!same_reading(c.data, text_of(f.manifest.data.form, *source)))
    return Verification{false, c.statement,
                        "data: the certificate reads the text in another way than " + shown_name + " did", ""};
  Certificate translated = about_rows(c, f);
  auto hash = hash_of_rows(f);
  if (!hash) return std::move(hash).error();
  translated.data.sha256 = std::move(hash).value();
  return verify_rows(translated, f, shown_name);
}

}  // namespace halfspace
