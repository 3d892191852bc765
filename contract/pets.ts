import { z } from 'zod'
import { maxFilesByKind } from '#contract/files/codes.ts'
import { Photo, StoredDocument } from '#contract/files/files.ts'
import { answers, sizedSpecies, species } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Amount, ClockTime, Day, Id, Instant, line, PhoneNumber, text } from './values.ts'

const shortLine = line(120).nullable().default(null)
const longText = text(2000).nullable().default(null)
const Answer = z.enum(answers).default('unknown')

const Vaccination = z.strictObject({
  type: line(80, 1),
  givenOn: Day.nullable().default(null),
  validUntilOn: Day.nullable().default(null),
  /** File id of a photographed or printed proof. */
  documentId: Id.nullable().default(null),
})
const Medication = z.strictObject({
  name: line(80, 1),
  dose: line(80).default(''),
  route: line(40).default(''),
  times: z.array(ClockTime).max(12).default([]),
})
const Feeding = z.strictObject({
  food: line(120, 1),
  amount: line(80).default(''),
  times: z.array(ClockTime).max(12).default([]),
  treats: line(120).default(''),
})
const Behaviour = z
  .strictObject({
    dogs: Answer,
    cats: Answer,
    children: Answer,
    strangers: Answer,
    bitten: z.boolean().nullable().default(null),
    biteHistory: longText,
    escapeRisk: z.boolean().nullable().default(null),
    fears: longText,
    sleepingPlace: shortLine,
  })
  .refine((behaviour) => behaviour.bitten !== true || behaviour.biteHistory, {
    path: ['biteHistory'],
    message: 'Say what happened, so that the sitter can prepare',
  })

/** The optional details of a pet (rules section 13); those not relevant for the species are dropped. */
export const PetDetails = z.strictObject({
  breed: shortLine,
  sex: z.enum(['female', 'male']).nullable().default(null),
  neutered: z.boolean().nullable().default(null),
  /** Colour of the coat in words; portraits are drawn from it. */
  coat: shortLine,
  chip: z
    .strictObject({ number: line(40, 1), registry: line(80).default('') })
    .nullable()
    .default(null),
  passportNumber: shortLine,
  vaccinations: z.array(Vaccination).max(20).default([]),
  parasitesTreatedOn: Day.nullable().default(null),
  vet: z
    .strictObject({
      name: line(120, 1),
      phone: PhoneNumber.nullable().default(null),
      address: shortLine,
      afterHours: shortLine,
    })
    .nullable()
    .default(null),
  insurance: z
    .strictObject({ company: line(80, 1), policyNumber: line(60).default('') })
    .nullable()
    .default(null),
  conditions: longText,
  allergies: longText,
  medications: z.array(Medication).max(20).default([]),
  feeding: z.array(Feeding).max(12).default([]),
  toilet: longText,
  energy: z.enum(['low', 'medium', 'high']).nullable().default(null),
  aloneMaxHours: z.number().min(0).max(24).nullable().default(null),
  crate: z.boolean().nullable().default(null),
  leash: z.enum(['always', 'sometimes', 'never']).nullable().default(null),
  recall: z.enum(['good', 'sometimes', 'none']).nullable().default(null),
  behaviour: Behaviour.nullable().default(null),
  emergency: z
    .strictObject({
      consent: z.boolean(),
      spendLimit: Amount.min(0).max(10_000_00).nullable().default(null),
      hospital: shortLine,
    })
    .nullable()
    .default(null),
  careNotes: longText,
})

const PetBasics = z.strictObject({
  name: line(60, 1),
  species: z.enum(species),
  /** Required for dogs and cats; the first of the month if only month and year are known. */
  birthOn: Day.nullable().default(null),
  /** Kilograms, two decimals; required for dogs and cats. */
  weightKg: z
    .number()
    .min(0.01)
    .max(1500)
    .multipleOf(0.01, 'Write the weight with at most two decimals')
    .nullable()
    .default(null),
})

