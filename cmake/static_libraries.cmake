# What the core is linked with. The program takes static archives where Debian ships them: a dynamic library costs start-up
# time that shows on tiny files. Installed beside halfspace-config.cmake for users of the static library.
set(HALFSPACE_LIBRARY_NAMES z zstd lzma bz2 lz4 xxhash gmpxx gmp nettle)
set(HALFSPACE_LIBRARIES "")
foreach(name ${HALFSPACE_LIBRARY_NAMES})
  find_library(HALFSPACE_LIB_${name} NAMES lib${name}.a ${name} REQUIRED)
  list(APPEND HALFSPACE_LIBRARIES ${HALFSPACE_LIB_${name}})
endforeach()
