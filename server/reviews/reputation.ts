import type { Settings } from '#contract/settings.ts'
import { addDays, earliest, hourMilliseconds, instantOf, latest, localOf } from '#server/kernel/day.ts'

export type Stars = { sum: number; count: number }

/** Returns the average, one to five with one decimal; null while there are too few reviews to be meaningful. */
export const averageShown = (
  { sum, count }: Stars,
  minShown: Settings['review']['minShown'],
): number | null => (count < Math.max(1, minShown) ? null : Math.round((sum / count) * 10) / 10)

/** A first message or request, and the first answer to it. */
export type FirstContact = { askedAt: Date; answeredAt: Date | null; withdrawnAt: Date | null }
export type ResponseFigures = {
  /** Zero to one, null without requests to answer. */
  rate: number | null
  minutes: number | null
}

const counted = 25
const answerHours = 24

/**
 * Computes, over the last 25 contacts, the share answered within a day and the median response time outside the night
 * (rules section 11).
 */
export function responseOf(contacts: readonly FirstContact[], at: Date, timeZone: string): ResponseFigures {
  const decided = contacts
    .map((contact) => ({ ...contact, inTime: answeredInTime(contact, at) }))
    .filter(({ inTime }) => inTime !== null)
    .toSorted((a, b) => b.askedAt.getTime() - a.askedAt.getTime())
    .slice(0, counted)
  if (decided.length === 0) return { rate: null, minutes: null }
  const times = decided.flatMap(({ askedAt, answeredAt }) =>
    answeredAt ? [waitingMinutes(askedAt, answeredAt, timeZone)] : [],
  )
  return { rate: decided.filter(({ inTime }) => inTime).length / decided.length, minutes: median(times) }
}

/** Returns null while there is still time, or if the owner withdrew before the time was over. */
function answeredInTime({ askedAt, answeredAt, withdrawnAt }: FirstContact, at: Date): boolean | null {
  const until = new Date(askedAt.getTime() + answerHours * hourMilliseconds)
  if (answeredAt) return answeredAt <= until
  if (withdrawnAt && withdrawnAt <= until) return null
  return at < until ? null : false
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2)
}

const [morning, evening] = ['08:00', '21:00'] as const

/** Returns the minutes between two instants, counting only 08:00 to 21:00 in the zone. */
export function waitingMinutes(from: Date, to: Date, timeZone: string): number {
  const lastOn = localOf(to, timeZone).on
  let waited = 0
  for (let on = localOf(from, timeZone).on; on <= lastOn; on = addDays(on, 1)) {
    const begin = latest(from, instantOf(on, morning, timeZone))
    const end = earliest(to, instantOf(on, evening, timeZone))
    waited += Math.max(0, end.getTime() - begin.getTime())
  }
  return Math.round(waited / 60_000)
}

/**
 * Figures of the last six months; stars, response rate and the numbers of bookings and late cancellations have other
 * periods.
 */
export type TrustFacts = {
  clients: number
  repeatClients: number
  stars: Stars
  responseRate: number | null
  bookings: number
  lateCancellations: number
}

/** The acceptance rate is deliberately not tested: it would penalise honest sitters. */
export const meetsTrust = (facts: TrustFacts): boolean =>
  facts.clients >= 5 &&
  facts.repeatClients >= 2 &&
  facts.stars.count >= 5 &&
  facts.stars.sum / facts.stars.count >= 4.8 &&
  (facts.responseRate ?? 0) >= 0.9 &&
  facts.lateCancellations < facts.bookings * 0.02

export type Trust = { trusted: boolean; misses: number }

/** Applies the monthly test: passing it grants the badge at once, the second miss in a row revokes it. */
export function nextTrust({ trusted, misses }: Trust, met: boolean): Trust {
  if (met) return { trusted: true, misses: 0 }
  return { trusted: trusted && misses + 1 < 2, misses: misses + 1 }
}
