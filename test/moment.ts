const names = ['LD_PRELOAD', 'NO_FAKE_STAT', 'DONT_FAKE_MONOTONIC']

/** What a program needs of this environment to have the same moment, where it is started with an environment of its own. */
export const sameMoment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && (names.includes(name) || name.startsWith('FAKETIME')) ? [[name, value]] : [],
    ),
  )

/** How far the moment of the tests is from the real one, in milliseconds. */
export const shiftMs = (): number => Number.parseInt(process.env['FAKETIME'] ?? '0', 10) * 1000
