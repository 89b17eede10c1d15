/* Files over HTTP, by libevent. In C and apart from the command line, which is handed it as a function: cli/launcher
   brings it for a command line that is in the Python package's module, which itself is loaded without libevent. */
#ifndef HALFSPACE_HTTP_SERVER_H
#define HALFSPACE_HTTP_SERVER_H

#ifdef __cplusplus
extern "C" {
#endif

/* What is served, and until when. */
typedef struct HalfspaceSite {
  void* self;                                                           /* handed to these: */
  const char* (*file)(void* self, const char* path, const char** type); /* of a decoded path; NULL: there is none */
  int (*ready)(void* self, unsigned short port);                        /* called once it is bound; 0 ends */
  int (*over)(void* self);                                              /* asked ten times a second; 1 ends */
} HalfspaceSite;

/* Serves a site on 127.0.0.1:PORT (0: a free one). Returns 0, or the errno of why it cannot. */
typedef int HalfspaceServe(const HalfspaceSite* site, unsigned short port);
HalfspaceServe halfspace_serve;

#ifdef __cplusplus
}
#endif

#endif
