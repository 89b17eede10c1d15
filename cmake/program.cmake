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
list(REMOVE_ITEM cli_sources ${PROJECT_SOURCE_DIR}/cli/main.cpp)
halfspace_objects(halfspace_cli ${cli_sources})
halfspace_for_size(halfspace_cli)
target_compile_options(halfspace_cli PRIVATE $<$<CONFIG:Sanitize>:-O0>)  # a fifth of the time to compile
add_library(halfspace_command STATIC EXCLUDE_FROM_ALL $<TARGET_OBJECTS:halfspace_cli>)  # for cmake/python.cmake

# HTTP of `halfspace play`: of the program alone, no part of the library.
set(HALFSPACE_PROGRAM_LIBRARIES "")
foreach(name event_extra event_core)
  find_library(HALFSPACE_LIB_${name} NAMES lib${name}.a ${name} REQUIRED)
  list(APPEND HALFSPACE_PROGRAM_LIBRARIES ${HALFSPACE_LIB_${name}})
endforeach()

function(halfspace_program name)  # and how it is linked
  add_executable(${name} cli/main.cpp cli/http_server.c ${halfspace_objects} $<TARGET_OBJECTS:halfspace_cli>)
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(${name} PRIVATE halfspace_flags Threads::Threads ${HALFSPACE_PROGRAM_LIBRARIES} ${HALFSPACE_LIBRARIES})
  # relro, now: the table of addresses of library functions is filled at start and then cannot be written.
  # gc-sections: without what only the library has.
  target_link_options(${name} PRIVATE ${ARGN} -Wl,-z,relro,-z,now -Wl,--gc-sections)
endfunction()

if(HALFSPACE_STATIC_PROGRAM AND HALFSPACE_RUNS_STATIC_PIE)
  halfspace_program(halfspace -static-pie)
else()
  halfspace_program(halfspace -static-libstdc++ -static-libgcc)
endif()
if(HALFSPACE_TESTS)
  halfspace_program(halfspace_preloadable -static-libstdc++ -static-libgcc)  # the same objects with a shared libc, whose calls tests can let fail
endif()
