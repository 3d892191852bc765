import { z } from 'zod'
import { Photo } from '#contract/files/files.ts'
import { parties, species } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { TimeZone } from './settings.ts'
import { ClockTime, Day, Id, Instant, line, PhoneNumber, text } from './values.ts'

/** Facts about a lost pet on its page; times are in the page's time zone. */
const lostFacts = {
  lostOn: Day,
  lostTime: ClockTime,
  /** Approximate place where the pet was last seen, in words. */
  place: line(200).default(''),
  /** Distinguishing marks: a collar, a scar, one white paw. */
  marks: text(600).default(''),
  /** Behaviour towards strangers. */
  behaviour: text(600).default(''),
  doNotChase: z.boolean().default(true),
  reward: line(60).default(''),
}
/** Shows the editor's own phone number to everybody who has the page's address. */
const showsPhone = z.boolean().default(false)

const Qr = z.object({
  /** Number of modules on each side. */
  size: z.int(),
  /** SVG path of the dark modules. */
  path: z.string(),
})

const Poster = z.object({
  code: z.string(),
  url: z.string(),
  qr: Qr,
  name: z.string(),
  species: z.enum(species),
  breed: z.string().nullable(),
  coat: z.string().nullable(),
  sex: z.enum(['female', 'male']).nullable(),
  /** Whether the pet has a chip by which a vet can find its owner; the number is never shown. */
  chipped: z.boolean(),
  photos: z.array(Photo),
  timeZone: z.string(),
  ...lostFacts,
  place: z.string(),
  marks: z.string(),
  behaviour: z.string(),
  doNotChase: z.boolean(),
  reward: z.string(),
  phoneNumbers: z.array(PhoneNumber),
})

/** The unlisted page about a lost pet, as shown to everybody who has its address. */
export const LostPage = z.object({
  name: z.string(),
  species: z.enum(species),
  /** Null once the pet is back home. */
  poster: Poster.nullable(),
})

/** The page as shown to those who can edit it. */
export const OwnLostPage = z.object({
  code: z.string(),
  url: z.string(),
  timeZone: z.string(),
  lostOn: Day,
  lostTime: ClockTime,
  place: z.string(),
  marks: z.string(),
  behaviour: z.string(),
  doNotChase: z.boolean(),
  reward: z.string(),
  showsPhone: z.boolean(),
  /** The other person's phone number is shown. */
  showsOthersPhone: z.boolean(),
  reportedBy: z.enum(parties),
  reportedAt: Instant,
  endedAt: Instant.nullable(),
  /** Until then the page can be reopened, and it says that the pet is home. */
  homeUntil: Instant.nullable(),
  sightings: z.array(z.object({ id: Id, words: z.string(), contact: z.string(), at: Instant })),
  version: z.int(),
})

export const LostState = z.object({
  pet: z.object({
    id: Id,
    name: z.string(),
    species: z.enum(species),
    coat: z.string().nullable(),
    hasPhoto: z.boolean(),
  }),
  role: z.enum(parties),
  /** The other person who is notified: the sitter who has the pet now, or the owner. */
  otherName: z.string().nullable(),
  ownPhoneNumber: PhoneNumber.nullable(),
  /** The time zone of a new page's days and times, with the current day and time in it. */
  timeZone: z.string(),
  today: Day,
  clock: ClockTime,
  page: OwnLostPage.nullable(),
})

const params = z.object({ petId: Id })

export const showLostPet = endpoint({
  method: 'GET',
  path: '/v1/pets/:petId/lost',
  access: 'account',
  summary: 'Get whether a pet is reported as lost (owner, or the sitter who has it now)',
  params,
  /** The device's time zone, used if no other is known. */
  query: z.object({ timeZone: TimeZone.optional() }),
  response: LostState,
  problems: ['pet-not-found'],
})
export const reportLostPet = endpoint({
  method: 'POST',
  path: '/v1/pets/:petId/lost',
  access: 'account',
  summary:
    'Report a pet as lost and create its page; a page that is already open is kept (owner, or the sitter who has it now)',
  status: 201,
  params,
  body: z.strictObject({
    ...lostFacts,
    /** Default: now. */
    lostOn: Day.optional(),
    lostTime: ClockTime.optional(),
    /** The device's time zone, used if no other is known. */
    timeZone: TimeZone.optional(),
    showsPhone,
  }),
  response: LostState,
  problems: ['pet-not-found'],
})
export const changeLostPage = endpoint({
  method: 'PUT',
  path: '/v1/pets/:petId/lost',
  access: 'account',
  summary: 'Update the page about a lost pet (owner or sitter)',
  params,
  body: z.strictObject({ ...lostFacts, showsPhone, version: z.int() }),
  response: LostState,
  problems: ['pet-not-found', 'pet-not-lost', 'version-stale'],
})
export const endLostPage = endpoint({
  method: 'POST',
  path: '/v1/pets/:petId/lost/found',
  access: 'account',
  summary: 'Mark a lost pet as found, which ends its page, or undo that (owner or sitter)',
  params,
  body: z.strictObject({ found: z.boolean() }),
  response: LostState,
  problems: ['pet-not-found', 'pet-not-lost'],
})
export const showLostPage = endpoint({
  method: 'GET',
  path: '/v1/lost/:code',
  access: 'public',
  summary: 'Get the page about a lost pet by the code in its address; no sign-in needed',
  params: z.object({ code: z.string().max(100) }),
  response: LostPage,
  problems: ['lost-page-not-found', 'lost-page-ended'],
  noStore: true,
})
export const tellSighting = endpoint({
  method: 'POST',
  path: '/v1/lost/:code/sightings',
  access: 'public',
  summary: 'Send a sighting to the people looking for a lost pet; idempotent by id',
  status: 201,
  params: z.object({ code: z.string().max(100) }),
  body: z.strictObject({
    id: Id,
    words: text(1000, 10),
    /** A phone number or e-mail address, if the finder wants to be contacted. */
    contact: line(120).default(''),
  }),
  response: z.object({ sent: z.literal(true) }),
  problems: ['lost-page-not-found', 'lost-page-ended', 'rate-limited'],
})

export type LostPage = z.infer<typeof LostPage>
export type LostPoster = z.infer<typeof Poster>
export type OwnLostPage = z.infer<typeof OwnLostPage>
export type LostState = z.infer<typeof LostState>
