/** How long the kernel keeps what it has noted about changes. */
export const keptHours = {
  /** Answers of changes, for those that arrive twice. */
  answers: 24,
  /** Who has just written, and may ask a database that has not got it yet. */
  writes: 1,
  /** What browsers that were away for a day can ask for again. */
  liveEvents: 26,
} as const

export const hoursBefore = (at: Date, hours: number): Date => new Date(at.getTime() - hours * 3_600_000)
