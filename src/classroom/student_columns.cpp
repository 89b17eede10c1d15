#include "classroom/student_columns.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

#include "base/text.hpp"

namespace halfspace {
namespace {

bool ends(std::string& text, std::string_view with) {
  if (text.size() <= with.size() || !text.ends_with(with)) return false;
  text.resize(text.size() - with.size());
  return true;
}

std::optional<std::size_t> whole(std::string_view text) {
  std::size_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [at, problem] = std::from_chars(text.data(), end, number);
  return problem == std::errc() && at == end ? std::optional(number) : std::nullopt;
}

/// 2 of w2, of w_2.
std::optional<std::size_t> number_behind(std::string_view text, std::string_view front) {
  if (!text.starts_with(front)) return std::nullopt;
  text.remove_prefix(front.size());
  return whole(text.starts_with('_') ? text.substr(1) : text);
}

struct Alias {
  std::string_view name;
  StudentRole role;
};
constexpr std::array<Alias, 35> aliases = {{{"visit", StudentRole::visit},
                                            {"step", StudentRole::visit},
                                            {"iteration", StudentRole::visit},
                                            {"pass", StudentRole::pass},
                                            {"epoch", StudentRole::pass},
                                            {"row", StudentRole::row},
                                            {"example", StudentRole::row},
                                            {"i", StudentRole::row},
                                            {"y", StudentRole::y},
                                            {"label", StudentRole::y},
                                            {"score", StudentRole::score},
                                            {"s", StudentRole::score},
                                            {"w.x+b", StudentRole::score},
                                            {"ys", StudentRole::score},
                                            {"y*s", StudentRole::score},
                                            {"margin", StudentRole::score},
                                            {"decision", StudentRole::decision},
                                            {"mistake", StudentRole::decision},
                                            {"mistake?", StudentRole::decision},
                                            {"update", StudentRole::decision},
                                            {"update?", StudentRole::decision},
                                            {"yhat", StudentRole::decision},
                                            {"prediction", StudentRole::decision},
                                            {"predicted", StudentRole::decision},
                                            {"sign", StudentRole::decision},
                                            {"sign(s)", StudentRole::decision},
                                            {"ŷ", StudentRole::decision},
                                            {"y_hat", StudentRole::decision},
                                            {"mistakes", StudentRole::mistakes},
                                            {"pocket", StudentRole::pocket},
                                            {"yhat-y", StudentRole::label_error},
                                            {"y_hat-y", StudentRole::label_error},
                                            {"ŷ-y", StudentRole::label_error},
                                            {"prediction-y", StudentRole::label_error},
                                            {"x0", StudentRole::constant}}};

StudentColumn of_alias(const Alias& a, const std::string& written) {
  StudentColumn column{a.role, 0, written};
  column.times_y = a.role == StudentRole::score && (a.name[0] == 'y' || a.name[0] == 'm');
  column.prediction =
      a.role == StudentRole::decision && std::string_view("dmu").find(a.name[0]) == std::string_view::npos;
  return column;
}

class Finder {
 public:
  Finder(const StudentNames& names, bool by_name) : names_(names), by_name_(by_name) {}

