// Where an output file is made before it takes its name: a temporary beside it, NAME.tmp-XXXXXX, whose last three
// letters follow from the name and the first three, so that no file of another origin is taken for one. Its writer
// holds a lock (flock) on it; one that nobody holds was left by a writer that was killed.
#pragma once

#include <string>

#include "halfspace/result.hpp"

namespace halfspace {

/// The path that a chain of links ends at, whether a file is there or not. False, with errno: a loop, or no way there.
bool follow_links(std::string& path);

/// The folder part of a path, with its slash; "." without one.
std::string folder_of(const std::string& path);

struct TemporaryFile {
  std::string path;
  int fd = -1;      // open for writing, locked; -1, with errno: none could be made
  int listed = -1;  // its place in open_temporaries.hpp
};

/// A new temporary for `target`, with these permissions less the umask.
TemporaryFile create_temporary(const std::string& target, unsigned permissions);

/// Removes temporaries of `target` that no live process holds.
void remove_abandoned(const std::string& target);

}  // namespace halfspace
