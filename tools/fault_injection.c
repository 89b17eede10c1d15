/* Preloaded into a program (LD_PRELOAD), lets its k-th call of one kind fail. tools/fault_injection.py compiles and
 * drives it.
 *
 *   FAULT_KIND   alloc | write | rename | fsync | open | close | ftruncate | call (any of those but alloc, and read)
 *                clock: the reading is a day ahead
 *   FAULT_AT     k, from 1; 0: only count
 *   FAULT_MODE   once: call k fails. from: call k and all after it fail. kill: SIGKILL in place of call k.
 *                cut, grow, rewrite: FAULT_FILE loses its second half, gets a byte more, or is written over before call
 * k FAULT_FILE   of "read", only calls that read this file count FAULT_FROM   main: calls are counted from main on.
 * load: from the first call on. FAULT_COUNT  a file that gets the number of calls counted when the program ends
 *
 * Writes to descriptors below 3 count as "write" too: a report that cannot be written must not pass for written. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum kind { ALLOC, WRITE, RENAME, FSYNC, OPEN, CLOSE, FTRUNCATE, READ, CLOCK, CALL, KINDS };
static const char* const kind_names[KINDS] = {"alloc", "write",     "rename", "fsync", "open",
                                              "close", "ftruncate", "read",   "clock", "call"};

static atomic_long counted;
static atomic_int armed;
static int wanted = -1; /* kind */
static long fail_at;
static char mode; /* first letter of FAULT_MODE */

static const char* setting(const char* name) {
  const char* value = getenv(name);
  return value == NULL ? "" : value;
}

__attribute__((constructor)) static void read_settings(void) {
  for (int k = 0; k < KINDS; ++k) {
    if (strcmp(setting("FAULT_KIND"), kind_names[k]) == 0) wanted = k;
  }
  fail_at = atol(setting("FAULT_AT"));
  mode = setting("FAULT_MODE")[0];
  if (strcmp(setting("FAULT_FROM"), "load") == 0) armed = 1;
}

