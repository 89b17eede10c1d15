# The command line. Linked without any shared library it starts 0.3 ms earlier, which shows on files of some kilobytes;
# static-pie still loads at a random address.
option(HALFSPACE_STATIC_PROGRAM "link the program without shared libraries where the system has static ones" ON)
include(CheckCXXSourceRuns)
include(CMakePushCheckState)
set(shared_libraries ${HALFSPACE_LIBRARIES})
list(FILTER shared_libraries EXCLUDE REGEX "\\.a$")
if(HALFSPACE_STATIC_PROGRAM AND NOT shared_libraries AND NOT CMAKE_CROSSCOMPILING)
  cmake_push_check_state()
  list(APPEND CMAKE_REQUIRED_LINK_OPTIONS -static-pie)
  list(APPEND CMAKE_REQUIRED_LIBRARIES ${HALFSPACE_LIBRARIES} Threads::Threads)
  check_cxx_source_runs("#include <cmath>\n#include <thread>\nint main(int n, char**) { std::thread([] {}).join(); return std::exp(n) < 0; }" HALFSPACE_RUNS_STATIC_PIE)
  cmake_pop_check_state()
endif()

file(GLOB cli_sources CONFIGURE_DEPENDS cli/*.cpp)
add_library(halfspace_cli OBJECT ${cli_sources})
halfspace_unity_by_folder(halfspace_cli)
set_target_properties(halfspace_cli PROPERTIES POSITION_INDEPENDENT_CODE ON)
target_link_libraries(halfspace_cli PRIVATE halfspace_flags)

function(halfspace_program name)  # and how it is linked
  add_executable(${name} $<TARGET_OBJECTS:halfspace_cli>)
  target_link_libraries(${name} PRIVATE halfspace_core)
  # relro, now: the table of addresses of library functions is filled at start and then cannot be written.
  target_link_options(${name} PRIVATE ${ARGN} -Wl,-z,relro,-z,now)
endfunction()

if(HALFSPACE_STATIC_PROGRAM AND HALFSPACE_RUNS_STATIC_PIE)
  halfspace_program(halfspace -static-pie)
else()
  halfspace_program(halfspace -static-libstdc++ -static-libgcc)
endif()
if(HALFSPACE_TESTS)
  halfspace_program(halfspace_preloadable -static-libstdc++ -static-libgcc)  # the same objects with a shared libc, whose calls tests can let fail
endif()
