/* What libevent of Debian 12 asks for of glibc 2.36. Defined here, the command runs with the glibc that the module needs. */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

void arc4random_buf(void* to, size_t size) {
  for (size_t done = 0; done < size;) {
    const ssize_t more = getrandom((char*)to + done, size - done, 0);
    if (more < 0 && errno != EINTR) abort();
    if (more > 0) done += (size_t)more;
  }
}

uint32_t arc4random(void) {
  uint32_t out = 0;
  arc4random_buf(&out, sizeof(out));
  return out;
}
