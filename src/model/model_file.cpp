// Model file version 1, in the layout of tensor_file.hpp; the document is __metadata__.halfspace. docs/formats/model.md
#include <cstring>
#include <numeric>
#include <optional>
#include <utility>

#include "base/atomic_file.hpp"
#include "base/text.hpp"
#include "codec/source.hpp"
#include "model/model.hpp"
#include "model/model_document.hpp"
#include "model/model_problem.hpp"
#include "model/tensor_file.hpp"

namespace halfspace {
namespace {

constexpr const char* document_key = "halfspace";
constexpr std::size_t least_front = 64;  // bytes that show whether it is a model

Error refused(const std::string& name, const std::string& what) {
  return {Code::bad_data, name, what + "; the file is damaged or not a halfspace model: train or fetch it again"};
}

bool take_votes(TensorReader& tensors, Model& m) {
  VotingVectors v;
  bool good = tensors.take("vote_weights", "F64", v.weights) && tensors.take("vote_counts", "U64", v.counts);
  if (tensors.has("vote_vectors")) good = good && tensors.take("vote_vectors", "U64", v.of_output);
  if (!v.weights.empty() || !v.counts.empty() || !v.of_output.empty()) m.votes = std::move(v);
  return good;
}

bool take_tensors(TensorReader& tensors, Model& m) {
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
  return good && tensors.ends();
}

/// Bytes the file must have by its own header; nothing while the header is not all there, 0 when it makes no sense.
std::optional<std::uint64_t> length_by_header(std::string_view bytes) {
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), tensor_length_bytes);
  if (bytes.size() < tensor_length_bytes + length) return std::nullopt;
  const Json header = parse_json(bytes.substr(tensor_length_bytes, length));
  const Json* last = header.is_object() && header.contains("checksum") ? &header["checksum"] : nullptr;
  if (last == nullptr || !last->is_object() || !last->contains("data_offsets")) return 0;
  const Json& offsets = (*last)["data_offsets"];
  if (!offsets.is_array() || offsets.size() != 2 || !offsets[1].is_number_unsigned()) return 0;
  return tensor_length_bytes + length + offsets[1].get<std::uint64_t>();
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

bool looks_like_model(std::string_view bytes) { return begins_tensor_file(bytes, document_key); }

std::string model_bytes(const Model& m) {
  TensorWriter to(document_key, model_document(m));
  const std::uint64_t outputs = m.vectors();
  const std::uint64_t side = m.vector_size();
  const std::vector<std::uint64_t> one = {side};
  to.add("weights", "F64", outputs == 1 ? one : std::vector{outputs, side}, m.w);
  to.add("bias", "F64", {outputs}, m.b);
  if (m.votes) {
    const std::vector<std::uint64_t>& split = m.votes->of_output;
    const std::uint64_t k =
        split.empty() ? m.votes->counts.size() : std::accumulate(split.begin(), split.end(), std::uint64_t{0});
    if (!m.votes->weights.empty())
      to.add("vote_weights", "F64", {k, k == 0 ? 0 : m.votes->weights.size() / k}, m.votes->weights);
    if (!m.votes->counts.empty()) to.add("vote_counts", "U64", {k}, m.votes->counts);
    if (!split.empty()) to.add("vote_vectors", "U64", {outputs}, split);
  }
  to.add_list("shift", "F64", m.map.shift);
  to.add_list("factor", "F64", m.map.factor);
  if (m.support) {
    const CsrMatrix<double>& x = m.support->rows;
    to.add("support_start", "U64", {x.start.size()}, x.start);
    to.add("support_column", "U32", {x.column.size()}, x.column);
    to.add("support_value", "F64", {x.value.size()}, x.value);
    to.add_list("support_phase", "F64", m.support->phase);
  }
  return to.bytes();
}

Result<Model> parse_model(std::string_view bytes, const std::string& name, bool check_sum) {
  if (!looks_like_model(bytes)) return refused(name, "the first bytes are not those of a model file");
  auto opened = TensorReader::open(bytes, document_key, check_sum);
  if (!opened) return refused(name, opened.error().message);
  TensorReader& tensors = opened.value();
  auto model = parse_model_document(tensors.document(), name);
  if (!model) return model;
  Model& m = model.value();
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
