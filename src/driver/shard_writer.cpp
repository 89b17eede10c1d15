#include "driver/shard_writer.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "base/atomic_file.hpp"
#include "base/text.hpp"
#include "format/labels.hpp"

namespace halfspace {
namespace {

/// A matrix of doubles that grows row by row.
class GrowingRows {
 public:
  void add(const Dataset& block, std::size_t i) {
    std::visit([&](const auto& x) { add_row(x.row(i)); }, block.x);
    cols_ = std::max(cols_, block.cols);
  }

  /// As floats where every number is one.
  Matrix take() {
    return dense_ ? of_values(DenseMatrix<double>(), DenseMatrix<float>())
                  : of_values(CsrMatrix<double>(), CsrMatrix<float>());
  }

 private:
  template <class T>
  void add_row(DenseRow<T> row) {
    dense_ = true;
    for (std::size_t j = 0; j < row.size; ++j) value_.push_back(static_cast<double>(row.value[j]));
    ++rows_;
  }
  template <class T>
  void add_row(SparseRow<T> row) {
    if (start_.empty()) start_.push_back(0);
    for (std::size_t k = 0; k < row.size; ++k) {
      column_.push_back(row.column[k]);
      value_.push_back(static_cast<double>(row.value[k]));
    }
    start_.push_back(value_.size());
    ++rows_;
  }
  template <class Wide, class Narrow>
  Matrix of_values(Wide wide, Narrow narrow) {
    const bool floats = std::all_of(value_.begin(), value_.end(),
                                    [](double v) { return static_cast<double>(static_cast<float>(v)) == v; });
    if (!floats) return filled(std::move(wide), std::move(value_));
    return filled(std::move(narrow), std::move(value_).narrowed<float>());
  }
  template <class M, class Values>
  Matrix filled(M x, Values values) {
    x.rows = rows_;
    x.cols = cols_;
    x.value = std::move(values);
    if constexpr (requires { x.start; }) {
      if (start_.empty()) start_.push_back(0);
      x.start = std::move(start_);
      x.column = std::move(column_);
    }
    return x;
  }

  bool dense_ = false;
  std::size_t rows_ = 0;
  std::size_t cols_ = 0;
  Buffer<std::uint64_t> start_;
  Buffer<std::uint32_t> column_;
  Buffer<double> value_;
};

/// Cuts the rows of a text, block after block, into files.
class ShardCuts {
 public:
  ShardCuts(std::string folder, std::uint64_t rows, std::uint64_t shards)
      : folder_(std::move(folder)), rows_(rows), shards_(shards) {}

  Result<void> take(const RowBlock& block) {
    const Dataset& d = block.rows;
    columns_ = d.columns;
    for (std::size_t i = 0; i < d.label.size(); ++i) {
      grown_.add(d, i);
      lines_.add(seen_, d.lines.line(i));
      label_.push_back(place_of(block.labels, d.label[i]));
      if (!d.weight.empty()) weight_.push_back(d.weight[i]);
      ++seen_;
      if (seen_ != end_of(manifest_.shards.size())) continue;
      if (auto written = write(); !written) return written;
    }
    return {};
  }

  Manifest finish(const Dataset& data, const std::string& missing) {
    manifest_.data.form = data.form;
    manifest_.data.text_hash = data.text_hash;
    manifest_.data.rows = seen_;
    manifest_.data.nonzeros = data.nonzeros;
    manifest_.data.labels = labels_;
    constexpr std::size_t most_steps = 100000;
    const bool exact = data.short_decimals && data.form.hash_bits == 0 && !data.form.rounded &&
                       data.form.style.dates != Dates::parts && missing.find("mean") == std::string::npos;
    if (exact && !data.text_sha256.empty() && lines_.steps().size() <= most_steps)
      manifest_.source = {data.text_sha256, missing.empty() ? "error" : missing, std::move(lines_)};
    return std::move(manifest_);
  }

 private:
  /// Rows before the end of shard k.
  std::uint64_t end_of(std::uint64_t k) const { return (k + 1) * (rows_ / shards_) + std::min(k + 1, rows_ % shards_); }

  std::uint32_t place_of(const Labels& labels, std::uint32_t number) {
    if (place_.size() < labels.size()) place_.resize(labels.size());
    if (!place_[number]) {
      place_[number] = static_cast<std::uint32_t>(labels_.size());
      labels_.push_back(labels.text(number));
    }
    return *place_[number];
  }

  Result<void> write() {
    ShardRows rows;
    rows.number = manifest_.shards.size();
    rows.x = grown_.take();
    rows.label = std::move(label_);
    rows.weight = std::move(weight_);
    rows.labels = labels_;
    rows.columns = columns_;
    grown_ = {};
    label_ = {};
    weight_ = {};
    const std::string name = shard_file_name(manifest_.shards.size());
    const std::filesystem::path path = std::filesystem::path(folder_) / name;
    if (auto written = Shard(std::move(rows)).save(path.string()); !written) return written;
    std::error_code unknown;
    const std::uint64_t bytes = std::filesystem::file_size(path, unknown);
    if (unknown) return Error{Code::io, path.string(), "cannot be looked at: " + unknown.message()};
    const std::uint64_t before = manifest_.shards.empty() ? 0 : end_of(manifest_.shards.size() - 1);
    manifest_.shards.push_back({name, seen_ - before, bytes, shard_checksum(path.string())});
    return {};
  }

