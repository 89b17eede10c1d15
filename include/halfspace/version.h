/* The version (SemVer 2): the one place where it is spelled; CMakeLists.txt reads it here. Before 1.0 a new MINOR may
   break callers, a new PATCH does not. */
#ifndef HALFSPACE_VERSION_H
#define HALFSPACE_VERSION_H

/* NOLINTBEGIN(cppcoreguidelines-macro-usage): C reads them too */
#define HALFSPACE_VERSION "0.1.0"
#define HALFSPACE_VERSION_MAJOR 0
#define HALFSPACE_VERSION_MINOR 1
#define HALFSPACE_VERSION_PATCH 0
/* NOLINTEND(cppcoreguidelines-macro-usage) */

#endif
