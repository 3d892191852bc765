import type { BookingDraft } from '#contract/bookings/bookings.ts'
import type { Species } from '#contract/codes.ts'
import type { Pet } from '#contract/pets.ts'
import type { Settings } from '#contract/settings.ts'
import type { SitterService } from '#contract/sitters/sitters.ts'
import { listWords, singleServiceNames } from '#contract/words.ts'
import { asFriend } from '#server/bookings/life/circle.ts'
import { type Plan, planBooking } from '#server/bookings/money/plan.ts'
import type { Refusal } from '#server/bookings/money/refusal.ts'
import { isFriend } from '#server/bookings/quote/circle-store.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { TokenViewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { petsOfOwner } from '#server/pets/commands.ts'
import { refusalFor } from '#server/sitters/acceptance.ts'
import { type BookableSitter, sitterForBooking } from '#server/sitters/commands.ts'

/** A pet with the fields that prices and acceptance depend on, saved or only described. */
export type QuotedPet = {
  id: string
  name: string | null
  species: Species
  weightKg: number | null
  birthOn: string | null
  neutered: boolean | null
  medication: boolean
}

export type QuoteViewer = Pick<TokenViewer, 'accountId'>

/** Converts a refusal into the problem to respond with. */
export const problemOf = ({ problem, rule, detail, values }: Refusal): Problem =>
  new Problem(problem, { detail, rule, ...values })

const hidden: readonly BookableSitter['status'][] = ['draft', 'in_review']

/**
 * Returns the sitter to book. Sitters may price their own services with described pets, published or not, but cannot
 * book themselves.
 */
export async function bookableSitter(
  db: Db,
  { sitterId, petIds, circle = false }: BookingDraft,
  viewer: QuoteViewer | null,
): Promise<BookableSitter> {
  const sitter = await sitterForBooking(db, sitterId)
  if (circle) return friendOf(db, sitter, viewer)
  const isOwn = sitter !== undefined && sitter.accountId === viewer?.accountId
  if (!sitter || (hidden.includes(sitter.status) && !isOwn)) throw new Problem('sitter-not-found')
  if (isOwn && petIds)
    throw new Problem('sitter-own', {
      detail: 'Choose another sitter; your own profile shows what you offer.',
    })
  if (sitter.status === 'paused' && !isOwn)
    throw new Problem('sitter-unavailable', {
      detail: `${sitter.name} is taking a break. Choose another sitter.`,
    })
  return sitter
}

/** Returns the friend as a sitter. An account outside the viewer's circle is treated as if it did not exist. */
async function friendOf(
  db: Db,
  sitter: BookableSitter | undefined,
  viewer: QuoteViewer | null,
): Promise<BookableSitter> {
  const ownerId = viewer?.accountId
  if (!sitter || !ownerId || !(await isFriend(db, ownerId, sitter.accountId)))
    throw new Problem('sitter-not-found', { detail: 'This person is no longer in your care circle.' })
  return asFriend(sitter)
}

const nameOf = ({ service }: Pick<BookingDraft, 'service'>): string =>
  singleServiceNames[service].toLowerCase()

export function offeredService(sitter: BookableSitter, draft: BookingDraft): SitterService {
  const service = sitter.services.find((offered) => offered.service === draft.service)
  if (!service)
    throw new Problem('service-not-offered', {
      detail: `${sitter.name} offers ${listWords(sitter.services.map(nameOf)) || 'nothing at the moment'}, but not ${nameOf(draft)}.`,
      offered: sitter.services.map((offered) => offered.service),
    })
  return service
}

export function planOf(
  draft: BookingDraft,
  { timeZone }: BookableSitter,
  { rates, noticeHours }: SitterService,
  settings: Settings,
  now: Date,
): Plan {
  const planned = planBooking(draft, { timeZone, now, noticeHours, rates, settings })
  if ('plan' in planned) return planned.plan
  throw problemOf(planned.refusal)
}

export async function petsOf(db: Db, viewer: QuoteViewer | null, draft: BookingDraft): Promise<QuotedPet[]> {
  if (draft.pets)
    return draft.pets.map(({ name, ...pet }, index) => ({
      ...pet,
      name: name || null,
      id: `pet-${index + 1}`,
    }))
  const ids = [...new Set(draft.petIds)]
  const pets = viewer?.accountId ? await petsOfOwner(db, ids, viewer.accountId) : []
  const found = pets.filter(({ archived }) => !archived)
  if (found.length !== ids.length) throw new Problem('pet-not-found')
  return found.map(quotedPet)
}

export const quotedPet = (pet: Pet): QuotedPet => ({
  id: pet.id,
  name: pet.name,
  species: pet.species,
  weightKg: pet.weightKg,
  birthOn: pet.birthOn,
  neutered: pet.neutered,
  medication: pet.medications.length > 0,
})

/** Checks the number of pets and then each pet; pets agreed earlier are exempt from rules added since. */
export function refusePets(
  pets: readonly QuotedPet[],
  { maxPets, accepts }: SitterService,
  plan: Pick<Plan, 'startOn'>,
  settings: Settings,
  isAgreed: (petId: string) => boolean = () => false,
): void {
  if (pets.length > maxPets)
    throw new Problem('pets-too-many', {
      detail: `This sitter takes at most ${maxPets} ${maxPets === 1 ? 'pet' : 'pets'} in one booking, not ${pets.length}.`,
      maxPets,
      pets: pets.length,
    })
  for (const pet of pets.filter(({ id }) => !isAgreed(id))) {
    const refusal = refusalFor(pet, accepts, plan.startOn, settings)
    if (refusal)
      throw new Problem('pet-refused', {
        detail: pet.name ? `${pet.name}: ${refusal.detail}` : refusal.detail,
        petId: pet.id,
        rule: refusal.rule,
        values: refusal.values,
      })
  }
}
