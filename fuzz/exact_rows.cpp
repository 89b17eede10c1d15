// Any bytes read by the verifier's reader under some certificate: reading ends, in rows or a problem that says where,
// and the rows are what the fast reader makes of the same bytes wherever both take them.
#include <cstdlib>

#include "certify/verify/exact_reader.hpp"
#include "text_options.hpp"

namespace {

using namespace halfspace;

Certificate certificate_of(const Dataset& d) {
  Certificate c;
  c.data.format = d.form.format;
  c.data.delimiter = d.form.delimiter;
  c.data.header = d.form.header;
  c.data.label = d.form.label;
  c.data.weight = d.form.weight;
  c.data.zero_based = d.form.zero_based;
  c.numeric_classes = d.numeric_labels;
  for (const ClassLabel& k : d.classes) (c.negative.empty() ? c.negative : c.positive).push_back(k.text);
  c.column_count = d.cols;
  for (const std::string& name : d.columns) c.columns.push_back({name, {}});
  return c;
}

/// Too fine for exact numbers, weights that round to 0, labels that only doubles take for one.
bool settled(const Dataset& d) { return d.short_decimals && d.decimals < 300 && d.weight.empty(); }

void compare(std::span<const char> bytes, const char* format) {
  ReadOptions options = fuzz::options_from(bytes);
  options.format = format;
  const auto data = read_dataset(memory_source(bytes), "fuzz", options);
  Certificate c;
  if (data) c = certificate_of(data.value());
  c.data.missing = options.missing.empty() ? "error" : options.missing;
  if (!data) {
    c.data.format = format;
    c.data.label = "label";
    c.columns = {{"x", {}}};
    c.column_count = 9;
    c.negative = {"a", "0"};
    c.positive = {"b", "1"};
  }
  const bool chosen = !options.columns.empty() && c.libsvm();  // certificates know no choice of LIBSVM columns
  const auto source = memory_source(bytes);
  std::uint64_t rows = 0;
  const auto reading = read_exact_rows(c, *source, "fuzz", [&](const ExactRow& row) {
    if (data && settled(data.value()) && !chosen && row.row < data.value().rows &&
        (row.line != data.value().lines.line(row.row) || row.positive != (data.value().label[row.row] > 0)))
      std::abort();
    ++rows;
  });
  if (!reading || rows != reading.value().rows || reading.value().sha256.size() != 64) std::abort();
  if (reading.value().problem && (reading.value().problem->where.empty() || reading.value().problem->message.empty()))
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span bytes(reinterpret_cast<const char*>(data), size);
  compare(bytes, "csv");
  compare(bytes, "libsvm");
  return 0;
}
