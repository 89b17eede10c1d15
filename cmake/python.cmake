# The Python module (pyproject.toml): the core's objects and the binding of python/binding in one shared object. Codecs and
# GMP come as shared libraries, since Debian's archives are not position independent; auditwheel puts them into the wheel.
# HALFSPACE_BUILT: a build folder whose core and program are taken in place of compiling them again (tools/python.sh).
find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module ${SKBUILD_SABI_COMPONENT})
find_package(nanobind CONFIG REQUIRED)

if(HALFSPACE_BUILT)
  set(core -Wl,--whole-archive ${HALFSPACE_BUILT}/libhalfspace.a -Wl,--no-whole-archive)
  install(CODE "file(MAKE_DIRECTORY \"${SKBUILD_SCRIPTS_DIR}\")
    execute_process(COMMAND ${CMAKE_STRIP} -o \"${SKBUILD_SCRIPTS_DIR}/halfspace\" ${HALFSPACE_BUILT}/halfspace COMMAND_ERROR_IS_FATAL ANY)"
    COMPONENT python)
else()
  set(core ${halfspace_objects})
  install(TARGETS halfspace RUNTIME DESTINATION ${SKBUILD_SCRIPTS_DIR} COMPONENT python)
endif()

file(GLOB binding_sources CONFIGURE_DEPENDS python/binding/*.cpp)
nanobind_add_module(halfspace_python NB_STATIC STABLE_ABI FREE_THREADED NOSTRIP ${binding_sources})
set_target_properties(halfspace_python PROPERTIES OUTPUT_NAME _core UNITY_BUILD OFF)
target_include_directories(halfspace_python PRIVATE include)
target_compile_features(halfspace_python PRIVATE cxx_std_20)
target_compile_options(halfspace_python PRIVATE -ffp-contract=off)
target_link_libraries(halfspace_python PRIVATE ${core} Threads::Threads ${HALFSPACE_LIBRARY_NAMES})
target_link_options(halfspace_python PRIVATE -static-libstdc++ -Wl,--as-needed -Wl,--exclude-libs,ALL -Wl,-z,relro,-z,now -Wl,--gc-sections)

install(TARGETS halfspace_python LIBRARY DESTINATION halfspace COMPONENT python)
