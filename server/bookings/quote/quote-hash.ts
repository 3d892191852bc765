import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Offer } from '#server/bookings/quote/offer.ts'

/** The instant until which a quote holds, as it appears at the start of its hash. */
const encodeTimestamp = (until: Date): string => until.getTime().toString(36)

/**
 * Signs dates, pets, lines, fees, policy and settings together with the instant until which they hold; nothing is
 * stored.
 */
export function signQuote(
  secret: string,
  { sitter, plan, pets, price, terms, circle }: Omit<Offer, 'quote' | 'promo' | 'instant'>,
  until: Date,
): string {
  const signedValues = [
    'quote',
    encodeTimestamp(until),
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
  const signature = createHmac('sha256', secret).update(JSON.stringify(signedValues)).digest('base64url')
  return `${encodeTimestamp(until)}.${signature}`
}

/** Why a price differs from the one that was shown. */
export type QuoteMismatch = { rule: 'quote_expired'; until: Date } | { rule: 'other_price' }

/** Returns null if this hash belongs to exactly this offer and still holds. */
export function checkQuoteHash(
  secret: string,
  offer: Offer,
  quoteHash: string,
  now: Date,
): QuoteMismatch | null {
  const other: QuoteMismatch = { rule: 'other_price' }
  const timestamp = /^([0-9a-z]{1,9})\.[\w-]{43}$/.exec(quoteHash)?.[1]
  if (timestamp === undefined) return other
  const until = new Date(Number.parseInt(timestamp, 36))
  const [given, expected] = [Buffer.from(quoteHash), Buffer.from(signQuote(secret, offer, until))]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return other
  return until < now ? { rule: 'quote_expired', until } : null
}
