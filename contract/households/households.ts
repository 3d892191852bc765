import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Instant, text } from '#contract/values.ts'
import { disclosureStates, householdFields } from './codes.ts'

/** Empty text: nothing is kept. */
const householdShape = {
  address: text(300),
  /** Where the key is, which door, what sticks. */
  entry: text(500),
  doorCode: text(100),
  alarm: text(300),
  /** Cameras and microphones in the home have to be told of. */
  cameras: text(500),
  /** Whom to ring when something happens and nobody answers. */
  emergency: text(300),
  /** Who has a key, or looks after the home meanwhile. */
  absence: text(300),
}

const HouseholdView = z.object({
  id: Id,
  bookingId: Id,
  bookingNumber: z.string(),
  viewerName: z.string(),
  fields: z.array(z.enum(householdFields)),
  at: Instant,
})

const Household = z.object({
  id: Id,
  version: z.int(),
  address: z.string(),
  entry: z.string(),
  doorCode: z.string(),
  alarm: z.string(),
  cameras: z.string(),
  emergency: z.string(),
  absence: z.string(),
  /** Kept, and impossible to open since the instance has another secret: to be entered anew. */
  unreadable: z.array(z.enum(householdFields)),
  /** The latest hundred, the last one first. */
  views: z.array(HouseholdView),
})

const ofAccount = {
  path: '/v1/accounts/:accountId/household',
  access: 'account',
  params: z.object({ accountId: Id }),
  response: Household,
} as const

export const showHousehold = endpoint({
  ...ofAccount,
  method: 'GET',
  summary: 'One’s own home: address, door and alarm codes, contacts, and who has looked at them',
  problems: ['account-not-found'],
})

export const updateHousehold = endpoint({
  ...ofAccount,
  method: 'PUT',
  summary: 'Keep it, encrypted; version 0 where nothing is kept yet',
  body: z.strictObject({ ...householdShape, version: z.int() }),
  problems: ['account-not-found', 'version-stale'],
})

const ofBooking = { access: 'account', params: z.object({ bookingId: Id }) } as const

/** When and what, never the values themselves. */
const Disclosure = z.object({
  state: z.enum(disclosureStates),
  opensAt: Instant.nullable(),
  closesAt: Instant.nullable(),
  /** What this booking needs and the owner has filled in. */
  fields: z.array(z.enum(householdFields)),
  /** Filled in, and impossible to open: the owner has to enter it anew. */
  unreadable: z.array(z.enum(householdFields)),
  /** For the owner: the views of this booking; for the sitter one’s own. */
  views: z.array(HouseholdView),
})

export const showDisclosure = endpoint({
  ...ofBooking,
  method: 'GET',
  path: '/v1/bookings/:bookingId/household',
  summary: 'From when until when the sitter may see the address and the codes; without them',
  response: Disclosure,
  problems: ['booking-not-found'],
})

/** A PUT and no POST, because the answer of a POST is kept for a repetition, and this one must be kept nowhere. */
export const viewHousehold = endpoint({
  ...ofBooking,
  method: 'PUT',
  path: '/v1/bookings/:bookingId/household/view',
  summary:
    'Address and codes, for the sitter from 24 h before the start until 2 h after the end; each view is logged',
  body: z.strictObject({}),
  response: z.object({
    values: z.array(z.object({ field: z.enum(householdFields), value: z.string() })),
    /** Then it is hidden again. */
    closesAt: Instant,
  }),
  problems: ['booking-not-found', 'household-hidden'],
})

export type Household = z.infer<typeof Household>
export type HouseholdInput = z.input<(typeof updateHousehold)['body']>
export type HouseholdView = z.infer<typeof HouseholdView>
export type Disclosure = z.infer<typeof Disclosure>
