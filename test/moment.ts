const names = ['LD_PRELOAD', 'CLOCK_SHIFT_SECONDS']

/** What a program needs of this environment to have the same moment, where it is started with an environment of its own. */
export const sameMoment = (): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
