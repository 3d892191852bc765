import type { Actor, BookingStatus, Party, Service } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import type { CaseFacts } from '#server/bookings/case.ts'
import type { Extra } from '#server/bookings/extra.ts'
import type { Visit } from '#server/bookings/missed.ts'
import type { Charge } from '#server/payments/late-charge.ts'

/** All that decides what may happen to a booking next. */
export type BookingFacts = {
  status: BookingStatus
  service: Service
  /** Care by a friend, for nothing. */
  circle: boolean
  startsAt: Date
  endsAt: Date
  lastUnitStartsAt: Date
  expiresAt: Date | null
  /** Since when the sitter knows of it; null of a request that was never sent. */
  sentAt: Date | null
  /** When it was really over: at the check-out, or when it was ended early. */
  endedAt: Date | null
  /** When the next part of the sitter's money is released; null while and once there is none to release. */
  payoutDueAt: Date | null
  /** What was paid and neither given back nor released. */
  held: number
  cancelledBy: Actor | null
  /** The change that waits for an answer, or is accepted and waits for its payment. */
  change: { by: Party; expiresAt: Date; isAccepted: boolean } | null
  /** What is to be paid on top through a provider. */
  extra: Extra | null
  /** The charge of a card that is kept; null once it is paid, and where it was paid at the confirmation. */
  charge: Charge | null
  timeZone: string
  /** When the request was sent that waits for an answer, and when the sitter was last reminded of it. */
  askedAt: Date
  remindedAt: Date | null
  /** The sitter lets this owner book without a request. */
  instant: boolean
  checkedInAt: Date | null
  /** In order of time. */
  visits: readonly Visit[]
  /** Those of them to which the sitter came, by the report cards, counted from 0. */
  visited: readonly number[]
  /** In the order in which they were opened. */
  cases: readonly CaseFacts[]
  /** The one of them that an event is about, which is looked at or moved. */
  about?: CaseFacts | undefined
}
export type Clocks = Pick<Settings, 'stay' | 'checkIn' | 'closeDays' | 'case' | 'noShow'>
