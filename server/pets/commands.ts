import type { z } from 'zod'
import { type BookingStatus, runningStatuses, waitingStatuses } from '#contract/codes.ts'
import { type Pet, PetDetails, type PetInput, type SitterPet } from '#contract/pets.ts'
import type { Eraser } from '#server/accounts/erasure.ts'
import { arrangeFiles, documentsOf, photosOf, removeFilesOf } from '#server/files/commands.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import { relevantDetails } from '#server/pets/completeness.ts'
import * as store from '#server/pets/store.ts'
import { gramsOf, type PetFiles, viewCareSheet, viewPet, viewPublicPet } from '#server/pets/view.ts'

type Input = z.output<typeof PetInput>

/** While a booking is in one of these states, its sitter may read the care sheet. */
const careSheetStatuses: BookingStatus[] = ['requested', 'offered', 'awaiting_payment', ...runningStatuses]
/** While a booking is in one of these states, its pets cannot be archived. */
const openStatuses: BookingStatus[] = [...waitingStatuses, ...runningStatuses]

export async function listPets(
  deps: Deps,
  { accountId }: Viewer,
  ofAccountId: string,
  archived: boolean,
): Promise<Pet[]> {
  if (ofAccountId !== accountId) throw new Problem('account-not-found')
  const rows = await store.findPetsOfOwner(deps.db, accountId, { archived })
  const filesOf = await filesOfPets(
    deps,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => viewPet(row, filesOf(row.id)))
}

/**
 * Returns the pet to its owner, and its care sheet to the sitter of one of its bookings; for anyone else the pet does
 * not exist.
 */
export async function readPet(deps: Deps, { accountId }: Viewer, id: string): Promise<Pet> {
  const row = await store.findPet(deps.db, id)
  if (row?.owner_id === accountId) return viewPet(row, (await filesOfPets(deps, [id]))(id))
  if (row && (await store.sitsFor(deps.db, id, accountId, careSheetStatuses)))
    return viewCareSheet(row, (await filesOfPets(deps, [id]))(id))
  throw new Problem('pet-not-found')
}

/** Returns the photos and documents of these pets, with URLs that expire. */
export async function filesOfPets(
  deps: Pick<Deps, 'db' | 'now' | 'site'>,
  ids: readonly string[],
): Promise<(petId: string) => PetFiles> {
  const [photos, documents] = [await photosOf(deps, 'pet', ids), await documentsOf(deps, ids)]
  return (petId) => ({ photos: photos(petId), documents: documents(petId) })
}

/** Keeps exactly the documents that the vaccinations reference. */
const arrangeDocuments = (deps: TxDeps, viewer: Viewer, petId: string, { vaccinations }: Input) =>
  arrangeFiles(deps, viewer, {
    fileIds: vaccinations.flatMap(({ documentId }) => documentId ?? []),
    kind: 'document',
    subjectId: petId,
  })

export function createPet(deps: Deps, viewer: Viewer, input: Input): Promise<Pet> {
  const { accountId } = viewer
  return ensureTransaction(deps, async (deps) => {
    const at = deps.now()
    const row = await store.insertPet(deps.db, {
      id: newId(at),
      owner_id: accountId,
      ...columnsOf(input, at),
      archived_at: input.archived ? at : null,
      created_at: at,
    })
    await arrangeDocuments(deps, viewer, row.id, input)
    await deps.enqueue(deps.db, 'sitters.refresh-household', { accountId })
    return viewPet(row, (await filesOfPets(deps, [row.id]))(row.id))
  })
}

export function updatePet(deps: Deps, viewer: Viewer, id: string, input: Input): Promise<Pet> {
  const { accountId } = viewer
  return ensureTransaction(deps, async (deps) => {
    const before = await store.lockOwnPet(deps.db, id, accountId)
    if (!before) throw new Problem('pet-not-found')
    if (input.version !== undefined && input.version !== before.version)
      throw new Problem('version-stale', { detail: 'Read the pet again and repeat the change.' })
    if (input.archived && before.archived_at === null) await refuseWhenBooked(deps.db, id)
    const at = deps.now()
    const row = await store.savePet(deps.db, id, {
      ...columnsOf(input, at),
      archived_at: input.archived ? (before.archived_at ?? at) : null,
    })
    await arrangeDocuments(deps, viewer, id, input)
    await deps.enqueue(deps.db, 'sitters.refresh-household', { accountId })
    return viewPet(row, (await filesOfPets(deps, [id]))(id))
  })
}

async function refuseWhenBooked(db: Db, petId: string): Promise<void> {
  const booking = await store.findBookingOfPet(db, petId, openStatuses)
  if (!booking) return
  throw new Problem('pet-booked', {
    detail: `Booking ${booking.number} is still open. Archive the pet when it is over.`,
    bookingId: booking.id,
  })
}

const dayMs = 86_400_000

function columnsOf(
  { name, species, birthOn, weightKg, archived: _a, version: _v, ...details }: Input,
  at: Date,
) {
  // Somewhere on Earth it may already be tomorrow.
  const latest = new Date(at.getTime() + dayMs).toISOString().slice(0, 10)
  if (birthOn !== null && birthOn > latest)
    throw new Problem('request-invalid', {
      detail: 'Correct the fields named in "errors" and send it again.',
      errors: [{ path: 'birthOn', message: 'The birthday cannot be in the future' }],
    })
  return {
    name,
    species,
    birth_on: birthOn,
    weight_grams: gramsOf(weightKg),
    details: JSON.stringify(relevantDetails(species, details)),
    updated_at: at,
  }
}

/**
 * Returns those of the pets that belong to this owner, including archived ones; inside a transaction none of them can
 * be archived until it ends.
 */
export async function petsOfOwner(db: Db, ids: readonly string[], ownerId: string): Promise<Pet[]> {
  if (ids.length === 0) return []
  const rows = await store.findOwnPets(db, ids, ownerId)
  return rows.map((row) => viewPet(row))
}

/** Returns a sitter's own pets, as shown publicly. */
export async function publicPets(
  deps: Pick<Deps, 'db' | 'now' | 'site'>,
  accountId: string,
): Promise<SitterPet[]> {
  const rows = await store.findPetsOfOwner(deps.db, accountId, { archived: false })
  const ids = rows.map(({ id }) => id)
  const photos = await photosOf(deps, 'pet', ids, 'publicly')
  return rows.map((row) => ({ ...viewPublicPet(row, deps.now()), photo: photos(row.id)[0] ?? null }))
}

/** Arranges the pet's photos in the owner's order. */
export function arrangePetPhotos(
  deps: Deps,
  viewer: Viewer,
  id: string,
  fileIds: readonly string[],
): Promise<Pet> {
  return ensureTransaction(deps, async (deps) => {
    const row = await store.lockOwnPet(deps.db, id, viewer.accountId)
    if (!row) throw new Problem('pet-not-found')
    await arrangeFiles(deps, viewer, { fileIds, kind: 'pet', subjectId: id })
    await deps.enqueue(deps.db, 'sitters.refresh-household', { accountId: viewer.accountId })
    return viewPet(row, (await filesOfPets(deps, [id]))(id))
  })
}

/** Anonymises the owner's pets: of each, only the species remains, for old bookings. */
export const eraseFromPets: Eraser = async (deps, { accountId }) => {
  const nothing = JSON.stringify(PetDetails.parse({}))
  const ids = await store.anonymisePets(deps.db, accountId, 'Pet', nothing, deps.now())
  for (const kind of ['pet', 'document'] as const) await removeFilesOf(deps, kind, ids)
}
