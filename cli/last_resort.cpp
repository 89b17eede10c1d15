// std::terminate() is called where an exception finds no memory for itself, leaves a function that may not throw, or is
// thrown before main. The program then ends with its message and exit code instead of a signal. A temporary file that
// it leaves is removed by the next run that writes the same name.
#include "last_resort.hpp"

#include <exception>
#include <new>
#include <typeinfo>

#include <cxxabi.h>
#include <unistd.h>

#include "halfspace/result.hpp"

namespace halfspace::cli {

void end_with_message() noexcept {
  const std::type_info* const thrown = abi::__cxa_current_exception_type();
  const bool memory = thrown == nullptr || *thrown == typeid(std::bad_alloc);  // none: there was no room for it
  write_line(memory ? out_of_memory_line
                    : "halfspace: internal error; please report it with the command and its data\n");
  ::_exit(static_cast<int>(memory ? Code::bad_data : Code::io));
}

void write_line(std::string_view line) noexcept {
  if (::write(STDERR_FILENO, line.data(), line.size()) < 0) return;  // nowhere left to report it
}

}  // namespace halfspace::cli
