# With -DCMAKE_UNITY_BUILD=ON, as every preset but "alone" has it, the sources of a folder are compiled as one: several
# times faster where all is built.
function(halfspace_unity_by_folder target)
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    if(source MATCHES "\\.cpp$")
      file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${source})
      get_filename_component(folder ${folder} DIRECTORY)
      string(MAKE_C_IDENTIFIER "${folder}" group)
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()

function(halfspace_objects target)  # and its sources
  add_library(${target} OBJECT ${ARGN})
  halfspace_unity_by_folder(${target})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(${target} PRIVATE halfspace_flags)
endfunction()

# Half the code and half the time to compile, where no time is spent running.
function(halfspace_for_size target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Os>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # at -Os it sees std::optional values read that are not there (GCC bug 80635)
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
  endif()
endfunction()
