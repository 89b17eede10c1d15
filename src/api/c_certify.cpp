// The C interface: separability and certificates.
#include "api/c_arrays.hpp"
#include "api/c_calls.hpp"
#include "api/c_rows.hpp"
#include "base/json.hpp"
#include "halfspace/certify.hpp"
#include "report/separate_report.hpp"

namespace halfspace::api {
namespace {

/// Both texts are made before either is given.
Result<hs_status> give_separation(const Result<Separation>& found, hs_text** report, hs_text** certificate) {
  if (!found) return found.error();
  const Separation& s = found.value();
  std::unique_ptr<hs_text> proof;
  if (certificate != nullptr && !s.certificate.empty()) proof = std::make_unique<hs_text>(hs_text{s.certificate});
  if (report != nullptr) *report = std::make_unique<hs_text>(hs_text{s.json}).release();
  if (proof) *certificate = proof.release();
  return s.separable() ? hs_status{HS_OK} : s.verdict == "undecided" ? hs_status{HS_UNDECIDED} : hs_status{HS_NO};
}

template <class RowsInMemory>
Result<hs_status> separate_rows_of(const Result<RowsInMemory>& rows, const double* labels, const hs_options* options,
                                   hs_text** report) {
  if (!rows) return rows.error();
  const auto y = array("labels", labels, rows.value().rows);
  if (!y) return y.error();
  return give_separation(separate(rows.value(), y.value(), given(options)), report, nullptr);
}

Result<hs_status> give_verified(const Result<Verified>& checked, hs_text** report) {
  if (!checked) return checked.error();
  const Verified& v = checked.value();
  const Json json = verification_json({v.accepted, v.statement, v.reason, v.question});
  if (report != nullptr) *report = std::make_unique<hs_text>(hs_text{json_text(json)}).release();
  return v.accepted ? hs_status{HS_OK} : hs_status{HS_NO};
}

}  // namespace
}  // namespace halfspace::api

using namespace halfspace;       // NOLINT(google-build-using-namespace)
using namespace halfspace::api;  // NOLINT(google-build-using-namespace)

hs_status hs_separate_file(hs_context* context, const char* path, const hs_options* options, hs_watch watch, void* user,
                           hs_text** report, hs_text** certificate) {
  return guarded(context, [&]() -> Result<hs_status> {
    clear_place(report);
    clear_place(certificate);
    if (path == nullptr) return null_argument("path");
    return give_separation(separate_file(path, given(options), watch_of(watch, user)), report, certificate);
  });
}

hs_status hs_separate(hs_context* context, const hs_rows* rows, const hs_options* options, hs_watch watch, void* user,
                      hs_text** report) {
  return guarded(context, [&]() -> Result<hs_status> {
    clear_place(report);
    return give_separation(
        with_labels(rows, [&](const auto& x,
                              const RowLabels& y) { return separate(x, y, given(options), watch_of(watch, user)); }),
        report, nullptr);
  });
}

hs_status hs_separate_dense(hs_context* context, int64_t rows, int64_t cols, const double* values, const double* labels,
                            const hs_options* options, hs_text** report) {
  return guarded(context, [&]() -> Result<hs_status> {
    clear_place(report);
    return separate_rows_of(dense_rows(rows, cols, values), labels, options, report);
  });
}

hs_status hs_separate_csr(hs_context* context, int64_t rows, int64_t cols, const int64_t* start, const int64_t* column,
                          const double* values, const double* labels, const hs_options* options, hs_text** report) {
  return guarded(context, [&]() -> Result<hs_status> {
    clear_place(report);
    return separate_rows_of(csr_rows(rows, cols, start, column, values), labels, options, report);
  });
}

hs_status hs_verify_file(hs_context* context, const char* certificate_path, const char* data_path, hs_text** report) {
  return guarded(context, [&]() -> Result<hs_status> {
    clear_place(report);
    if (certificate_path == nullptr) return null_argument("certificate_path");
    if (data_path == nullptr) return null_argument("data_path");
    return give_verified(verify_file(certificate_path, data_path), report);
  });
}

hs_status hs_verify(hs_context* context, const char* certificate, const char* data_path, hs_text** report) {
  return guarded(context, [&]() -> Result<hs_status> {
    clear_place(report);
    if (certificate == nullptr) return null_argument("certificate");
    if (data_path == nullptr) return null_argument("data_path");
    return give_verified(verify(certificate, data_path), report);
  });
}
