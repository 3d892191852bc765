/** How many days, weeks and months keep their newest backup. */
export type Keep = { daily: number; weekly: number; monthly: number }

const periods = ['daily', 'weekly', 'monthly'] as const

/** Reads a text like "7 daily, 4 weekly, 6 monthly"; undefined if it is none, or would keep nothing. */
export function readKeep(text: string): Keep | undefined {
  const keep: Keep = { daily: 0, weekly: 0, monthly: 0 }
  for (const words of text.split(',')) {
    const [, number, name] = /^\s*(\d{1,3}) (\w+)\s*$/.exec(words) ?? []
    const period = periods.find((one) => one === name)
    if (!period) return undefined
    keep[period] = Number(number)
  }
  return periods.some((period) => keep[period] > 0) ? keep : undefined
}

const dayMs = 86_400_000

/** Names the day, week from Monday, or month of an instant, in UTC. */
const nameOf: Record<keyof Keep, (at: Date) => string> = {
  daily: (at) => at.toISOString().slice(0, 10),
  // 1 January 1970 was a Thursday.
  weekly: (at) => String(Math.floor((at.getTime() / dayMs + 3) / 7)),
  monthly: (at) => at.toISOString().slice(0, 7),
}

type Kept = { id: string; takenAt: Date }

/**
 * Returns the ids of the backups that are no longer kept. Periods without a backup do not count, so a pause removes
 * nothing; the newest backup always stays.
 */
export function chooseRemoved(backups: readonly Kept[], keep: Keep): string[] {
  const newestFirst = backups.toSorted((one, other) => other.takenAt.getTime() - one.takenAt.getTime())
  const kept = new Set<string>()
  for (const period of periods) {
    const seen = new Set<string>()
    for (const { id, takenAt } of newestFirst) {
      const name = nameOf[period](takenAt)
      if (seen.has(name) || seen.size >= keep[period]) continue
      seen.add(name)
      kept.add(id)
    }
  }
  return newestFirst.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
}
