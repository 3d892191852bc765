import { z } from 'zod'
import { Photo } from '#contract/files/files.ts'
import { parties, species } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { TimeZone } from './settings.ts'
import { ClockTime, Day, Id, Instant, line, PhoneNumber, text } from './values.ts'

/** What is said of a lost pet on its page; in the time zone of the page. */
const lostFacts = {
  lostOn: Day,
  lostTime: ClockTime,
  /** Roughly where it was seen last, in words. */
  place: line(200).default(''),
  /** By what it is known: a collar, a scar, one white paw. */
  marks: text(600).default(''),
  /** How it behaves towards strangers. */
  behaviour: text(600).default(''),
  doNotChase: z.boolean().default(true),
  reward: line(60).default(''),
}
/** The writer's own number is shown to everybody who has the address. */
const showsPhone = z.boolean().default(false)

const Qr = z.object({
  /** Modules on each side. */
  size: z.int(),
  /** What is dark, as the path of an SVG. */
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
  /** Whether it has a chip by which a vet finds its owner; never the number. */
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

/** The unlisted page about a lost pet, as everybody reads it who has the address. */
export const LostPage = z.object({
  name: z.string(),
  species: z.enum(species),
  /** Null once it is back home. */
  poster: Poster.nullable(),
})

/** The same for those who can change it. */
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
  /** The other one's number is shown. */
  showsOthersPhone: z.boolean(),
  reportedBy: z.enum(parties),
  reportedAt: Instant,
  endedAt: Instant.nullable(),
  /** Until then it can be opened again, and the page says that the pet is home. */
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
  /** Who is told of it, too: the sitter who has the pet now, or the owner. */
  otherName: z.string().nullable(),
  ownPhoneNumber: PhoneNumber.nullable(),
  /** In which days and times of a new page are meant, and what it is there now. */
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
  summary: 'Whether a pet is reported as lost, for its owner and for the sitter who has it now',
  params,
  /** That of the device, for whom no other is known. */
  query: z.object({ timeZone: TimeZone.optional() }),
  response: LostState,
  problems: ['pet-not-found'],
})
export const reportLostPet = endpoint({
  method: 'POST',
  path: '/v1/pets/:petId/lost',
  access: 'account',
  summary: 'Report a pet as lost, which makes its page; one that is reported already keeps its page',
  status: 201,
  params,
  body: z.strictObject({
    ...lostFacts,
    /** Now, unless told. */
    lostOn: Day.optional(),
    lostTime: ClockTime.optional(),
    /** That of the device, for whom no other is known. */
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
  summary: 'Change what the page about a lost pet says',
  params,
  body: z.strictObject({ ...lostFacts, showsPhone, version: z.int() }),
  response: LostState,
  problems: ['pet-not-found', 'pet-not-lost', 'version-stale'],
})
export const endLostPage = endpoint({
  method: 'POST',
  path: '/v1/pets/:petId/lost/found',
  access: 'account',
  summary: 'Say that the pet is found again, which ends its page, or take that back',
  params,
  body: z.strictObject({ found: z.boolean() }),
  response: LostState,
  problems: ['pet-not-found', 'pet-not-lost'],
})
export const showLostPage = endpoint({
  method: 'GET',
  path: '/v1/lost/:code',
  access: 'public',
  summary: 'The page about a lost pet, for everybody who has its address',
  params: z.object({ code: z.string().max(100) }),
  response: LostPage,
  problems: ['lost-page-not-found', 'lost-page-ended'],
  unkept: true,
})
export const tellSighting = endpoint({
  method: 'POST',
  path: '/v1/lost/:code/sightings',
  access: 'public',
  summary: 'Write to those who look for a lost pet; the same id counts once',
  status: 201,
  params: z.object({ code: z.string().max(100) }),
  body: z.strictObject({
    id: Id,
    words: text(1000, 10),
    /** A telephone number or an e-mail address, if the finder wants to be asked. */
    contact: line(120).default(''),
  }),
  response: z.object({ sent: z.literal(true) }),
  problems: ['lost-page-not-found', 'lost-page-ended', 'rate-limited'],
})

export type LostPage = z.infer<typeof LostPage>
export type LostPoster = z.infer<typeof Poster>
export type OwnLostPage = z.infer<typeof OwnLostPage>
export type LostState = z.infer<typeof LostState>
