/* The command `halfspace` of the Python package. The package's module holds the core once, for Python and for the command
   line; this program finds the module, loads it without Python and calls its command line. What the module refers to of
   Python is defined here as objects that the command line does not touch (cmake/python_names.cmake). */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "halfspace/version.h"
#include "http_server.h"

typedef int Command(int count, char** words, HalfspaceServe* serve);

static const int not_found = 5; /* Code::io */
static char* problem;           /* with a module that is there */

static char* joined(const char* folder, const char* name) {
  char* path = NULL;
  if (asprintf(&path, "%s/%s", folder, name) < 0) abort();
  return path;
}

static Command* command_of(void* module, const char* path) {
  const char* version = dlsym(module, "halfspace_command_version");
  Command* command = NULL;
  *(void**)&command = dlsym(module, "halfspace_command");
  if (version != NULL && command != NULL && strcmp(version, HALFSPACE_VERSION) == 0) return command;
  if (asprintf(&problem, "%s is of halfspace %s", path, version != NULL ? version : "of some other kind") < 0) abort();
  dlclose(module);
  return NULL;
}

static Command* command_in(const char* packages) {
  char* path = joined(packages, "halfspace/" HALFSPACE_MODULE);
  if (access(path, F_OK) != 0) return NULL;
  void* module = dlopen(path, RTLD_NOW);
  if (module != NULL) return command_of(module, path);
  problem = strdup(dlerror());
  return NULL;
}

static int is_python(const struct dirent* entry) { return strncmp(entry->d_name, "python3", strlen("python3")) == 0; }

/* In LIBRARIES/python3.N/site-packages or dist-packages (Debian's own), the latest Python first. */
static Command* command_below(const char* libraries) {
  struct dirent** pythons = NULL;
  Command* command = NULL;
  for (int i = scandir(libraries, &pythons, is_python, versionsort) - 1; i >= 0 && command == NULL; --i) {
    const char* python = joined(libraries, pythons[i]->d_name);
    command = command_in(joined(python, "site-packages"));
    if (command == NULL) command = command_in(joined(python, "dist-packages"));
  }
  return command;
}

/* Of PREFIX/bin/halfspace, links resolved, the folder PREFIX. NULL: where this program is cannot be read. */
static char* prefix_of_program(void) {
  char* path = realpath("/proc/self/exe", NULL);
  if (path == NULL) path = realpath((const char*)getauxval(AT_EXECFN), NULL); /* there is no /proc */
  for (int up = 0; path != NULL && up < 2; ++up) {
    char* slash = strrchr(path, '/');
    if (slash != NULL) *slash = '\0';
  }
  return path;
}

/* NAME.data/scripts/halfspace. */
static int is_unpacked_wheel(const char* prefix) {
  const char* dot = strrchr(prefix, '.');
  return dot != NULL && strcmp(dot, ".data") == 0;
}

static Command* command_from(const char* prefix) {
  Command* command = command_below(joined(prefix, "lib"));
  if (command == NULL) command = command_below(joined(prefix, "lib64")); /* Fedora, openSUSE */
  if (command == NULL) command = command_in(prefix);                     /* pip install --target */
  if (command == NULL && is_unpacked_wheel(prefix)) command = command_in(joined(prefix, ".."));
  return command;
}

int main(int count, char** words) {
  const char* prefix = prefix_of_program();
  if (prefix == NULL) {
    fprintf(stderr,
            "halfspace: cannot find the place of this program, beside which the Python package is: %s; mount /proc\n",
            strerror(errno));
    return not_found;
  }
  Command* command = command_from(prefix);
  if (command != NULL) return command(count, words, halfspace_serve);
  fprintf(stderr,
          "halfspace: no halfspace/" HALFSPACE_MODULE " of version " HALFSPACE_VERSION
          " in lib/python3*/site-packages, lib/python3*/dist-packages (lib64 likewise) nor itself in %s%s%s; "
          "install halfspace-ml again, or link to the program that pip installed in place of copying it\n",
          *prefix != '\0' ? prefix : "/", problem != NULL ? "; " : "", problem != NULL ? problem : "");
  return not_found;
}
