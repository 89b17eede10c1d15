// Model file version 1, in the safetensors layout: 8 bytes header length (little endian), a JSON header that names the
// tensors, the tensors. The document of the model is the string __metadata__.halfspace; the last tensor, `checksum`,
// holds the XXH3-128 of every byte before it. docs/formats/model.md
#include <bit>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>
#include <type_traits>
#include <utility>

#include <xxhash.h>

#include "base/atomic_file.hpp"
#include "base/text.hpp"
#include "codec/source.hpp"
#include "model/model.hpp"
#include "model/model_document.hpp"
#include "model/model_problem.hpp"

namespace halfspace {
namespace {

static_assert(std::endian::native == std::endian::little,
              "model files are little endian; swap bytes here for other machines");

constexpr std::size_t length_bytes = 8;
constexpr std::size_t sum_bytes = 16;
constexpr std::size_t least_front = 64;  // bytes that show whether it is a model
constexpr std::uint64_t most_header = std::uint64_t{1} << 30U;

std::string check_sum_of(std::string_view bytes) {
  XXH128_canonical_t sum;
  XXH128_canonicalFromHash(&sum, XXH3_128bits(bytes.data(), bytes.size()));
  std::string out(sum_bytes, '\0');
  std::memcpy(out.data(), sum.digest, sum_bytes);
  return out;
}

template <class Values>
void append_raw(std::string& out, const Values& values) {
  out.append(reinterpret_cast<const char*>(values.data()),
             values.size() * sizeof(*values.data()));  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
}

/// Tensors one after another.
class Layout {
 public:
  void add(Json& header, const char* name, const char* type, const std::vector<std::uint64_t>& shape,
           std::uint64_t bytes) {
    header[name] = {{"dtype", type}, {"shape", shape}, {"data_offsets", {at_, at_ + bytes}}};
    at_ += bytes;
  }

 private:
  std::uint64_t at_ = 0;
};

Error refused(const std::string& name, const std::string& what) {
  return {Code::bad_data, name, what + "; the file is damaged or not a halfspace model: train or fetch it again"};
}

/// Reads the tensors a header names, in order, without holes.
class Tensors {
 public:
  Tensors(const Json& header, std::string_view data) : header_(header), data_(data) {}

  template <class Values>
  bool take(const char* name, const char* type, Values& out) {
    using T = std::remove_cvref_t<decltype(*out.data())>;
    const auto found = header_.find(name);
    if (found == header_.end() || !found->is_object() || found->size() != 3) return false;
    const auto part = [&](const char* key) { return found->contains(key) ? found->at(key) : Json(); };
    const Json offsets = part("data_offsets");
    const Json shape = part("shape");
    if (!is_text(part("dtype"), type) || !offsets.is_array() || offsets.size() != 2 || !shape.is_array()) return false;
    if (!offsets[0].is_number_unsigned() || !offsets[1].is_number_unsigned()) return false;
    const auto first = offsets[0].get<std::uint64_t>();
    const auto last = offsets[1].get<std::uint64_t>();
    if (first != at_ || last < first || last > data_.size() || (last - first) % sizeof(T) != 0) return false;
    if (!shape_fits(shape, (last - first) / sizeof(T))) return false;
    out.resize((last - first) / sizeof(T));
    if (!out.empty()) std::memcpy(out.data(), data_.data() + first, last - first);
    at_ = last;
    ++taken_;
    return true;
  }

  bool has(const char* name) const { return header_.contains(name); }
  bool all_taken() const { return at_ == data_.size() && taken_ + 1 == header_.size(); }

 private:
  static bool shape_fits(const Json& shape, std::uint64_t count) {
    std::uint64_t product = 1;
    for (const Json& side : shape) {
      if (!side.is_number_unsigned()) return false;
      const auto n = side.get<std::uint64_t>();
      if (n != 0 && product > std::numeric_limits<std::uint64_t>::max() / n) return false;
      product *= n;
    }
    return product == count;
  }

