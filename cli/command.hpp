// The command line as one function: of the program, and of the Python package's module (cli/launcher).
#pragma once

#include "halfspace/export.h"
#include "http_server.h"

extern "C" {

/// The version this is of.
extern HALFSPACE_API const char halfspace_command_version[];  // NOLINT(*-avoid-c-arrays): read by C

/// Runs `halfspace WORDS...`, words[0] being the program's name; `serve` is what `play` serves by. Returns the exit code.
HALFSPACE_API int halfspace_command(int count, char** words, HalfspaceServe* serve);
}
