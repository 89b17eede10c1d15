#include "path_outputs.hpp"

#include <string>
#include <utility>

#include "output_file.hpp"
#include "path_picture.hpp"
#include "picture_file.hpp"
#include "report/model_run.hpp"
#include "report/path_report.hpp"

namespace halfspace::cli {
namespace {

int path_exit_code(const Args& args, Status status) {
  if (status == Status::interrupted) return static_cast<int>(Code::interrupted);
  return args.has("strict") && status != Status::converged ? 4 : 0;
}

std::string path_saved_text(const Args& args, const PathTraining& path) {
  if (!path.chosen) return "";
  return args.has("o") ? "model      " + shown(args.get("o"), 200) + "\n"
                       : "model      not saved (-o MODEL saves it)\n";
}

Result<void> write_path(const Args& args, const PathTraining& path) {
  if (args.has("o") && path.chosen) {
    if (const auto saved = write_output(args, args.get("o"), model_bytes(path.trained.model)); !saved)
      return saved.error();
  }
  if (args.has("o") && !path.chosen)
    note(args, std::string(path.why_no_means.empty() ? "no point was chosen" : "the path ended before its choice") +
                   ": no model is written");
  if (!args.has("plot")) return {};
  const auto figure = path_figure(path);
  if (!figure) return figure.error();
  return write_picture(args, "plot", figure.value());
}

}  // namespace

Result<void> check_path_files(const Args& args, const std::vector<std::string>& inputs,
                              const std::vector<std::string>& outputs) {
  if (const auto fine = check_paths(args, inputs, outputs); !fine) return fine.error();
  if (!args.has("plot")) {
    for (const char* flag : {"theme", "width", "height"}) {
      if (args.has(flag)) return Error{Code::usage, dashed(flag), "is of a picture; give --plot FILE too"};
    }
    return {};
  }
  const auto form = form_of(args, "plot", Form::text);
  if (!form) return form.error();
  return check_picture_flags(args, form.value());
}

Outcome tell_of_path(const Args& args, const Dataset& data, PathTraining& path, Json seconds, double begun) {
  describe_run(path.trained, data);
  stop_timer();
  if (const auto written = write_path(args, path); !written) return written.error();
  Result<void> printed;
  if (args.has("json")) {
    seconds["total"] = seconds_now() - begun;
    printed = print_json(json_answer("path", path_json(data, path)), seconds);
  } else {
    const std::string text = path_text(data, path) + path_saved_text(args, path);
    if (args.get("o") == "-" || args.get("plot") == "-") {
      print_aside(args, text);
    } else {
      printed = print_report(text);
    }
  }
  if (!printed) return printed.error();
  if (args.has("o") && !path.chosen && !interrupted()) return 4;
  return path_exit_code(args, path.status);
}

}  // namespace halfspace::cli
