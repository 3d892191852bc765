import { z } from 'zod'
import { addOnCodes, maxPetsPerBooking, species } from '#contract/codes.ts'
import { Amount, ClockTime, Day, Id, Instant } from '#contract/values.ts'

const Visit = z.strictObject({
  on: Day,
  /** Default 09:00; for day care the drop-off, default 08:00. */
  time: ClockTime.optional(),
  /** Default 30, for day care 600 (pick-up at 18:00); drop-ins and walks take 30 or 60, day care at most 720. */
  minutes: z.int().min(15).max(720).optional(),
})

/** The dates of a booking: stays give the first and the last day, all other services give visits. */
export const daysShape = {
  startOn: Day.optional(),
  startTime: ClockTime.optional(),
  endOn: Day.optional(),
  endTime: ClockTime.optional(),
  visits: z.array(Visit).min(1).max(120).optional(),
}

export const AddOn = z.strictObject({
  code: z.enum(addOnCodes),
  petId: Id.optional(),
  count: z.int().min(1).max(20).default(1),
})

/** The complete booking after a change, not only the differences. */
export const changeShape = {
  ...daysShape,
  petIds: z.array(Id).min(1).max(maxPetsPerBooking),
  addOns: z.array(AddOn).max(20).default([]),
}

/** A change is checked against the same rules as a request, except for notice. */
export const changeRuleProblems = [
  'dates-refused',
  'notice-too-short',
  'horizon-exceeded',
  'pet-not-found',
  'pet-refused',
  'pets-too-many',
  'service-not-offered',
  'add-on-not-offered',
] as const

export const BookingVisit = z.object({
  on: Day,
  time: ClockTime,
  minutes: z.int(),
  startsAt: Instant,
  endsAt: Instant,
})

export const AgreedVisit = BookingVisit.extend({
  /** The viewer may now report that the other side was not there. */
  reportable: z.boolean(),
})

export const BookingPet = z.object({
  id: Id,
  name: z.string(),
  species: z.enum(species),
  breed: z.string().nullable(),
  coat: z.string().nullable(),
  weightKg: z.number().nullable(),
})

export const RefundNow = z.object({
  total: Amount,
  services: Amount,
  addOns: Amount,
  ownerFee: Amount,
  /** The part that the platform had paid through a promo code and gets back itself; not included in `total`. */
  promotion: Amount.optional(),
  /** The sitter's share after the fee. */
  sitterKeeps: Amount,
  /** The rule applied, in words. */
  rule: z.string(),
  previewHash: z.string(),
})

export type RefundNow = z.infer<typeof RefundNow>
