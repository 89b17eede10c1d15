# The Python module (pyproject.toml): the core's objects, the command line's and the binding of python/binding in one shared
# object, and the program that runs the command line in it (cli/launcher): the wheel holds the core once. Codecs and
# GMP come as shared libraries, since Debian's archives are not position independent; auditwheel puts them into the wheel.
# HALFSPACE_BUILT: a build folder whose objects are taken in place of compiling them again (tools/python.sh).
find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module ${SKBUILD_SABI_COMPONENT})
find_package(nanobind CONFIG REQUIRED)

if(HALFSPACE_BUILT)
  set(core -Wl,--whole-archive ${HALFSPACE_BUILT}/libhalfspace.a ${HALFSPACE_BUILT}/libhalfspace_command.a -Wl,--no-whole-archive)
else()
  set(core ${halfspace_objects} $<TARGET_OBJECTS:halfspace_cli>)
endif()

file(GLOB binding_sources CONFIGURE_DEPENDS python/binding/*.cpp)
nanobind_add_module(halfspace_python NB_STATIC STABLE_ABI FREE_THREADED NOSTRIP ${binding_sources})
set_target_properties(halfspace_python PROPERTIES OUTPUT_NAME _core UNITY_BUILD OFF LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/python_exports.map)
target_include_directories(halfspace_python PRIVATE include)
target_compile_features(halfspace_python PRIVATE cxx_std_20)
target_compile_options(halfspace_python PRIVATE -ffp-contract=off)
target_link_libraries(halfspace_python PRIVATE ${core} Threads::Threads ${HALFSPACE_LIBRARY_NAMES})
# libstdc++ is inside and hidden: the module throws and catches with its own, whatever other modules brought along.
target_link_options(halfspace_python PRIVATE -static-libstdc++ -Wl,--as-needed -Wl,-z,relro,-z,now -Wl,--gc-sections
  -Wl,--version-script,${PROJECT_SOURCE_DIR}/cmake/python_exports.map)

set(python_names ${PROJECT_BINARY_DIR}/python_names.c)
add_custom_command(OUTPUT ${python_names} DEPENDS halfspace_python ${PROJECT_SOURCE_DIR}/cmake/python_names.cmake VERBATIM
  COMMAND ${CMAKE_COMMAND} -DNM=${CMAKE_NM} -DMODULE=$<TARGET_FILE:halfspace_python> -DFILE=${python_names} -P ${PROJECT_SOURCE_DIR}/cmake/python_names.cmake)
add_executable(halfspace_launcher cli/launcher/launcher.c cli/launcher/random_bytes.c cli/http_server.c ${python_names})
set_target_properties(halfspace_launcher PROPERTIES OUTPUT_NAME halfspace RUNTIME_OUTPUT_DIRECTORY launcher ENABLE_EXPORTS ON
  POSITION_INDEPENDENT_CODE ON UNITY_BUILD OFF)
target_include_directories(halfspace_launcher PRIVATE include cli)
target_compile_definitions(halfspace_launcher PRIVATE _GNU_SOURCE HALFSPACE_MODULE="$<TARGET_FILE_NAME:halfspace_python>")
target_compile_options(halfspace_launcher PRIVATE -Wall -Wextra -ffunction-sections -fdata-sections)
target_link_libraries(halfspace_launcher PRIVATE ${HALFSPACE_PROGRAM_LIBRARIES} ${CMAKE_DL_LIBS})
target_link_options(halfspace_launcher PRIVATE -Wl,--as-needed -Wl,-z,relro,-z,now -Wl,--gc-sections -Wl,--exclude-libs,ALL)

install(TARGETS halfspace_python LIBRARY DESTINATION halfspace COMPONENT python)
install(TARGETS halfspace_launcher RUNTIME DESTINATION ${SKBUILD_SCRIPTS_DIR} COMPONENT python)
