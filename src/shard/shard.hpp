// Rows of one partition of the data, kept where they are, that answer questions of a driver which never sees them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/buffer.hpp"
#include "base/mapped_file.hpp"
#include "data/rows.hpp"
#include "shard/answer.hpp"
#include "shard/question.hpp"
#include "shard/row_memory.hpp"

namespace halfspace {

/// What a shard is made of. `label[i]` is an index into `labels`, the texts of the classes met here.
struct ShardRows {
  std::uint64_t number = 0;  // of the partition, from 0: rows of all partitions are numbered in this order
  Matrix x;
  Buffer<std::uint32_t> label;
  Buffer<double> weight;             // empty: all 1
  std::vector<std::string> labels;   // none twice
  std::vector<std::string> columns;  // names, or none
};

class Shard {
 public:
  /// The first bytes of a file.
  static constexpr std::string_view file_begins = "halfspace shard 1\n";

  explicit Shard(ShardRows rows) : rows_(std::make_shared<const ShardRows>(std::move(rows))) {}

  /// As the bytes of its file (shard_head.hpp), and back.
  std::string bytes() const;
  static Result<Shard> parse(std::string_view bytes);
  Result<void> save(const std::string& path, bool lasting = true) const;  // as AtomicFile::commit

  /// Maps the file: rows are read from the system's cache of it, which all processes of a machine share.
  /// `number`: in the place of that in the file.
  static Result<Shard> open(const std::string& path, std::optional<std::uint64_t> number = {});

  /// One pass over the rows. What these rows cannot answer is a failure of the Answer.
  Answer answer(const Question& question, unsigned threads = 1) const;

  /// The system may have the memory of a mapped file again; it is read anew when it is needed.
  void let_go(bool remember) const;

  std::uint64_t number() const { return rows_->number; }
  std::uint64_t rows() const { return rows_->label.size(); }
  std::uint64_t cols() const;
  std::uint64_t stored() const;  // entries
  std::uint64_t memory() const;  // bytes of the arrays, scaled ones that are kept among them
  bool is_mapped() const { return file_ != nullptr; }
  void forget_scaled() const { memory_->scaled.forget(); }
  const ShardRows& data() const { return *rows_; }

 private:
  using ByteSink = std::function<Result<void>(std::span<const char>)>;
  std::string why_not(const Question& question) const;  // it cannot be answered; "": it can
  Result<void> give(const ByteSink& to) const;          // the bytes of its file
  static Result<Shard> viewed(std::string_view bytes, std::shared_ptr<const MappedFile> file,
                              std::shared_ptr<const void> memory, std::optional<std::uint64_t> number = {});

  std::shared_ptr<const ShardRows> rows_;
  std::shared_ptr<RowMemory> memory_ = std::make_shared<RowMemory>();
  std::shared_ptr<const void> owner_;       // of the memory that rows_ views; null: its own
  std::shared_ptr<const MappedFile> file_;  // or this
};

}  // namespace halfspace