  const Json& header_;
  std::string_view data_;
  std::uint64_t at_ = 0;
  std::size_t taken_ = 0;
};

bool take_votes(Tensors& tensors, Model& m) {
  VotingVectors v;
  bool good = tensors.take("vote_weights", "F64", v.weights) && tensors.take("vote_counts", "U64", v.counts);
  if (tensors.has("vote_vectors")) good = good && tensors.take("vote_vectors", "U64", v.of_output);
  if (!v.weights.empty() || !v.counts.empty() || !v.of_output.empty()) m.votes = std::move(v);
  return good;
}

bool take_tensors(Tensors& tensors, Model& m) {
  std::vector<std::uint8_t> sum;
  bool good = tensors.take("weights", "F64", m.w) && tensors.take("bias", "F64", m.b);
  if (good && tensors.has("vote_counts")) good = take_votes(tensors, m);
  if (good && tensors.has("shift")) good = tensors.take("shift", "F64", m.map.shift);
  if (good && tensors.has("factor")) good = tensors.take("factor", "F64", m.map.factor);
  if (good && m.support) {
    CsrMatrix<double>& x = m.support->rows;
    good = tensors.take("support_start", "U64", x.start) && tensors.take("support_column", "U32", x.column) &&
           tensors.take("support_value", "F64", x.value);
    x.rows = x.start.empty() ? 0 : x.start.size() - 1;
    if (good && tensors.has("support_phase")) good = tensors.take("support_phase", "F64", m.support->phase);
  }
  return good && tensors.take("checksum", "U8", sum) && sum.size() == sum_bytes && tensors.all_taken();
}

/// Bytes the file must have by its own header; nothing while the header is not all there, 0 when it makes no sense.
std::optional<std::uint64_t> length_by_header(std::string_view bytes) {
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), length_bytes);
  if (bytes.size() < length_bytes + length) return std::nullopt;
  const Json header = parse_json(bytes.substr(length_bytes, length));
  const Json* last = header.is_object() && header.contains("checksum") ? &header["checksum"] : nullptr;
  if (last == nullptr || !last->is_object() || !last->contains("data_offsets")) return 0;
  const Json& offsets = (*last)["data_offsets"];
  if (!offsets.is_array() || offsets.size() != 2 || !offsets[1].is_number_unsigned()) return 0;
  return length_bytes + length + offsets[1].get<std::uint64_t>();
}

/// The whole file; no more is read than its header announces and one byte.
Result<std::string> read_bytes(Source& source, const std::string& name) {
  std::string bytes;
  std::optional<std::uint64_t> length;
  for (;;) {
    const std::size_t had = bytes.size();
    bytes.resize(had + std::max<std::size_t>(had / 2, std::size_t{64} << 10U));
    const auto got = source.read({bytes.data() + had, bytes.size() - had});
    if (!got) return got.error();
    bytes.resize(had + got.value());
    if (got.value() == 0) return bytes;
    if (bytes.size() < least_front) continue;
    if (!looks_like_model(bytes)) return refused(name, "the first bytes are not those of a model file");
    if (!length) length = length_by_header(bytes);
    if (length && bytes.size() > *length)
      return refused(name, "it has bytes behind the end its header names, so the checksum cannot fit");
  }
}

}  // namespace

bool looks_like_model(std::string_view bytes) {
  constexpr std::string_view begin = "{\"__metadata__\":{\"halfspace\":";
  std::uint64_t length = 0;
  if (bytes.size() < length_bytes + begin.size()) return false;
  std::memcpy(&length, bytes.data(), length_bytes);
  return length <= most_header && bytes.substr(length_bytes).starts_with(begin);
}

