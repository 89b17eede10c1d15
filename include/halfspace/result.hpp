// Result<T>: a value or an Error. No exception leaves the core; an Error always says what was found and what to do.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace halfspace {

/// What kind of failure; the numbers are the command line's exit codes.
enum class Code { usage = 2, bad_data = 3, io = 5, interrupted = 130 };

/// A failure: `where` is file:line:column, an option or a file; `message` says what was found, expected, and what to
/// do.
struct Error {
  Code code = Code::bad_data;
  std::string where;
  std::string message;

  std::string text() const { return where.empty() ? message : where + ": " + message; }
};

/// A value of type T or an Error. value() may be called only when ok(), error() only when not.
///
/// Of a temporary both return by value, so that `for (const auto& x : f().value())` is safe.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  T& value() & { return *std::get_if<0>(&state_); }
  const T& value() const& { return *std::get_if<0>(&state_); }
  T value() && { return std::move(*std::get_if<0>(&state_)); }
  const T& value() const&& = delete;
  const Error& error() const& { return *std::get_if<1>(&state_); }
  Error error() && { return std::move(*std::get_if<1>(&state_)); }

 private:
  std::variant<T, Error> state_;
};

/// Success without a value, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  const Error& error() const& { return *error_; }
  Error error() && { return std::move(*error_); }

 private:
  std::optional<Error> error_;
};

}  // namespace halfspace
