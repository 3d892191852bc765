import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Offer } from '#server/bookings/quote/offer.ts'

/** The instant until which a quote holds, as it appears at the start of its hash. */
const stampOf = (until: Date): string => until.getTime().toString(36)

/**
 * Signs dates, pets, lines, fees, policy and settings together with the instant until which they hold; nothing is
 * stored.
 */
export function sealOf(
  secret: string,
  { sitter, plan, pets, price, terms, circle }: Omit<Offer, 'quote' | 'promo' | 'instant'>,
  until: Date,
): string {
  const bound = [
    'quote',
    stampOf(until),
    sitter.id,
    plan.service,
    plan.timeZone,
    [plan.startOn, plan.startTime, plan.endOn, plan.endTime],
    plan.units.map(({ startsAt, endsAt }) => [startsAt.getTime(), endsAt.getTime()]),
    pets.map(({ id }) => id).toSorted(),
    price.lines,
    price.total,
    price.sitterPayout,
    terms.policy,
    terms.settings.currency,
    terms.settingsVersion,
    ...(circle ? ['circle'] : []),
  ]
  const seal = createHmac('sha256', secret).update(JSON.stringify(bound)).digest('base64url')
  return `${stampOf(until)}.${seal}`
}

/** Why a price differs from the one that was shown. */
export type Doubt = { rule: 'quote_expired'; until: Date } | { rule: 'other_price' }

/** Returns null if this hash belongs to exactly this offer and still holds. */
export function doubtOf(secret: string, offer: Offer, quoteHash: string, now: Date): Doubt | null {
  const other: Doubt = { rule: 'other_price' }
  const stamp = /^([0-9a-z]{1,9})\.[\w-]{43}$/.exec(quoteHash)?.[1]
  if (stamp === undefined) return other
  const until = new Date(Number.parseInt(stamp, 36))
  const [given, made] = [Buffer.from(quoteHash), Buffer.from(sealOf(secret, offer, until))]
  if (given.length !== made.length || !timingSafeEqual(given, made)) return other
  return until < now ? { rule: 'quote_expired', until } : null
}
