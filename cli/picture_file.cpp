#include "picture_file.hpp"

#include <algorithm>
#include <cctype>

#include <unistd.h>

#include "base/text.hpp"
#include "data_flags.hpp"
#include "output_file.hpp"
#include "plot/svg.hpp"
#include "plot/terminal.hpp"
#include "png.hpp"
#include "session.hpp"
#include "terminal_size.hpp"

namespace halfspace::cli {
namespace {

Result<unsigned> size_of(const Args& args, const std::string& name, Form form, unsigned fallback) {
  const bool tall = name == "height";
  const std::uint64_t low = form != Form::text ? 120 : tall ? 6 : 40;
  const std::uint64_t high = form != Form::text ? 10000 : tall ? 500 : 1000;
  const auto size = args.count(name, std::clamp<std::uint64_t>(fallback, low, high));
  if (!size || size.value() < low || size.value() > high)
    return Error{Code::usage, "--" + name,
                 in_quotes(args.get(name)) + " is not a whole number of " +
                     (form != Form::text ? "pixels"
                      : tall             ? "lines"
                                         : "characters") +
                     " from " + std::to_string(low) + " to " + std::to_string(high)};
  return static_cast<unsigned>(size.value());
}

}  // namespace

Result<Form> form_of(const Args& args, const std::string& flag, Form dash) {
  std::string path = args.get(flag);
  if (path == "-") return dash;
  std::transform(path.begin(), path.end(), path.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (path.ends_with(".svg")) return Form::svg;
  if (path.ends_with(".png")) return Form::png;
  return Error{Code::usage, dashed(flag),
               in_quotes(args.get(flag), 200) + " ends in neither .svg nor .png; - is " +
                   (dash == Form::svg ? "SVG" : "text") + " on standard output"};
}

Result<void> check_picture_flags(const Args& args, Form form) {
  const std::string theme = args.get("theme", "light");
  if (theme != "light" && theme != "dark")
    return Error{Code::usage, "--theme", in_quotes(theme) + " is not one of light, dark"};
  for (const char* side : {"width", "height"}) {
    if (const auto size = size_of(args, side, form, 100); !size) return size.error();
  }
  return {};
}

Result<std::string> drawn(const Args& args, Form form, const plot::Figure& figure) {
  const auto width =
      size_of(args, "width", form, form == Form::text ? static_cast<unsigned>(terminal_columns(STDOUT_FILENO)) : 720);
  if (!width) return width.error();
  const auto height = size_of(args, "height", form, form == Form::text ? 20 : figure.height);
  if (!height) return height.error();
  if (form == Form::text) return plot::terminal(figure, {width.value(), height.value(), color_on(args, STDOUT_FILENO)});
  const std::string text = plot::svg(figure, {width.value(), height.value(), args.get("theme") == "dark"});
  return form == Form::png ? png_of(text) : Result<std::string>(text);
}

Result<void> write_picture(const Args& args, const std::string& flag, const plot::Figure& figure) {
  const auto form = form_of(args, flag, Form::text);
  if (!form) return form.error();
  const auto bytes = drawn(args, form.value(), figure);
  if (!bytes) return bytes.error();
  return form.value() == Form::text ? print(bytes.value()) : write_output(args, args.get(flag), bytes.value());
}

}  // namespace halfspace::cli
