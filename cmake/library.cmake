# The library: halfspace_core (static, for the program, the tests and static consumers) and halfspace_shared. Installed they
# are halfspace::halfspace_static and halfspace::halfspace (docs/library.md).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(public_include $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

add_library(halfspace_core STATIC ${halfspace_objects})
target_link_libraries(halfspace_core PUBLIC $<BUILD_INTERFACE:halfspace_flags> $<BUILD_INTERFACE:Threads::Threads>
                                            "$<BUILD_INTERFACE:${HALFSPACE_LIBRARIES}>")
target_compile_features(halfspace_core INTERFACE cxx_std_20)
set_target_properties(halfspace_core PROPERTIES OUTPUT_NAME halfspace EXPORT_NAME halfspace_static)

# Debian's archives are not position independent, so the shared library asks for shared ones.
add_library(halfspace_shared SHARED ${halfspace_objects})
target_link_libraries(halfspace_shared PRIVATE Threads::Threads ${HALFSPACE_LIBRARY_NAMES})
target_include_directories(halfspace_shared INTERFACE ${public_include})
target_include_directories(halfspace_core INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(halfspace_shared INTERFACE cxx_std_20)
# --exclude-libs: what comes out of an archive is no part of the interface.
target_link_options(halfspace_shared PRIVATE -Wl,-z,relro,-z,now -Wl,--exclude-libs,ALL -Wl,--version-script,${PROJECT_SOURCE_DIR}/cmake/exports.map)
set_target_properties(halfspace_shared PROPERTIES OUTPUT_NAME halfspace EXPORT_NAME halfspace VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/exports.map)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/halfspace)
install(TARGETS halfspace_shared EXPORT halfspace_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS halfspace_core EXPORT halfspace_static ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT halfspace_shared NAMESPACE halfspace:: FILE halfspace-shared.cmake DESTINATION ${package})
install(EXPORT halfspace_static NAMESPACE halfspace:: FILE halfspace-static.cmake DESTINATION ${package})
install(DIRECTORY include/halfspace DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

configure_package_config_file(cmake/halfspace-config.cmake.in ${PROJECT_BINARY_DIR}/halfspace-config.cmake
                              INSTALL_DESTINATION ${package})
# Before 1.0 a new minor version may break callers.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/halfspace-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/halfspace-config.cmake ${PROJECT_BINARY_DIR}/halfspace-config-version.cmake
              cmake/static_libraries.cmake DESTINATION ${package})

file(RELATIVE_PATH HALFSPACE_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" HALFSPACE_PREFIX ${HALFSPACE_PREFIX})
list(TRANSFORM HALFSPACE_LIBRARY_NAMES PREPEND -l OUTPUT_VARIABLE private_libraries)
list(JOIN private_libraries " " HALFSPACE_PRIVATE_LIBRARIES)
configure_file(cmake/halfspace.pc.in ${PROJECT_BINARY_DIR}/halfspace.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/halfspace.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