std::string model_bytes(const Model& m) {
  Json header;
  header["__metadata__"] = {{"halfspace", json_text(model_document(m))}};
  Layout layout;
  const std::uint64_t outputs = m.vectors();
  const std::uint64_t side = m.vector_size();
  const auto add = [&](const char* name, const auto& values, const char* type,
                       const std::vector<std::uint64_t>& shape) {
    if (!values.empty()) layout.add(header, name, type, shape, values.size() * sizeof(values[0]));
  };
  const std::vector<std::uint64_t> one = {side};
  layout.add(header, "weights", "F64", outputs == 1 ? one : std::vector{outputs, side}, 8 * m.w.size());
  layout.add(header, "bias", "F64", {outputs}, 8 * outputs);
  if (m.votes) {
    const std::vector<std::uint64_t>& split = m.votes->of_output;
    const std::uint64_t k =
        split.empty() ? m.votes->counts.size() : std::accumulate(split.begin(), split.end(), std::uint64_t{0});
    add("vote_weights", m.votes->weights, "F64", {k, k == 0 ? 0 : m.votes->weights.size() / k});
    add("vote_counts", m.votes->counts, "U64", {k});
    add("vote_vectors", split, "U64", {outputs});
  }
  add("shift", m.map.shift, "F64", {m.map.shift.size()});
  add("factor", m.map.factor, "F64", {m.map.factor.size()});
  if (m.support) {
    const CsrMatrix<double>& x = m.support->rows;
    layout.add(header, "support_start", "U64", {x.start.size()}, 8 * x.start.size());
    layout.add(header, "support_column", "U32", {x.column.size()}, 4 * x.column.size());
    layout.add(header, "support_value", "F64", {x.value.size()}, 8 * x.value.size());
    add("support_phase", m.support->phase, "F64", {m.support->phase.size()});
  }
  layout.add(header, "checksum", "U8", {sum_bytes}, sum_bytes);
  std::string text = json_text(header);
  text.resize((text.size() + 7) / 8 * 8, ' ');
  std::string out(length_bytes, '\0');
  const std::uint64_t length = text.size();
  std::memcpy(out.data(), &length, length_bytes);
  out += text;
  append_raw(out, m.w);
  append_raw(out, m.b);
  if (m.votes) {
    append_raw(out, m.votes->weights);
    append_raw(out, m.votes->counts);
    append_raw(out, m.votes->of_output);
  }
  append_raw(out, m.map.shift);
  append_raw(out, m.map.factor);
  if (m.support) {
    append_raw(out, m.support->rows.start);
    append_raw(out, m.support->rows.column);
    append_raw(out, m.support->rows.value);
    append_raw(out, m.support->phase);
  }
  return out + check_sum_of(out);
}

Result<Model> parse_model(std::string_view bytes, const std::string& name, bool check_sum) {
  if (!looks_like_model(bytes)) return refused(name, "the first bytes are not those of a model file");
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), length_bytes);
  if (bytes.size() < length_bytes + length + sum_bytes)
    return refused(name, "truncated: the header or the weights are cut off");
  const std::string_view body = bytes.substr(0, bytes.size() - sum_bytes);
  if (check_sum && check_sum_of(body) != bytes.substr(body.size()))
    return refused(name, "the checksum does not fit the content");
  const Json header = parse_json(bytes.substr(length_bytes, length));
  if (!header.is_object()) return refused(name, "the header is not JSON");
  const Json metadata = header.contains("__metadata__") ? header["__metadata__"] : Json();
  if (!metadata.is_object() || metadata.size() != 1 || !metadata.contains("halfspace") ||
      !metadata["halfspace"].is_string()) {
    return refused(name, "the header has no model document");
  }
  auto model = parse_model_document(parse_json(metadata["halfspace"].get_ref<const std::string&>()), name);
  if (!model) return model;
  Model& m = model.value();
  Tensors tensors(header, bytes.substr(length_bytes + length));
  if (!take_tensors(tensors, m)) return refused(name, "the weights do not fit the header");
  if (const std::string problem = model_problem(m); !problem.empty()) return refused(name, problem);
  m.columns = m.feature_names();
  return model;
}

std::string Model::vector_name(std::size_t k) const {
  if (!pairwise()) return classes[k];
  std::size_t first = 0;
  while (k >= classes.size() - 1 - first) k -= classes.size() - 1 - first++;
  return classes[first] + " against " + classes[first + 1 + k];
}

Result<void> save_model(const Model& model, const std::string& path) {
  const auto saved = write_file(path, model_bytes(model));
  return saved ? Result<void>{} : saved.error();
}

Result<Model> load_model(Source& source, const std::string& name) {
  const auto bytes = read_bytes(source, name);
  if (!bytes) return bytes.error();
  return parse_model(bytes.value(), name);
}

Result<Model> load_model(const std::string& path) {
  const auto source = open_source(path);
  if (!source) return source.error();
  return load_model(*source.value(), path == "-" ? "stdin" : shown(path, 4096));
}

}  // namespace halfspace