  /// The columns of one field of a header; none: the name is unknown.
  std::vector<StudentColumn> of(const std::vector<std::string>& header, std::size_t field) const {
    const std::string& written = header[field];
    std::string name = lowered(written);
    if (const std::size_t minus = name.find("\xE2\x88\x92"); minus != std::string::npos) name.replace(minus, 3, "-");
    if (name == "b" && named(name) && names_.side > 0 && names_.vectors == 1 && !b_is_feature(header, field))
      return {{StudentRole::after, names_.side - 1, written}};
    const bool x0 = by_name_ && name == "x0";
    for (const Alias& a : aliases) {
      if (name != a.name || x0 || (is_new(a.role) && is_of_data(name))) continue;
      if (a.role == StudentRole::constant && !names_.bias) return {{StudentRole::passed_over, 0, written}};
      return {of_alias(a, written)};
    }
    if (name == "class" && (names_.runs || !named(name))) return {{StudentRole::class_name, 0, written}};
    if (!names_.label.empty() && name == lowered(names_.label)) return {{StudentRole::y, 0, written}};
    if (const auto j = feature(name)) return {{StudentRole::x, *j, written}};
    if (name == "x") return vector(StudentRole::x, written, names_.width);
    if (name == "yx" || name == "y*x") return vector(StudentRole::signed_x, written, names_.width);
    const bool before = ends(name, "_before") || ends(name, "_old");
    if (!before) static_cast<void>(ends(name, "_after") || ends(name, "_new") || ends(name, "'"));
    const StudentRole role = before ? StudentRole::before : StudentRole::after;
    const bool alpha = names_.kernel && name.starts_with("alpha");
    if (const auto place = weight(alpha ? "a" + name.substr(5) : name)) {
      StudentColumn column{role, *place, written};
      column.magnitude = alpha;
      return {column};
    }
    if (names_.vectors > 1 || names_.side < 2 || (name != "w" && name != "alpha") || alpha != names_.kernel) return {};
    std::vector<StudentColumn> all = vector(role, written, names_.side - 1);
    for (StudentColumn& column : all) column.magnitude = alpha;
    return all;
  }

 private:
  /// Of roles whose names a column of the data may have, which goes before.
  static bool is_new(StudentRole role) { return role == StudentRole::mistakes || role == StudentRole::pocket; }

  bool is_of_data(const std::string& name) const { return named(name) || name == lowered(names_.label); }

  /// Of the data and no bias: where weights are not listed, or the bias is as well.
  bool b_is_feature(const std::vector<std::string>& header, std::size_t field) const {
    bool weights = false;
    for (std::size_t k = 0; k < header.size(); ++k) {
      std::string name = lowered(header[k]);
      if (name == "b" && k != field) return field < k;
      if (!ends(name, "_after") && !ends(name, "_new")) static_cast<void>(ends(name, "'"));
      if (name == "bias" || name == "w0" || (name == "b" && k != field)) return true;
      weights = weights || name == "w" || (name.starts_with(names_.kernel ? 'a' : 'w') && weight(name).has_value());
    }
    return !weights || !names_.bias;
  }

  static std::vector<StudentColumn> vector(StudentRole role, const std::string& written, std::size_t length) {
    std::vector<StudentColumn> all;
    for (std::size_t j = 0; j < length; ++j) {
      all.push_back({role, j, written + "_" + std::to_string(j + 1)});
      all.back().length = length;
    }
    return all;
  }

  std::optional<std::size_t> numbered(std::optional<std::size_t> number) const {
    if (!number || *number < 1 || *number > names_.width) return std::nullopt;
    return *number - 1;
  }

  std::optional<std::size_t> named(const std::string& name) const {
    for (std::size_t j = 0; j < names_.features.size(); ++j) {
      if (name == lowered(names_.features[j])) return j;
    }
    return std::nullopt;
  }

  /// x2, x_2, petal_length, x_petal_length
  std::optional<std::size_t> feature(const std::string& name) const {
    const auto number = numbered(number_behind(name, "x"));
    if (number && !by_name_) return number;
    if (const auto j = named(name)) return j;
    if (const auto j = name.starts_with("x_") ? named(name.substr(2)) : std::nullopt) return j;
    return number;
  }

