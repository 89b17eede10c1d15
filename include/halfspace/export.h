/* What the shared library exports: everything else in it is hidden (cmake/exports.map). */
#ifndef HALFSPACE_EXPORT_H
#define HALFSPACE_EXPORT_H

#if defined(__GNUC__)
#define HALFSPACE_API __attribute__((visibility("default")))
#else
#define HALFSPACE_API
#endif

#endif