  std::string folder_;
  std::uint64_t rows_;
  std::uint64_t shards_;
  std::uint64_t seen_ = 0;
  Manifest manifest_;
  GrowingRows grown_;
  Buffer<std::uint32_t> label_;
  Buffer<double> weight_;
  std::vector<std::optional<std::uint32_t>> place_;  // of the reading's labels
  std::vector<std::string> labels_;
  std::vector<std::string> columns_;
  LineIndex lines_;
};

Result<void> check_columns_of_numbers(const RowBlock& block) {
  for (std::size_t j = 0; j < block.rows.levels.size(); ++j) {
    if (!block.rows.levels[j].empty())
      return Error{
          Code::usage, "--shards",
          "column " + block.rows.column_name(j) + " is of texts, and shards hold numbers; leave it out (--drop)"};
  }
  return {};
}

/// What follows from all rows or whole columns is not known where rows come block after block.
Result<void> check_reading(const ReadOptions& options) {
  if (!options.missing.empty() && options.missing != "error" && options.missing != "drop")
    return Error{Code::usage, "--missing",
                 options.missing +
                     " is not for --shards, which hold numbers as they are; choose drop, or fill cells beforehand"};
  if (options.style.dates == Dates::parts)
    return Error{Code::usage, "--dates",
                 "parts is not for --shards, which hold a column of numbers for each column of the text; choose days, "
                 "or write year, month, day and weekday as columns of the text"};
  const bool drops_dates = options.style.dates == Dates::drop;
  if (drops_dates || options.drop == std::vector<std::string>{"auto"})
    return Error{Code::usage, drops_dates ? "--dates" : "--drop",
                 std::string(drops_dates ? "drop" : "auto") +
                     " looks at whole columns, which --shards does not keep; name the columns: --drop COL,..."};
  return {};
}

/// Removed again unless it is kept.
class UnfinishedFolder {
 public:
  explicit UnfinishedFolder(std::string path) : path_(std::move(path)) {}
  UnfinishedFolder(const UnfinishedFolder&) = delete;
  UnfinishedFolder& operator=(const UnfinishedFolder&) = delete;
  ~UnfinishedFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  void keep() { path_.clear(); }

 private:
  std::string path_;
};

Result<Manifest> written(const std::string& path, ReadOptions options, std::uint64_t shards,
                         const std::string& folder) {
  std::uint64_t rows = 0;
  options.whole_columns = false;
  options.take = [&](RowBlock& block) {
    rows += block.rows.label.size();
    return check_columns_of_numbers(block);
  };
  const auto counted_rows = read_dataset(path, options);
  if (!counted_rows) return counted_rows.error();
  if (rows < shards)
    return Error{Code::usage, "--shards",
                 std::to_string(shards) + " is more than the " + counted(rows, "row") + " of " + shown(path, 200)};
  ShardCuts cuts(folder, rows, shards);
  options.take = [&](RowBlock& block) { return cuts.take(block); };
  options.sha256 = true;
  const auto again = read_dataset(path, options);
  if (!again) return again.error();
  if (again.value().text_hash != counted_rows.value().text_hash) return changed_text(shown(path, 200));
  if (options.warn && again.value().absent_rows > 0)
    options.warn("rows of weight 0 are left out: " + grouped(again.value().absent_rows));
  if (options.warn && again.value().missing_rows > 0)
    options.warn("rows with a missing cell are left out: " + grouped(again.value().missing_rows));
  Manifest out = cuts.finish(again.value(), options.missing);
  if (auto saved = write_file((std::filesystem::path(folder) / manifest_name).string(), out.text()); !saved)
    return std::move(saved).error();
  return out;
}

}  // namespace

Result<Manifest> write_shards(const std::string& path, const ReadOptions& options, std::uint64_t shards,
                              const std::string& folder) {
  if (auto fine = check_reading(options); !fine) return std::move(fine).error();
  if (path == "-")
    return Error{Code::usage, "--shards",
                 "reads the text twice, and standard input can be read once; save it in a file"};
  std::error_code problem;
  if (std::filesystem::exists(folder, problem))
    return Error{Code::usage, "-o",
                 in_quotes(folder, 200) + " exists already; name a folder that does not, or remove it"};
  if (!std::filesystem::create_directory(folder, problem))
    return Error{Code::io, folder, "cannot be made: " + problem.message()};
  UnfinishedFolder unfinished(folder);
  auto out = written(path, options, shards, folder);
  if (out) unfinished.keep();
  return out;
}

}  // namespace halfspace