  /// The place of w2, w_2, w_petal_length, b, w2_c3 in VisitLine::before.
  std::optional<std::size_t> weight(std::string name) const {
    std::size_t vector = 0;
    if (names_.vectors > 1) {
      const std::size_t at = name.rfind("_c");
      const auto number = at == std::string::npos ? std::nullopt : whole(std::string_view(name).substr(at + 2));
      if (!number || *number == 0 || *number > names_.vectors) return std::nullopt;
      vector = *number - 1;
      name.resize(at);
    }
    if (names_.side == 0) return std::nullopt;
    const std::size_t first = vector * names_.side;
    const auto number = number_behind(name, names_.kernel ? "a" : "w");
    if (by_name_ && number && !names_.kernel) {
      if (const auto j = named("x" + std::to_string(*number)); j && *j + 1 < names_.side) return first + *j;
    }
    if (name == "b" || name == "bias" || name == "w0" || name == "w_0") return first + names_.side - 1;
    if (number && *number >= 1 && *number < names_.side) return first + *number - 1;
    const auto j = name.starts_with("w_") ? named(name.substr(2)) : std::nullopt;
    return j && *j + 1 < names_.side ? std::optional(first + *j) : std::nullopt;
  }

  const StudentNames& names_;
  bool by_name_;
};

std::optional<ColumnProblem> found_by(const Finder& finder, const std::vector<std::string>& header,
                                      std::vector<StudentColumn>& out) {
  for (std::size_t field = 0; field < header.size(); ++field) {
    const std::vector<StudentColumn> columns = finder.of(header, field);
    if (columns.empty())
      return ColumnProblem{field, "unknown column " + in_quotes(header[field]) +
                                      "; the columns are those of `halfspace trace --output-format csv`: visit, pass, "
                                      "row, x1, y, score, decision, w1_before, b_before, w1_after, b_after, ..."};
    for (StudentColumn column : columns) {
      for (const StudentColumn& other : out) {
        if (column.role != StudentRole::passed_over && other.role == column.role && other.index == column.index &&
            other.times_y == column.times_y && other.prediction == column.prediction)
          return ColumnProblem{field, "columns " + in_quotes(other.name) + " and " + in_quotes(column.name) +
                                          " mean the same; leave one out"};
      }
      column.field = field;
      out.push_back(std::move(column));
    }
  }
  return std::nullopt;
}

}  // namespace

std::string lowered(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  std::erase(text, ' ');
  return text;
}

bool StudentColumn::is_work() const {
  return role == StudentRole::score || role == StudentRole::decision || role == StudentRole::before ||
         role == StudentRole::after || role == StudentRole::label_error || of_mistakes();
}

bool StudentColumn::of_mistakes() const {
  return role == StudentRole::mistakes || role == StudentRole::pocket || role == StudentRole::signed_x;
}

bool asks_for_counts(const std::vector<std::string>& header) {
  return std::any_of(header.begin(), header.end(), [](const std::string& written) {
    const std::string name = lowered(written);
    return name == "mistakes" || name == "pocket";
  });
}

bool is_of_trace(const std::string& written) {
  const std::string name = lowered(written);
  return name.ends_with("_before") || name.ends_with("_old") ||
         std::any_of(aliases.begin(), aliases.end(), [&](const Alias& a) { return a.name == name; });
}

std::string weight_name(std::size_t place, const StudentNames& names) {
  const std::size_t j = place % names.side;
  const std::string of = names.vectors == 1 ? "" : "_c" + std::to_string(place / names.side + 1);
  return (j + 1 == names.side ? "b" : (names.kernel ? "a" : "w") + std::to_string(j + 1)) + of;
}

std::optional<ColumnProblem> find_columns(const std::vector<std::string>& header, const StudentNames& names,
                                          std::vector<StudentColumn>& out) {
  const auto is_x0 = [](const std::string& name) { return lowered(name) == "x0"; };
  const bool from_0 = std::any_of(names.features.begin(), names.features.end(), is_x0) &&
                      std::any_of(header.begin(), header.end(), is_x0);
  const auto problem = from_0 ? ColumnProblem{} : found_by(Finder(names, false), header, out);
  if (!problem) return std::nullopt;
  out.clear();
  if (!found_by(Finder(names, true), header, out)) return std::nullopt;
  out.clear();
  return from_0 ? found_by(Finder(names, false), header, out) : problem;
}

}  // namespace halfspace
