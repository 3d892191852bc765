import type { BookingStatus, Service } from '#contract/codes.ts'
import type { DisclosureState, HouseholdField } from '#contract/households/codes.ts'
import { addHours, earliest } from '#server/kernel/day.ts'

/** The facts of a booking that decide who may see the owner's home, and when. */
export type HomeFacts = {
  status: BookingStatus
  service: Service
  startsAt: Date
  endsAt: Date
  /** When it actually ended, if it has. */
  endedAt: Date | null
  /** The sitter fetches the pets or brings them back. */
  fetches: boolean
}

const beforeHours = 24
const afterHours = 2
/** Statuses of bookings that are agreed and not cancelled. */
const agreedStatuses: readonly BookingStatus[] = ['confirmed', 'in_progress', 'completed', 'closed']

export type Disclosed = {
  state: DisclosureState
  opensAt: Date | null
  closesAt: Date | null
  fields: readonly HouseholdField[]
}

const contactFields: readonly HouseholdField[] = ['emergency', 'absence']
const allFields: readonly HouseholdField[] = [
  'address',
  'entry',
  'doorCode',
  'alarm',
  'cameras',
  ...contactFields,
]

const isAtOwners = (service: Service): boolean => service !== 'boarding' && service !== 'day_care'

/** Care at the owner's home needs every field; collecting a pet needs the address; any care needs the contacts. */
const fieldsOf = ({ service, fetches }: HomeFacts): readonly HouseholdField[] =>
  isAtOwners(service) ? allFields : fetches ? ['address', ...contactFields] : contactFields

/**
 * Rules section 13: disclosed from a day before the start until two hours after the end, or after the actual end if it
 * ended early.
 */
export function disclosureOf(facts: HomeFacts, at: Date): Disclosed {
  if (!agreedStatuses.includes(facts.status))
    return { state: 'none', opensAt: null, closesAt: null, fields: [] }
  const opensAt = addHours(facts.startsAt, -beforeHours)
  const closesAt = addHours(earliest(facts.endsAt, facts.endedAt ?? facts.endsAt), afterHours)
  const state = at < opensAt ? 'early' : at < closesAt ? 'open' : 'over'
  return { state, opensAt, closesAt, fields: fieldsOf(facts) }
}
