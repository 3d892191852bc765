import { z } from 'zod'
import { Booking } from '#contract/bookings/bookings.ts'
import {
  careTaskKinds,
  handoverMoments,
  moods,
  parties,
  toiletKinds,
  updateRhythms,
} from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Photo } from '#contract/files/files.ts'
import { Pet } from '#contract/pets.ts'
import { Amount, ClockTime, Day, Id, Instant, line, PhoneNumber, text } from '#contract/values.ts'

const EntryId = Id.transform((id) => id.toLowerCase())
/** The device assigns the id and the time of each entry, so that an entry can be uploaded later and more than once. */
const entry = { id: EntryId, happenedAt: Instant }
/** `unit` is the index of the visit, walk, day or night that the entry belongs to, counted from 0. */
const ofUnit = { ...entry, unit: z.int().min(0).max(400) }

/** One event during the care of a booking's pets. Entries are immutable; a `withdraw` entry revokes another entry. */
export const CareEntry = z.discriminatedUnion('kind', [
  z.strictObject({ ...ofUnit, kind: z.literal('arrive') }),
  z.strictObject({ ...ofUnit, kind: z.literal('leave') }),
  /** `task` is the key of one of the card's tasks; `dose` states what was actually given. */
  z.strictObject({
    ...ofUnit,
    kind: z.literal('task'),
    task: line(240, 1),
    done: z.boolean(),
    dose: line(80).default(''),
  }),
  z.strictObject({ ...ofUnit, kind: z.literal('toilet'), what: z.enum(toiletKinds) }),
  z.strictObject({ ...ofUnit, kind: z.literal('mood'), petId: Id, mood: z.enum(moods) }),
  z.strictObject({
    ...ofUnit,
    kind: z.literal('food'),
    petId: Id,
    percent: z.int().min(0).max(100).multipleOf(5),
  }),
  z.strictObject({ ...ofUnit, kind: z.literal('note'), text: text(2000, 1) }),
  z.strictObject({
    ...ofUnit,
    kind: z.literal('incident'),
    happened: z.boolean(),
    words: text(2000).default(''),
  }),
  /** A picture uploaded before by the sitter (`POST /v1/files`, kind `report-card`). */
  z.strictObject({ ...ofUnit, kind: z.literal('photo'), fileId: EntryId }),
  /**
   * A section of a route: points of latitude and longitude with at most five decimals, as `38.71071,-9.14271
   * 38.7108,-9.1428`.
   */
  z.strictObject({
    ...ofUnit,
    kind: z.literal('route'),
    points: z
      .string()
      .max(6_000)
      .regex(
        /^(-?\d{1,2}(\.\d{1,5})?,-?1?\d{1,2}(\.\d{1,5})?)( (-?\d{1,2}(\.\d{1,5})?,-?1?\d{1,2}(\.\d{1,5})?))+$/,
        'Write at least two points of latitude and longitude',
      ),
  }),
  z.strictObject({
    ...entry,
    kind: z.literal('handover'),
    moment: z.enum(handoverMoments),
    /** Items handed over, such as keys, food, medicine or a lead. */
    items: text(1000).default(''),
    condition: text(1000, 2),
    givenBy: line(80, 1),
    takenBy: line(80, 1),
    /** A picture, uploaded before, of the items or of the pets' condition. */
    fileId: EntryId.optional(),
  }),
  /** Revokes an entry of the same sitter about the same booking. */
  z.strictObject({ ...entry, kind: z.literal('withdraw'), entryId: EntryId }),
])

export const CareTask = z.object({
  key: z.string(),
  kind: z.enum(careTaskKinds),
  petId: Id,
  petName: z.string(),
  /** The task in the owner’s words. */
  label: z.string(),
  /** The time the owner asks for; null if any time will do. */
  time: ClockTime.nullable(),
  /** The dose of a medicine that the owner asks for. */
  dose: z.string(),
})

/**
 * `at` is the time of the event by the sitter’s device, `receivedAt` the time at which the server received the entry.
 */
const recordedFields = { id: Id, at: Instant, receivedAt: Instant }

export const ReportCard = z.object({
  unit: z.int(),
  on: Day,
  startsAt: Instant,
  endsAt: Instant,
  /** Paid minutes; null for a night of a stay. */
  plannedMinutes: z.int().nullable(),
  arrivedAt: Instant.nullable(),
  leftAt: Instant.nullable(),
  actualMinutes: z.int().nullable(),
  /** True if clearly shorter than the paid time. */
  short: z.boolean(),
  tasks: z.array(
    CareTask.extend({ done: z.object({ at: Instant, receivedAt: Instant, dose: z.string() }).nullable() }),
  ),
  pee: z.array(z.object(recordedFields)),
  poo: z.array(z.object(recordedFields)),
  pets: z.array(
    z.object({
      petId: Id,
      name: z.string(),
      mood: z.enum(moods).nullable(),
      /** Percentage of the food that was eaten. */
      foodPercent: z.int().nullable(),
    }),
  ),
  notes: z.array(z.object({ ...recordedFields, text: z.string() })),
  photos: z.array(z.object({ ...recordedFields, photo: Photo })),
  /** Sections of the route, if the sitter recorded it. */
  routes: z.array(z.object({ ...recordedFields, points: z.string() })),
  incident: z.object({ ...recordedFields, happened: z.boolean(), words: z.string() }).nullable(),
})

