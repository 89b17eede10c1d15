# The Python module (pyproject.toml): the core's objects and the binding of python/binding in one shared object. Codecs and
# GMP come as shared libraries, since Debian's archives are not position independent; auditwheel puts them into the wheel.
find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module ${SKBUILD_SABI_COMPONENT})
find_package(nanobind CONFIG REQUIRED)

file(GLOB binding_sources CONFIGURE_DEPENDS python/binding/*.cpp)
nanobind_add_module(halfspace_python NB_STATIC STABLE_ABI FREE_THREADED ${binding_sources} $<TARGET_OBJECTS:halfspace_objects>)
set_target_properties(halfspace_python PROPERTIES OUTPUT_NAME _core UNITY_BUILD OFF)
target_include_directories(halfspace_python PRIVATE include)
target_compile_features(halfspace_python PRIVATE cxx_std_20)
target_compile_options(halfspace_python PRIVATE -ffp-contract=off)
target_link_libraries(halfspace_python PRIVATE Threads::Threads ${HALFSPACE_LIBRARY_NAMES})
target_link_options(halfspace_python PRIVATE -static-libstdc++ -Wl,--as-needed -Wl,--exclude-libs,ALL -Wl,-z,relro,-z,now)

install(TARGETS halfspace_python LIBRARY DESTINATION halfspace COMPONENT python)
install(TARGETS halfspace RUNTIME DESTINATION ${SKBUILD_SCRIPTS_DIR} COMPONENT python)
