#include <exception>

#include "command.hpp"
#include "last_resort.hpp"

namespace {

/// Runs before the constructors of all other objects, which may ask for memory.
[[gnu::constructor(101)]] void prepare() { std::set_terminate(halfspace::cli::end_with_message); }

}  // namespace

int main(int count, char** words) { return halfspace_command(count, words, halfspace_serve); }
