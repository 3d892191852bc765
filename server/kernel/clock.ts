/** The only source of the current time; everything that needs it receives a clock as a parameter. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** Returns a clock that is frozen until it is set, for tests and for seeding the demo town. */
export function settableClock(start: Date): Clock & { set: (moment: Date) => void } {
  let current = start
  return Object.assign(() => new Date(current), {
    set(moment: Date) {
      current = moment
    },
  })
}

/**
 * Returns milliseconds since the epoch, as process start time plus elapsed time, so that corrections of the system
 * clock do not affect it.
 */
export const steadyNow = (): number => performance.timeOrigin + performance.now()

/** Returns milliseconds since the process started; only for measuring durations. */
export const stopwatch = (): number => performance.now()
