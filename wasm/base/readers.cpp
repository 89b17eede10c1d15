// In place of readers that a page seldom needs: LIBSVM's rows and models, hashed and rounded columns.
#include "export/libsvm_model.hpp"
#include "format/formats.hpp"
#include "format/hashed_columns.hpp"
#include "not_here.hpp"

namespace halfspace {

Result<Dataset> read_libsvm(Building&) { return not_here("--format", "the reader of LIBSVM text is"); }
Result<std::vector<RowText>> libsvm_row_texts(LineReader&, const Dataset&, const std::vector<std::uint64_t>&) {
  return not_here("--format", "the reader of LIBSVM text is");
}
Result<LibsvmModel> parse_libsvm_model(std::string_view, const std::string& name) {
  return not_here(name, "the reader of LIBSVM models is");
}
Result<Model> model_of(LibsvmModel, const std::string& name) {
  return not_here(name, "the reader of LIBSVM models is");
}

ReadOptions as_written(const ReadOptions& options, const std::string&) {
  ReadOptions out = options;
  out.hash_bits = 0;
  out.rounded = false;
  return out;
}
Result<void> change_columns(Dataset&, const ReadOptions& options, const std::string&) {
  return not_here(options.hash_bits > 0 ? "--hash-bits" : "--precision", "columns of other values are");
}

}  // namespace halfspace
