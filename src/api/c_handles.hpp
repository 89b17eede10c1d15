// The handles of the C interface, and the frame around each call: no exception passes, the last error is kept.
#pragma once

#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/float_environment.hpp"
#include "base/stop.hpp"
#include "halfspace/halfspace.h"
#include "halfspace/model.hpp"
#include "halfspace/options.hpp"

struct hs_context {
  std::string error;
};

struct hs_options {
  halfspace::Options values;
};

struct hs_model {
  halfspace::Classifier classifier;
  std::string status;
  std::int64_t updates;
  std::int64_t mistakes;
};

struct hs_predictions {
  halfspace::Predictions values;
};

struct hs_text {
  std::string bytes;
};

namespace halfspace::api {

/// The failure as the context's last error.
inline hs_status failed(hs_context* context, const Error& error) noexcept {
  try {
    context->error = error.text();
  } catch (const std::bad_alloc&) {
    context->error.clear();  // no memory for its text; the status tells
  }
  return static_cast<hs_status>(error.code);
}

/// The same of a text, without memory for an Error.
inline hs_status failed(hs_context* context, Code code, const char* text) noexcept {
  try {
    context->error = text;
  } catch (const std::bad_alloc&) {
    context->error.clear();
  }
  return static_cast<hs_status>(code);
}

inline hs_status status_of(const Result<void>&) { return HS_OK; }
inline hs_status status_of(const Result<hs_status>& answer) { return answer.value(); }

/// Runs call(), a Result<void>, or a Result<hs_status> where there are answers besides HS_OK.
template <class Call>
hs_status guarded(hs_context* context, Call&& call) noexcept {
  if (context == nullptr) return HS_USAGE;
  context->error.clear();
  const FloatEnvironment arithmetic;
  try {
    const auto done = call();
    return done ? status_of(done) : failed(context, done.error());
  } catch (const std::bad_alloc&) {
    return failed(context, Code::bad_data, "out of memory");
  } catch (const std::length_error&) {
    return failed(context, Code::bad_data, "out of memory");
  } catch (const Stopped&) {
    return failed(context, Code::interrupted, "the run was stopped");
  } catch (const std::exception& problem) {
    return failed(context, Code::io, problem.what());
  } catch (...) {
    return failed(context, Code::io, "internal error");
  }
}

inline Error null_argument(const char* name) { return {Code::usage, name, "is NULL"}; }

/// A new handle for *out, which is NULL until then.
template <class Handle, class... Parts>
Result<void> give(Handle** out, Parts&&... parts) {
  *out = std::make_unique<Handle>(Handle{std::forward<Parts>(parts)...}).release();
  return {};
}

}  // namespace halfspace::api
