/** The only source of time; everything that needs the moment gets it handed in. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** A clock that stands still until it is set: for tests and for founding the demo town. */
export function settableClock(start: Date): Clock & { set: (moment: Date) => void } {
  let current = start
  return Object.assign(() => new Date(current), {
    set(moment: Date) {
      current = moment
    },
  })
}

/** The moment at which the process started and the time since: no correction of the clock moves it. */
export const steadyNow = (): number => performance.timeOrigin + performance.now()

/** Milliseconds since the process started; only for measuring durations. */
export const stopwatch = (): number => performance.now()
