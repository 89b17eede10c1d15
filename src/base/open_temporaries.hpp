// The temporaries of output files that are being written, for a program that ends in a signal handler.
#pragma once

#include <string>

namespace halfspace {

/// Puts a temporary on the list; its place, -1 where there is none left.
int list_temporary(const std::string& path);

/// It is about to take the name of the output file.
void temporary_is_renamed(int place);

/// It has its name, or is removed.
void unlist_temporary(int place);

/// Is a file taking its name just now? As the next, for signal handlers too.
bool renames_temporary();

/// Removes all that are on the list.
void remove_listed_temporaries();

}  // namespace halfspace
