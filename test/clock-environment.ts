const names = ['LD_PRELOAD', 'CLOCK_SHIFT_SECONDS']

/** Environment variables that a child process needs to have the same shifted time. */
export const clockEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
