// Loaded before the C library into every program of a run with TEST_NOW (scripts/moment.ts): the wall clock shows the real
// time plus CLOCK_SHIFT_SECONDS. Durations stay real, because no other clock is touched. Nothing here waits or allocates, so
// signal handlers may ask for the time, as those of PostgreSQL's timeouts do.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long shift;

__attribute__((constructor)) static void read_shift(void) {
  const char *seconds = getenv("CLOCK_SHIFT_SECONDS");
  shift = seconds ? atol(seconds) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *at) {
  int failed = (int)syscall(SYS_clock_gettime, clock, at);
  if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) at->tv_sec += shift;
  return failed;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
  (void)zone;
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now)) return -1;
  at->tv_sec = now.tv_sec;
  at->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *at) {
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now)) return (time_t)-1;
  if (at) *at = now.tv_sec;
  return now.tv_sec;
}
