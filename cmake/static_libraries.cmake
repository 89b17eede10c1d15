# Static archives where Debian ships them: a dynamic library costs start-up time that shows on tiny files.
set(HALFSPACE_LIBRARIES "")
foreach(name z zstd lzma bz2 lz4 xxhash gmpxx gmp nettle)
  find_library(HALFSPACE_LIB_${name} NAMES lib${name}.a ${name} REQUIRED)
  list(APPEND HALFSPACE_LIBRARIES ${HALFSPACE_LIB_${name}})
endforeach()
