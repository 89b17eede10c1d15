// The list of verbs.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "flags.hpp"

namespace halfspace::cli {

std::span<const Verb> verbs();

/// A flag in the place of a verb: halfspace --help is halfspace help.
struct Alias {
  std::string_view flag;
  std::string_view verb;
};
std::span<const Alias> aliases();

/// The verb of this name or alias; an unknown one is an error with the nearest.
Result<const Verb*> find_verb(const std::string& word);

// Each in a namespace of its own, with its operands(), flags() and run().
namespace verb_train {
extern const Verb verb;
}
namespace verb_predict {
extern const Verb verb;
}
namespace verb_evaluate {
extern const Verb verb;
}
namespace verb_inspect {
extern const Verb verb;
}
namespace verb_separate {
extern const Verb verb;
}
namespace verb_path {
extern const Verb verb;
}
namespace verb_cv {
extern const Verb verb;
}
namespace verb_search {
extern const Verb verb;
}
namespace verb_plot {
extern const Verb verb;
}
namespace verb_report {
extern const Verb verb;
}
namespace verb_verify {
extern const Verb verb;
}
namespace verb_explain {
extern const Verb verb;
}
namespace verb_convert {
extern const Verb verb;
}
namespace verb_trace {
extern const Verb verb;
}
namespace verb_exercise {
extern const Verb verb;
}
namespace verb_grade {
extern const Verb verb;
}
namespace verb_play {
extern const Verb verb;
}
namespace verb_compat {
extern const Verb verb;
}
namespace verb_help {
extern const Verb verb;
}
namespace verb_completion {
extern const Verb verb;
}
namespace verb_version {
extern const Verb verb;
}

}  // namespace halfspace::cli
