# The core as a WebAssembly module (docs/wasm.md). What a module has no system for is left out of src/ and done by wasm/core.
set(wasm_left_out
  src/base/helper_threads.cpp src/base/gmp_memory.cpp src/base/huge_pages.cpp src/base/memory_size.cpp src/base/atomic_file.cpp
  src/base/temporary_file.cpp src/codec/gzip.cpp src/codec/zstd.cpp src/codec/xz.cpp src/codec/bzip2.cpp src/codec/lz4.cpp
  src/codec/text_packer.cpp src/simd/vector_ops_v3.cpp src/simd/vector_ops_v4.cpp)
list(TRANSFORM wasm_left_out PREPEND ${PROJECT_SOURCE_DIR}/)
list(REMOVE_ITEM core_sources ${wasm_left_out})
list(FILTER core_sources EXCLUDE REGEX "/src/(shard|driver)/|/src/api/partitions\\.cpp|/src/base/mapped_file\\.cpp")  # a page has one machine
file(GLOB wasm_sources CONFIGURE_DEPENDS wasm/core/*.cpp)

# The system's headers of libraries that are headers alone, without its others.
set(wasm_headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${wasm_headers})
foreach(header fast_float nlohmann hwy xxhash.h)
  find_path(HALFSPACE_FOLDER_${header} ${header} PATHS /usr/include NO_DEFAULT_PATH REQUIRED)
  file(CREATE_LINK ${HALFSPACE_FOLDER_${header}}/${header} ${wasm_headers}/${header} SYMBOLIC)
endforeach()

# wasm/gmp.sh puts GMP there.
set(wasm_gmp ${PROJECT_SOURCE_DIR}/build/wasm/gmp)
target_include_directories(halfspace_flags SYSTEM INTERFACE ${wasm_headers} ${wasm_gmp}/include)
target_include_directories(halfspace_flags BEFORE INTERFACE wasm/shims)
target_compile_definitions(halfspace_flags INTERFACE XXH_INLINE_ALL HWY_COMPILE_ONLY_EMU128)
target_compile_options(halfspace_flags INTERFACE -msimd128 -mbulk-memory -Wno-shorten-64-to-32 -Wno-gnu-include-next)

# Whoever opens the page waits for each byte: all is compiled for size but the loops over rows.
set(quick_sources ${core_sources})
list(FILTER quick_sources INCLUDE REGEX "/src/(simd|linalg|exact)/")
list(REMOVE_ITEM core_sources ${quick_sources})
halfspace_objects(halfspace_quick ${quick_sources})
halfspace_objects(halfspace_computing ${core_sources} ${wasm_sources})
halfspace_objects(halfspace_texts ${text_sources})
foreach(target halfspace_computing halfspace_texts)
  target_compile_options(${target} PRIVATE -Oz)
endforeach()
set_target_properties(halfspace_quick halfspace_computing halfspace_texts PROPERTIES POSITION_INDEPENDENT_CODE OFF)

file(STRINGS wasm/exports.txt wasm_exports REGEX "^[a-z]")
list(TRANSFORM wasm_exports PREPEND -Wl,--export=)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/wasm/exports.txt)

add_executable(halfspace $<TARGET_OBJECTS:halfspace_quick> $<TARGET_OBJECTS:halfspace_computing> $<TARGET_OBJECTS:halfspace_texts>)
target_link_libraries(halfspace PRIVATE ${wasm_gmp}/lib/libgmp.a)
# At -Oz clang hands the linked module to wasm-opt (binaryen), which makes it smaller by a tenth. A stack of 1 MiB lies below the data, so that running over it traps. The page may not give more than 2 GiB.
target_link_options(halfspace PRIVATE -mexec-model=reactor -Oz -Wl,--gc-sections,--strip-all,--stack-first,-z,stack-size=1048576
  -Wl,--max-memory=2147483648 ${wasm_exports})
set_target_properties(halfspace PROPERTIES SUFFIX .wasm LINK_DEPENDS ${PROJECT_SOURCE_DIR}/wasm/exports.txt)
