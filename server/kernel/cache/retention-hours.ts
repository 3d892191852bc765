/** Retention of the kernel's own records, in hours. */
export const retentionHours = {
  /** Responses to writes, for retries of the same request. */
  answers: 24,
  /** Log positions of recent writes, for reads from a replica that may not have them yet. */
  writes: 1,
  /** Live events, so that browsers that were offline for a day can resume. */
  liveEvents: 26,
} as const

export const hoursBefore = (at: Date, hours: number): Date => new Date(at.getTime() - hours * 3_600_000)
