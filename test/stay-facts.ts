import type { Party } from '#contract/codes.ts'
import { Settings } from '#contract/settings.ts'
import type { BookingFacts } from '#server/bookings/facts.ts'
import { actionsFor } from '#server/bookings/life/rule.ts'

export const settings = Settings.parse({})
export const at = (text: string) => new Date(`${text}:00Z`)
/** Eight nights in Dublin over Christmas, requested on 1 December. */
export const stay: BookingFacts = {
  status: 'requested',
  service: 'boarding',
  circle: false,
  startsAt: at('2026-12-18T15:00'),
  endsAt: at('2026-12-26T19:00'),
  lastUnitStartsAt: at('2026-12-25T15:00'),
  expiresAt: at('2026-12-02T10:00'),
  sentAt: at('2026-12-01T10:00'),
  endedAt: null,
  payoutDueAt: null,
  held: 0,
  cancelledBy: null,
  change: null,
  extra: null,
  charge: null,
  timeZone: 'Europe/Dublin',
  askedAt: at('2026-12-01T10:00'),
  remindedAt: null,
  instant: false,
  checkedInAt: null,
  visits: [],
  cases: [],
  visited: [],
}
export const visits: BookingFacts = { ...stay, service: 'drop_in' }

/** The events that the party may send at that time. */
export const events = (party: Party, booking: BookingFacts, when: Date) =>
  actionsFor(party, booking, when, settings).map(({ event }) => event)
