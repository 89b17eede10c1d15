/* measure SECONDS COMMAND [ARGS]: runs the command with at most so many seconds of processor time; then one line on standard error:
   exit code (-1: ended for time or by a signal), processor seconds, seconds from start to exit, bytes of its most memory.
   A program of its own, because a child's peak begins at the size of the process that it was forked from. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval t) { return (double)t.tv_sec + 1e-6 * (double)t.tv_usec; }

int main(int count, char** words) {
  if (count < 3) return 2;
  struct timespec begun, ended;
  clock_gettime(CLOCK_MONOTONIC, &begun);
  const pid_t child = fork();
  if (child == 0) {
    const rlim_t most = (rlim_t)strtoul(words[1], NULL, 10);
    const struct rlimit limit = {most, most + 1};
    setrlimit(RLIMIT_CPU, &limit);
    (void)!freopen("/dev/null", "w", stderr);
    execvp(words[2], words + 2);
    _exit(127);
  }
  int status = 0;
  struct rusage used;
  if (child < 0 || wait4(child, &status, 0, &used) != child) return 1;
  clock_gettime(CLOCK_MONOTONIC, &ended);
  fprintf(stderr, "%d %.6f %.6f %ld\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1,
          seconds(used.ru_utime) + seconds(used.ru_stime),
          (double)(ended.tv_sec - begun.tv_sec) + 1e-9 * (double)(ended.tv_nsec - begun.tv_nsec),
          used.ru_maxrss * 1024);
  return 0;
}