export const Handover = z.object({
  ...recordedFields,
  moment: z.enum(handoverMoments),
  items: z.string(),
  condition: z.string(),
  givenBy: z.string(),
  takenBy: z.string(),
  photo: Photo.nullable(),
})

export const ReportCards = z.object({
  bookingId: Id,
  items: z.array(ReportCard),
  handovers: z.array(Handover),
  /** The viewer is the sitter and may add entries now. */
  writable: z.boolean(),
  /** Days for which a route is kept; 0 means that no routes are kept. */
  routeDays: z.int(),
  /** For the owner of visits that were clearly too short: amount and suggested words of a claim. */
  claim: z.object({ amount: Amount, words: z.string(), units: z.array(z.int()) }).nullable(),
})

/** Everything needed in an emergency with a pet, on one page. */
export const EmergencyCard = z.object({
  bookingId: Id,
  owner: z.object({ name: z.string(), phoneNumber: PhoneNumber.nullable() }),
  pets: z.array(
    Pet.pick({
      id: true,
      name: true,
      species: true,
      breed: true,
      coat: true,
      weightKg: true,
      birthOn: true,
      chip: true,
      vet: true,
      insurance: true,
      conditions: true,
      allergies: true,
      medications: true,
      emergency: true,
    }),
  ),
})

/** All data of one booking that its sitter needs offline. */
export const Duty = z.object({
  booking: Booking.pick({
    id: true,
    number: true,
    status: true,
    version: true,
    service: true,
    owner: true,
    sitter: true,
    pets: true,
    startOn: true,
    startTime: true,
    endOn: true,
    endTime: true,
    startsAt: true,
    endsAt: true,
    timeZone: true,
  }).extend({ currency: z.string(), role: z.enum(parties), rhythm: z.enum(updateRhythms) }),
  pets: z.array(Pet),
  emergency: EmergencyCard,
  report: ReportCards,
})

const params = z.object({ bookingId: Id })

export const showReportCards = endpoint({
  method: 'GET',
  path: '/v1/bookings/:bookingId/report-cards',
  access: 'account',
  summary: 'Get the report cards of a booking, one per visit, walk, day or night (owner or sitter)',
  params,
  response: ReportCards,
  problems: ['booking-not-found'],
})

export const writeReportCards = endpoint({
  method: 'POST',
  path: '/v1/bookings/:bookingId/report-cards',
  access: 'account',
  summary:
    'Add report card entries in any order; each is stored once by its id and accepted or refused on its own (sitter)',
  params,
  body: z.strictObject({ entries: z.array(CareEntry).min(1).max(100) }),
  response: z.object({
    accepted: z.array(Id),
    refused: z.array(z.object({ id: Id, detail: z.string() })),
    report: ReportCards,
  }),
  problems: ['booking-not-found', 'booking-action-not-allowed'],
})

export const showEmergencyCard = endpoint({
  method: 'GET',
  path: '/v1/bookings/:bookingId/emergency-card',
  access: 'account',
  summary:
    'Get vet, spend limit, chip and medicine of the pets of a confirmed or running booking (owner or sitter)',
  params,
  response: EmergencyCard,
  problems: ['booking-not-found', 'booking-action-not-allowed'],
})

export const showDuty = endpoint({
  method: 'GET',
  path: '/v1/bookings/:bookingId/on-duty',
  access: 'account',
  summary:
    'Get a booking with its report cards and, while confirmed or running, care sheets and emergency card (owner or sitter)',
  params,
  response: Duty,
  problems: ['booking-not-found', 'booking-action-not-allowed'],
})

export const listDuties = endpoint({
  method: 'GET',
  path: '/v1/accounts/:accountId/on-duty',
  access: 'account',
  summary:
    'List your bookings as a sitter that are running, start within 48 h or ended within 24 h, with all data needed offline',
  params: z.object({ accountId: Id }),
  response: z.object({ items: z.array(Duty), at: Instant }),
  problems: ['account-not-found'],
})

export type CareEntry = z.output<typeof CareEntry>
export type CareEntryInput = z.input<typeof CareEntry>
export type CareTask = z.infer<typeof CareTask>
export type ReportCard = z.infer<typeof ReportCard>
export type ReportCards = z.infer<typeof ReportCards>
export type Handover = z.infer<typeof Handover>
export type EmergencyCard = z.infer<typeof EmergencyCard>
export type Duty = z.infer<typeof Duty>