/* Where the failing call stood, for the reader of a failed test. */
static void show_stack(void) {
  if (setting("FAULT_STACK")[0] == '\0') return;
  void* frames[64];
  const int depth = backtrace(frames, 64);
  const long fd = syscall(SYS_openat, AT_FDCWD, setting("FAULT_STACK"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  backtrace_symbols_fd(frames, depth, (int)fd);
  syscall(SYS_close, fd);
}

static int reads_other_file(int fd) {
  struct stat wanted_file, this_file;
  if (setting("FAULT_FILE")[0] == '\0') return 0;
  return stat(setting("FAULT_FILE"), &wanted_file) != 0 || fstat(fd, &this_file) != 0 ||
         wanted_file.st_ino != this_file.st_ino;
}

static void change_file(void) {
  struct stat now;
  char byte = 0;
  const long fd = syscall(SYS_openat, AT_FDCWD, setting("FAULT_FILE"), O_RDWR, 0);
  int done = fd >= 0 && fstat((int)fd, &now) == 0;
  if (mode == 'c') done = done && syscall(SYS_ftruncate, fd, now.st_size / 2) == 0;
  if (mode == 'g') done = done && syscall(SYS_pwrite64, fd, "\n", 1, now.st_size) == 1;
  if (mode == 'r')
    done = done && syscall(SYS_pread64, fd, &byte, 1, 0) == 1 && syscall(SYS_pwrite64, fd, &byte, 1, 0) == 1;
  if (!done) syscall(SYS_exit_group, 99);
  syscall(SYS_close, fd);
}

/* Does this call fail? */
static int fails(enum kind kind) {
  const int meant = (int)kind == wanted || (wanted == CALL && kind != ALLOC && kind != CLOCK);
  if (!armed || !meant) return 0;
  const long k = atomic_fetch_add(&counted, 1) + 1;
  if (k == fail_at && mode == 'k') {
    syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
    for (;;) pause();
  }
  if (k == fail_at && (mode == 'c' || mode == 'g' || mode == 'r')) {
    change_file();
    return 0;
  }
  if (fail_at == 0 || k < fail_at || (k > fail_at && mode != 'f')) return 0;
  if (k == fail_at) {
    armed = 0;
    show_stack();
    armed = 1;
  }
  return 1;
}

static void write_count(void) {
  const char* path = setting("FAULT_COUNT");
  if (path[0] == '\0') return;
  char digits[24];
  int at = sizeof digits;
  long value = counted;
  do digits[--at] = (char)('0' + value % 10);
  while ((value /= 10) > 0);
  const long fd = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (fd < 0 || syscall(SYS_write, fd, digits + at, sizeof digits - (size_t)at) < 0) syscall(SYS_exit_group, 99);
  syscall(SYS_close, fd);
}

__attribute__((destructor)) static void at_end(void) { write_count(); }

static int (*true_main)(int, char**, char**);

static int counting_main(int count, char** words, char** environment) {
  armed = 1;
  return true_main(count, words, environment);
}

int __libc_start_main(int (*main_function)(int, char**, char**), int count, char** words, void (*init)(void),
                      void (*fini)(void), void (*loader_fini)(void), void* stack_end) {
  int (*start)(int (*)(int, char**, char**), int, char**, void (*)(void), void (*)(void), void (*)(void), void*);
  *(void**)&start = dlsym(RTLD_NEXT, "__libc_start_main");
  true_main = main_function;
  return start(counting_main, count, words, init, fini, loader_fini, stack_end);
}

/* ---- memory: glibc's own entry points stand under these names ---- */
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);

static void* refused(void) {
  errno = ENOMEM;
  return NULL;
}

void* malloc(size_t size) { return fails(ALLOC) ? refused() : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return fails(ALLOC) ? refused() : __libc_calloc(count, size); }
void* realloc(void* block, size_t size) { return fails(ALLOC) ? refused() : __libc_realloc(block, size); }
void* memalign(size_t alignment, size_t size) { return fails(ALLOC) ? refused() : __libc_memalign(alignment, size); }
void* aligned_alloc(size_t alignment, size_t size) {
  return fails(ALLOC) ? refused() : __libc_memalign(alignment, size);
}
int posix_memalign(void** out, size_t alignment, size_t size) {
  if (fails(ALLOC)) return ENOMEM;
  *out = __libc_memalign(alignment, size);
  return *out == NULL ? ENOMEM : 0;
}

/* ---- files ---- */
static long failed(int number) {
  errno = number;
  return -1;
}

ssize_t write(int fd, const void* bytes, size_t size) {
  if (fails(WRITE)) return failed(ENOSPC);
  return syscall(SYS_write, fd, bytes, size);
}

ssize_t writev(int fd, const struct iovec* parts, int count) {
  if (fails(WRITE)) return failed(ENOSPC);
  return syscall(SYS_writev, fd, parts, count);
}

ssize_t read(int fd, void* bytes, size_t size) {
  if (!reads_other_file(fd) && fails(READ)) return failed(EIO);
  return syscall(SYS_read, fd, bytes, size);
}

int rename(const char* from, const char* to) {
  if (fails(RENAME)) return (int)failed(EIO);
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int fsync(int fd) {
  if (fails(FSYNC)) return (int)failed(EIO);
  return (int)syscall(SYS_fsync, fd);
}

int close(int fd) {
  if (fails(CLOSE)) {
    syscall(SYS_close, fd); /* Linux closes it even where it reports an error */
    return (int)failed(EIO);
  }
  return (int)syscall(SYS_close, fd);
}

int ftruncate(int fd, off_t size) {
  if (fails(FTRUNCATE)) return (int)failed(EIO);
  return (int)syscall(SYS_ftruncate, fd, size);
}

static mode_t mode_argument(int flags, va_list arguments) {
  return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, mode_t) : 0;
}

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t permissions = mode_argument(flags, arguments);
  va_end(arguments);
  if (fails(OPEN)) return (int)failed(EMFILE);
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, permissions);
}

int open64(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t permissions = mode_argument(flags, arguments);
  va_end(arguments);
  return open(path, flags, permissions);
}

int openat(int folder, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t permissions = mode_argument(flags, arguments);
  va_end(arguments);
  if (fails(OPEN)) return (int)failed(EMFILE);
  return (int)syscall(SYS_openat, folder, path, flags, permissions);
}

int mkostemp(char* pattern, int flags) {
  if (fails(OPEN)) return (int)failed(EMFILE);
  int (*next)(char*, int);
  *(void**)&next = dlsym(RTLD_NEXT, "mkostemp");
  return next(pattern, flags);
}

int clock_gettime(clockid_t id, struct timespec* now) {
  const int done = (int)syscall(SYS_clock_gettime, id, now);
  if (fails(CLOCK)) now->tv_sec += 86400;
  return done;
}

void _exit(int code) {
  write_count();
  syscall(SYS_exit_group, code);
  for (;;) pause();
}
