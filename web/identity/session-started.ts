let started = false
let ended = false

/**
 * Whether the identity client was loaded on this page; if so, a user may be signed in although the hint is not set yet.
 */
export const sessionStarted = (): boolean => started
export const markSessionStarted = (): void => {
  started = true
}

/** Whether the last session of this page ended by itself, so that the sign-in page can explain it. */
export const sessionEnded = (): boolean => ended
export const markSessionEnded = (value: boolean): void => {
  ended = value
}
