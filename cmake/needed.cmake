# What the system must have, told at once where some of it is missing: headers, libraries and the Debian packages they are in.
set(needed
  "fast_float/fast_float.h|libfast-float-dev" "CLI/CLI.hpp|libcli11-dev" "nlohmann/json.hpp|nlohmann-json3-dev"
  "xxhash.h|libxxhash-dev|xxhash" "zlib.h|zlib1g-dev|z" "zstd.h|libzstd-dev|zstd" "lzma.h|liblzma-dev|lzma"
  "bzlib.h|libbz2-dev|bz2" "lz4.h|liblz4-dev|lz4" "gmpxx.h|libgmp-dev|gmp" "hwy/highway.h|libhwy-dev" "nettle/sha2.h|nettle-dev|nettle"
  "event2/http.h|libevent-dev|event_extra|event_core")
set(missing "")
foreach(entry ${needed})
  string(REPLACE "|" ";" entry ${entry})
  list(POP_FRONT entry header package)
  find_path(HALFSPACE_HEADER_${package} ${header})
  mark_as_advanced(HALFSPACE_HEADER_${package})
  set(found ${HALFSPACE_HEADER_${package}})
  foreach(name ${entry})
    find_library(HALFSPACE_NEEDED_${name} NAMES ${name} lib${name}.a)
    mark_as_advanced(HALFSPACE_NEEDED_${name})
    if(NOT HALFSPACE_NEEDED_${name})
      set(found "")
    endif()
  endforeach()
  if(NOT found)
    list(APPEND missing ${package})
  endif()
endforeach()
if(missing)
  list(JOIN missing " " missing)
  message(FATAL_ERROR "halfspace needs libraries that this system lacks. On Debian and Ubuntu:\n  apt-get install g++ ${missing}\n"
                      "docs/dependencies.md says what each is for.")
endif()
