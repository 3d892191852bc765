import type { ReportCard } from '#contract/care/report-cards.ts'

/** A card that was not closed stays the one to fill in for this long after its visit, unless the next one begins. */
const lingerMilliseconds = 4 * 3_600_000

type Times = Pick<ReportCard, 'startsAt' | 'endsAt' | 'leftAt'>

/**
 * The index of the card to open at the moment `now` (epoch milliseconds): the visit under way, else the one that has
 * just ended, else the next one. Nights of a stay touch, so the card of the next night takes over the moment it begins.
 */
export function currentUnit(cards: readonly Times[], now: number): number {
  const open = cards.findIndex(({ endsAt, leftAt }, index) => {
    const next = cards[index + 1]
    const lingersUntil = Date.parse(endsAt) + lingerMilliseconds
    return !leftAt && now < (next ? Math.min(lingersUntil, Date.parse(next.startsAt)) : lingersUntil)
  })
  return open >= 0 ? open : Math.max(0, cards.length - 1)
}
