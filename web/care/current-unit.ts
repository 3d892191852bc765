import type { ReportCard } from '#contract/care/report-cards.ts'

/** A card that was not closed stays the current one for this long after its visit ends, unless the next one starts. */
const gracePeriodMilliseconds = 4 * 3_600_000

type Times = Pick<ReportCard, 'startsAt' | 'endsAt' | 'leftAt'>

/**
 * Returns the index of the card to open at `now` (epoch milliseconds): the current visit, else the one that has just
 * ended, else the next one. Nights of a stay are contiguous, so the next night's card takes over the moment it starts.
 */
export function currentUnit(cards: readonly Times[], now: number): number {
  const open = cards.findIndex(({ endsAt, leftAt }, index) => {
    const next = cards[index + 1]
    const currentUntil = Date.parse(endsAt) + gracePeriodMilliseconds
    return !leftAt && now < (next ? Math.min(currentUntil, Date.parse(next.startsAt)) : currentUntil)
  })
  return open >= 0 ? open : Math.max(0, cards.length - 1)
}
