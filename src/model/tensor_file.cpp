#include "model/tensor_file.hpp"

#include <bit>
#include <limits>
#include <utility>

#include <xxhash.h>

namespace halfspace {
namespace {

static_assert(std::endian::native == std::endian::little,
              "model files are little endian; swap bytes here for other machines");

constexpr std::size_t sum_bytes = 16;
constexpr std::uint64_t most_header = std::uint64_t{1} << 30U;

std::string check_sum_of(std::string_view bytes) {
  XXH128_canonical_t sum;
  XXH128_canonicalFromHash(&sum, XXH3_128bits(bytes.data(), bytes.size()));
  std::string out(sum_bytes, '\0');
  std::memcpy(out.data(), sum.digest, sum_bytes);
  return out;
}

bool shape_fits(const Json& shape, std::uint64_t count) {
  std::uint64_t product = 1;
  for (const Json& side : shape) {
    if (!side.is_number_unsigned()) return false;
    const auto n = side.get<std::uint64_t>();
    if (n != 0 && product > std::numeric_limits<std::uint64_t>::max() / n) return false;
    product *= n;
  }
  return product == count;
}

Error refused_bytes(const std::string& what) { return {Code::bad_data, "", what}; }

}  // namespace

bool begins_tensor_file(std::string_view bytes, std::string_view key) {
  const std::string begin = "{\"__metadata__\":{\"" + std::string(key) + "\":";
  std::uint64_t length = 0;
  if (bytes.size() < tensor_length_bytes + begin.size()) return false;
  std::memcpy(&length, bytes.data(), tensor_length_bytes);
  return length <= most_header && bytes.substr(tensor_length_bytes).starts_with(begin);
}

TensorWriter::TensorWriter(const char* key, const Json& document) {
  header_["__metadata__"] = {{key, json_text(document)}};
}

void TensorWriter::name_tensor(const char* name, const char* type, const std::vector<std::uint64_t>& shape,
                               std::uint64_t bytes) {
  header_[name] = {{"dtype", type}, {"shape", shape}, {"data_offsets", {at_, at_ + bytes}}};
  at_ += bytes;
}

std::string TensorWriter::bytes() {
  name_tensor("checksum", "U8", {sum_bytes}, sum_bytes);
  std::string text = json_text(header_);
  text.resize((text.size() + 7) / 8 * 8, ' ');
  std::string out(tensor_length_bytes, '\0');
  const std::uint64_t length = text.size();
  std::memcpy(out.data(), &length, tensor_length_bytes);
  out += text;
  for (const std::string_view part : parts_) out += part;
  return out + check_sum_of(out);
}

Result<TensorReader> TensorReader::open(std::string_view bytes, std::string_view key, bool check_sum) {
  if (!begins_tensor_file(bytes, key)) return refused_bytes("the first bytes are not those of such a file");
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), tensor_length_bytes);
  if (bytes.size() < tensor_length_bytes + length + sum_bytes)
    return refused_bytes("truncated: the header or the weights are cut off");
  const std::string_view body = bytes.substr(0, bytes.size() - sum_bytes);
  if (check_sum && check_sum_of(body) != bytes.substr(body.size()))
    return refused_bytes("the checksum does not fit the content");
  TensorReader out;
  out.header_ = parse_json(bytes.substr(tensor_length_bytes, length));
  if (!out.header_.is_object()) return refused_bytes("the header is not JSON");
  const std::string name(key);
  const Json metadata = out.header_.contains("__metadata__") ? out.header_["__metadata__"] : Json();
  if (!metadata.is_object() || metadata.size() != 1 || !metadata.contains(name) || !metadata[name].is_string())
    return refused_bytes("the header has no " + std::string(key) + " document");
  out.document_ = parse_json(metadata[name].get_ref<const std::string&>());
  out.data_ = bytes.substr(tensor_length_bytes + length);
  return out;
}

bool TensorReader::take_bytes(const char* name, const char* type, std::size_t size, std::string_view& out) {
  const auto found = header_.find(name);
  if (found == header_.end() || !found->is_object() || found->size() != 3) return false;
  const auto part = [&](const char* key) { return found->contains(key) ? found->at(key) : Json(); };
  const Json offsets = part("data_offsets");
  const Json shape = part("shape");
  if (!is_text(part("dtype"), type) || !offsets.is_array() || offsets.size() != 2 || !shape.is_array()) return false;
  if (!offsets[0].is_number_unsigned() || !offsets[1].is_number_unsigned()) return false;
  const auto first = offsets[0].get<std::uint64_t>();
  const auto last = offsets[1].get<std::uint64_t>();
  if (first != at_ || last < first || last > data_.size() || (last - first) % size != 0) return false;
  if (!shape_fits(shape, (last - first) / size)) return false;
  out = data_.substr(first, last - first);
  at_ = last;
  ++taken_;
  return true;
}

bool TensorReader::ends() {
  std::string_view sum;
  return take_bytes("checksum", "U8", 1, sum) && sum.size() == sum_bytes && at_ == data_.size() &&
         taken_ + 1 == header_.size();
}

}  // namespace halfspace
