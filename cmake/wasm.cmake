# The core as a WebAssembly module (docs/wasm.md). What a module has no system for is left out of src/ and done by wasm/core.
set(wasm_left_out
  src/base/helper_threads.cpp src/base/gmp_memory.cpp src/base/huge_pages.cpp src/base/machine.cpp src/base/atomic_file.cpp
  src/base/temporary_file.cpp src/codec/gzip.cpp src/codec/zstd.cpp src/codec/xz.cpp src/codec/bzip2.cpp src/codec/lz4.cpp
  src/codec/text_packer.cpp src/codec/cache_file.cpp src/simd/vector_ops_v3.cpp src/simd/vector_ops_v4.cpp)
list(TRANSFORM wasm_left_out PREPEND ${PROJECT_SOURCE_DIR}/)
list(APPEND core_sources ${text_sources})
list(REMOVE_ITEM core_sources ${wasm_left_out})
list(FILTER core_sources EXCLUDE REGEX "/src/(shard|driver|separate/shards)/|/src/base/sha256_state\\.cpp|/src/api/partition(s|ed_separation)\\.cpp|/src/report/shards_report\\.cpp|/src/base/mapped_file\\.cpp")  # a page has one machine
list(FILTER core_sources EXCLUDE REGEX "/src/format/cache_")
file(GLOB wasm_sources CONFIGURE_DEPENDS wasm/core/*.cpp)
file(GLOB base_sources CONFIGURE_DEPENDS wasm/base/*.cpp)

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
# Nothing is thrown here (wasm/core/abi.cpp): a throw traps, what catches is left out, and so are names of types.
target_compile_definitions(halfspace_flags INTERFACE XXH_INLINE_ALL HWY_COMPILE_ONLY_EMU128 JSON_NOEXCEPTION _LIBCPP_HAS_NO_EXCEPTIONS)
target_compile_options(halfspace_flags INTERFACE -msimd128 -mbulk-memory -Wno-shorten-64-to-32 -Wno-gnu-include-next
  $<$<COMPILE_LANGUAGE:CXX>:-fignore-exceptions -fno-rtti -fno-threadsafe-statics -fno-c++-static-destructors> -flto)

# Whoever opens the page waits for each byte: all is compiled for size but the loops over rows.
set(quick_sources ${core_sources})
list(FILTER quick_sources INCLUDE REGEX "/src/(simd|linalg)/")
list(REMOVE_ITEM core_sources ${quick_sources})

# What a page seldom asks for is in halfspace-all.wasm alone. In halfspace.wasm functions of wasm/base stand in its place
# and refuse; what they do not call is left out when it is linked.
set(seldom_sources ${core_sources})
list(FILTER seldom_sources INCLUDE REGEX
  "/src/(solver/(perceptron/kernel_perceptron|kernel/kernel_(svm|checks))|train/objective/(kernel_approximation|approximation_file|joint_training)|solver/linear/primal/sgd|verbs/evaluation_more|train/stream/stream_training|select/calibrated|format/(libsvm|libsvm_texts|hashed_columns|rounded_values)|export/libsvm_(reader|header|model))\\.cpp$")
list(REMOVE_ITEM core_sources ${seldom_sources})

halfspace_objects(halfspace_quick ${quick_sources})
halfspace_objects(halfspace_common ${core_sources} ${wasm_sources})
halfspace_objects(halfspace_seldom ${seldom_sources})
halfspace_objects(halfspace_refusing ${base_sources})
foreach(target halfspace_common halfspace_seldom halfspace_refusing)
  target_compile_options(${target} PRIVATE -Oz)
endforeach()
set_target_properties(halfspace_quick halfspace_common halfspace_seldom halfspace_refusing PROPERTIES POSITION_INDEPENDENT_CODE OFF)

# Functions of libc++ and of the C library in whose place wasm/core has shorter ones: strtod, digits of doubles, sorts.
set(wasm_own -Wl,--wrap=strtod,--wrap=_ZNSt3__220__d2fixed_buffered_nEPcS0_dj,--wrap=_ZNSt3__218__d2exp_buffered_nEPcS0_dj)
foreach(type d j m x y)
  list(APPEND wasm_own -Wl,--wrap=_ZNSt3__26__sortIRNS_6__lessI${type}${type}EEP${type}EEvT0_S5_T_)
endforeach()

# halfspace_module(NAME LIST OBJECTS): NAME.wasm, which exports the names in the LISTs.
# At -Oz clang hands the linked module to wasm-opt (binaryen), which makes it smaller by a tenth. A stack of 1 MiB lies below the data, so that running over it traps. The page may not give more than 2 GiB.
function(halfspace_module name lists)
  add_executable(${name} $<TARGET_OBJECTS:halfspace_quick> $<TARGET_OBJECTS:halfspace_common> ${ARGN})
  target_link_libraries(${name} PRIVATE ${wasm_gmp}/lib/libgmp.a)
  target_link_options(${name} PRIVATE ${wasm_own} -mexec-model=reactor -Oz -flto -Wl,--gc-sections,--strip-all,--stack-first,-z,stack-size=1048576
    -Wl,--max-memory=2147483648)
  foreach(list ${lists})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/wasm/${list})
    file(STRINGS wasm/${list} names REGEX "^[a-z]")
    list(TRANSFORM names PREPEND -Wl,--export=)
    target_link_options(${name} PRIVATE ${names})
  endforeach()
  set_target_properties(${name} PROPERTIES SUFFIX .wasm)
endfunction()
halfspace_module(halfspace exports.txt $<TARGET_OBJECTS:halfspace_refusing>)
halfspace_module(halfspace-all "exports.txt;exports-all.txt" $<TARGET_OBJECTS:halfspace_seldom>)
