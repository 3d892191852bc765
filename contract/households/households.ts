import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Instant, text } from '#contract/values.ts'
import { disclosureStates, householdFields } from './codes.ts'

/** An empty text means that nothing is stored. */
const householdShape = {
  address: text(300),
  /** How to get in: where the key is, which door to use. */
  entry: text(500),
  doorCode: text(100),
  alarm: text(300),
  /** Cameras and microphones in the home, which owners must disclose. */
  cameras: text(500),
  /** Whom to call in an emergency if the owner cannot be reached. */
  emergency: text(300),
  /** Who else has a key or looks after the home during the booking. */
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
  /**
   * Stored fields that cannot be decrypted because the secret of the instance has changed; the owner has to enter them
   * again.
   */
  unreadable: z.array(z.enum(householdFields)),
  /** The latest hundred views, newest first. */
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
  summary: 'Get your home details (address, door and alarm codes, contacts) and who has viewed them',
  hiddenFromStaff: true,
  problems: ['account-not-found'],
})

export const updateHousehold = endpoint({
  ...ofAccount,
  method: 'PUT',
  summary: 'Replace your home details, stored encrypted; send version 0 if none are stored yet',
  body: z.strictObject({ ...householdShape, version: z.int() }),
  problems: ['account-not-found', 'version-stale'],
})

const ofBooking = { access: 'account', params: z.object({ bookingId: Id }) } as const

/** When the viewer may see which fields, without their values. */
const Disclosure = z.object({
  state: z.enum(disclosureStates),
  opensAt: Instant.nullable(),
  closesAt: Instant.nullable(),
  /** Fields that this booking needs and the owner has filled in. */
  fields: z.array(z.enum(householdFields)),
  /** Fields that are filled in but cannot be decrypted; the owner has to enter them again. */
  unreadable: z.array(z.enum(householdFields)),
  /** For the owner all views of this booking, for the sitter only the sitter's own. */
  views: z.array(HouseholdView),
})

export const showDisclosure = endpoint({
  ...ofBooking,
  method: 'GET',
  path: '/v1/bookings/:bookingId/household',
  summary:
    'Get when the sitter can view which home details of a booking, without their values (owner or sitter)',
  response: Disclosure,
  problems: ['booking-not-found'],
})

/** A PUT instead of a POST, because the responses of POSTs are stored for retries, and this one must not be stored. */
export const viewHousehold = endpoint({
  ...ofBooking,
  method: 'PUT',
  path: '/v1/bookings/:bookingId/household/view',
  summary:
    'View the home details for a booking, from 24 h before the start until 2 h after the end; each view is logged (sitter)',
  body: z.strictObject({}),
  response: z.object({
    values: z.array(z.object({ field: z.enum(householdFields), value: z.string() })),
    /** When the values are hidden again. */
    closesAt: Instant,
  }),
  problems: ['booking-not-found', 'household-hidden'],
})

export type Household = z.infer<typeof Household>
export type HouseholdInput = z.input<(typeof updateHousehold)['body']>
export type HouseholdView = z.infer<typeof HouseholdView>
export type Disclosure = z.infer<typeof Disclosure>