export const PetInput = PetBasics.extend(PetDetails.shape)
  .extend({ archived: z.boolean().default(false), version: z.int().optional() })
  .superRefine((pet, issues) => {
    if (!sizedSpecies.includes(pet.species)) return
    if (!pet.birthOn)
      issues.addIssue({
        code: 'custom',
        path: ['birthOn'],
        message: 'Give the birthday, or an approximate one',
      })
    if (!pet.weightKg)
      issues.addIssue({ code: 'custom', path: ['weightKg'], message: 'Give the weight in kilograms' })
  })

/** A pet as seen by its owner, or (as a care sheet) by the sitter of one of its bookings. */
export const Pet = PetBasics.extend(PetDetails.shape).extend({
  id: Id,
  ownerId: Id,
  archived: z.boolean(),
  /** How much of the information a sitter needs is filled in, 0 to 100, and the most useful missing details. */
  completeness: z.object({ percent: z.int(), missing: z.array(z.string()) }),
  photos: z.array(Photo),
  /** Proofs of vaccinations, visible to the owner, and to sitters while a booking with the pet is open. */
  documents: z.array(StoredDocument),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})

/** Public data of a sitter's own pet. */
export const PublicPet = z.object({
  id: Id,
  name: z.string(),
  species: z.enum(species),
  breed: z.string().nullable(),
  coat: z.string().nullable(),
  ageYears: z.int().nullable(),
  weightKg: z.number().nullable(),
})

/** A sitter's own pet with its first photo, as shown on a profile. */
export const SitterPet = PublicPet.extend({ photo: Photo.nullable() })

/** A pet described by a visitor who has no account. */
export const DescribedPet = z.strictObject({
  name: line(60).optional(),
  species: z.enum(species),
  weightKg: z.number().min(0.01).max(1500).nullable().default(null),
  birthOn: Day.nullable().default(null),
  neutered: z.boolean().nullable().default(null),
  /** Needs medicine during the booking. */
  medication: z.boolean().default(false),
})

const params = z.object({ petId: Id })

export const listPets = endpoint({
  method: 'GET',
  path: '/v1/accounts/:accountId/pets',
  access: 'account',
  summary: 'List your active or archived pets, in the order they were added',
  params: z.object({ accountId: Id }),
  query: z.object({ archived: z.enum(['true', 'false']).default('false') }),
  response: z.object({ items: z.array(Pet), nextCursor: z.null() }),
  problems: ['account-not-found'],
})
export const createPet = endpoint({
  method: 'POST',
  path: '/v1/pets',
  access: 'account',
  summary: 'Create a pet',
  status: 201,
  body: PetInput,
  response: Pet,
  problems: ['file-not-found', 'file-not-ready'],
})
export const showPet = endpoint({
  method: 'GET',
  path: '/v1/pets/:petId',
  access: 'account',
  summary: 'Get a pet (owner) or its care sheet (sitter of an open booking with the pet)',
  params,
  response: Pet,
  problems: ['pet-not-found'],
})
export const updatePet = endpoint({
  method: 'PUT',
  path: '/v1/pets/:petId',
  access: 'account',
  summary: 'Update or archive your pet',
  params,
  body: PetInput,
  response: Pet,
  problems: ['pet-not-found', 'version-stale', 'pet-booked', 'file-not-found', 'file-not-ready'],
})

export const arrangePetPhotos = endpoint({
  method: 'PUT',
  path: '/v1/pets/:petId/photos',
  access: 'account',
  summary: 'Replace the photos of your pet, in display order',
  params,
  body: z.strictObject({ fileIds: z.array(Id).max(maxFilesByKind.pet) }),
  response: Pet,
  problems: ['pet-not-found', 'file-not-found', 'file-not-ready', 'files-too-many'],
})

export type PetDetails = z.infer<typeof PetDetails>
export type PetInput = z.input<typeof PetInput>
export type Pet = z.infer<typeof Pet>
export type PublicPet = z.infer<typeof PublicPet>
export type SitterPet = z.infer<typeof SitterPet>
export type DescribedPet = z.infer<typeof DescribedPet>
