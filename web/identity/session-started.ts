let started = false
let ended = false

/** Whether the identity client was asked for on this page, so that somebody may be signed in before the hint says so. */
export const sessionStarted = (): boolean => started
export const markSessionStarted = (): void => {
  started = true
}

/** Whether the last sign-in of this page ended by itself, so that the sign-in page can say why it is there. */
export const sessionEnded = (): boolean => ended
export const markSessionEnded = (value: boolean): void => {
  ended = value
}
