import type { OwnHolidays } from '#contract/calendar/calendar.ts'
import { services } from '#contract/codes.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import type { SitterDraft, saveSitterDraft } from '#contract/sitters/drafts.ts'
import type * as contract from '#contract/sitters/sitters.ts'
import type { Review, Sitter, SitterService } from '#contract/sitters/sitters.ts'
import { requireConsent } from '#server/accounts/consent-commands.ts'
import { photosOf } from '#server/files/commands.ts'
import { announce } from '#server/kernel/cache/changes.ts'
import { addHours, localOf } from '#server/kernel/day.ts'
import { cutPage, readListPosition } from '#server/kernel/db/cursor.ts'
import { type Db, type Tx } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TokenViewer, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import { publicPets } from '#server/pets/commands.ts'
import { placeById } from '#server/places/commands.ts'
import { summaryOf } from '#server/reviews/summary.ts'
import { cellsAround } from '#server/search/cells.ts'
import { currentSettings, requireOpen } from '#server/settings/commands.ts'
import { prepareProfile } from '#server/sitters/profile-commands.ts'
import { displayName, type SitterProfile } from '#server/sitters/profile.ts'
import { findStarsGiven, listReviews, type ReviewRow } from '#server/sitters/review-store.ts'
import * as store from '#server/sitters/store.ts'
import {
  viewDraft,
  viewLateCancellation,
  viewReview,
  viewServices,
  viewSitter,
} from '#server/sitters/view.ts'

const reviewsOnProfile = 6

/** The sitter data that a booking needs; inactive services are left out. */
export type BookableSitter = {
  id: string
  accountId: string
  name: string
  status: Sitter['status']
  timeZone: string
  country: string | null
  subdivision: string | null
  ownHolidays: OwnHolidays
  homeCeiling: number
  oneHousehold: boolean
  visitsWhileSitting: boolean
  instantBooking: Sitter['instantBooking']
  services: SitterService[]
}

/** Undefined when there is no such sitter. The caller decides what the sitter's status allows. */
export async function sitterForBooking(db: Db, sitterId: string): Promise<BookableSitter | undefined> {
  const found = await store.findSitterWithServices(db, sitterId)
  if (!found) return undefined
  const sitter = bookable(found.row, found.services)
  return { ...sitter, services: sitter.services.filter(({ active }) => active) }
}

/** Like `sitterForBooking`, for a viewer who may see the sitter; the sitter's own view includes inactive services. */
export async function sitterForCalendar(
  db: Db,
  sitterId: string,
  viewer: TokenViewer | null,
): Promise<{ sitter: BookableSitter; isOwn: boolean }> {
  const row = await requireVisibleSitter(db, sitterId, viewer)
  const sitter = bookable(row, await store.findServices(db, row.id))
  const isOwn = sitter.accountId === viewer?.accountId
  return { sitter: { ...sitter, services: sitter.services.filter(({ active }) => active || isOwn) }, isOwn }
}

const bookable = (row: store.SitterRow, services: readonly store.ServiceRow[]): BookableSitter => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  status: row.status,
  timeZone: row.time_zone,
  country: row.country,
  subdivision: row.subdivision,
  ownHolidays: row.own_holidays,
  homeCeiling: row.home_ceiling,
  oneHousehold: row.one_household,
  visitsWhileSitting: row.visits_while_sitting,
  instantBooking: row.instant_book,
  services: viewServices(services),
})

/**
 * Locks the sitter. Must be the first statement of every write to a sitter's bookings or calendar except a request, so
 * that these writes are serialised.
 */
export async function lockSitter(tx: Tx, sitterId: string): Promise<void> {
  if (!(await store.lockSitterRow(tx, sitterId))) throw new Problem('sitter-not-found')
}

/**
 * Takes a shared lock on the sitter. Must be the first statement of a request, which takes no places yet: requests run
 * concurrently and exclude every other write.
 */
export async function lockSitterShared(tx: Tx, sitterId: string): Promise<void> {
  if (!(await store.lockSitterRowShared(tx, sitterId))) throw new Problem('sitter-not-found')
}

/** Locks several sitters in the order of their ids, for a batch. */
export const lockSitters = (tx: Tx, ids: readonly string[]): Promise<void> => store.lockSitterRows(tx, ids)

/** Returns a sitter that this viewer may see; otherwise throws the same 404 as for an unknown one. */
export async function requireVisibleSitter(
  db: Db,
  sitterId: string,
  viewer: TokenViewer | null,
): Promise<store.SitterRow> {
  const row = await store.findVisibleSitter(db, sitterId, viewer?.accountId ?? null)
  if (!row) throw new Problem('sitter-not-found')
  return row
}

export async function readSitter(deps: Deps, sitterId: string, viewer: TokenViewer | null): Promise<Sitter> {
  return showProfile(deps, await requireVisibleSitter(deps.db, sitterId, viewer), viewer?.accountId ?? null)
}

export async function readOwnSitter(deps: Deps, accountId: string, viewer: Viewer): Promise<Sitter> {
  const row = accountId === viewer.accountId && (await store.findSitterOfAccount(deps.db, accountId))
  if (!row) throw new Problem('sitter-not-found')
  return showProfile(deps, row, viewer.accountId)
}

/** Returns the whole profile as this account may read it; null stands for the public. */
export async function showProfile(
  deps: Deps,
  row: store.SitterRow,
  accountId: string | null,
): Promise<Sitter> {
  const { db, now } = deps
  const at = now()
  const { settings } = await currentSettings(db)
  const services = viewServices(await store.findServices(db, row.id))
  const reviews = await viewReviews(deps, row, await listReviews(db, row.id, { limit: reviewsOnProfile }))
  const pets = await publicPets(deps, row.account_id)
  const photosOfSitter = await photosOf(deps, 'sitter', [row.id], 'publicly')
  const shownSince = addHours(at, -settings.record.shownDays * 24)
  const lateCancellations = await store.listLateCancellations(db, row.id, shownSince)
  return viewSitter(
    row,
    {
      face: await store.findFace(db, row.account_id),
      services,
      photos: photosOfSitter(row.id),
      pets,
      reviews,
      lateCancellations: lateCancellations.map((one) => viewLateCancellation(one, row.time_zone)),
    },
    { settings, at, isOwn: row.account_id === accountId },
  )
}

/** A profile that is published, or waits for its check: changes of it begin nothing new. */
const isOnItsWay = ({ status }: Pick<store.SitterRow, 'status'>): boolean =>
  status === 'published' || status === 'in_review'

/** Throws if nobody, or not this person, can publish a profile now. */
async function requirePublishing(deps: TxDeps, { accountId }: Viewer): Promise<void> {
  await requireOpen(deps.db, 'sitters')
  await requireConsent(deps, accountId)
}

export function createSitter(deps: Deps, viewer: Viewer, profile: SitterProfile): Promise<Sitter> {
  return ensureTransaction(deps, async (deps) => {
    const at = deps.now()
    const id = newId(at)
    const account = await store.findAccount(deps.db, viewer.accountId)
    if (!account) throw new Problem('account-not-found')
    if (profile.status === 'published') await requirePublishing(deps, viewer)
    const { columns, services } = await prepareProfile(deps, id, profile, null)
    const inserted = await store.insertSitter(deps.db, {
      ...columns,
      id,
      account_id: viewer.accountId,
      name: displayName(account.name),
      calendar_confirmed_on: localOf(at, columns.time_zone).on,
      created_at: at,
    })
    if (!inserted)
      throw new Problem('sitter-exists', { detail: 'Change it instead of creating another one.' })
    await store.replaceServices(deps.db, id, services)
    await store.deleteDraft(deps.db, viewer.accountId)
    await deps.enqueue(deps.db, 'search.refresh-sitter', { sitterId: id })
    return readSitter(deps, id, viewer)
  })
}

export function changeSitter(
  deps: Deps,
  viewer: Viewer,
  sitterId: string,
  profile: SitterProfile,
): Promise<Sitter> {
  return ensureTransaction(deps, async (deps) => {
    await lockSitter(deps.db, sitterId)
    const row = await store.findSitter(deps.db, sitterId)
    if (row?.account_id !== viewer.accountId) throw new Problem('sitter-not-found')
    if (profile.version !== undefined && profile.version !== row.version)
      throw new Problem('version-stale', {
        detail: 'Read the profile again and repeat your change.',
        version: row.version,
      })
    if (profile.status === 'published' && !isOnItsWay(row)) await requirePublishing(deps, viewer)
    const { columns, services } = await prepareProfile(deps, sitterId, profile, row)
    await store.updateSitter(deps.db, sitterId, { ...columns, version: row.version + 1 })
    await store.replaceServices(deps.db, sitterId, services)
    await announce(deps.db, 'sitter', sitterId)
    await deps.enqueue(deps.db, 'search.refresh-sitter', { sitterId })
    return readSitter(deps, sitterId, viewer)
  })
}

export async function listSitterPets(deps: Deps, sitterId: string, viewer: TokenViewer | null) {
  const row = await requireVisibleSitter(deps.db, sitterId, viewer)
  return publicPets(deps, row.account_id)
}

async function viewReviews(
  deps: Deps,
  { time_zone }: Pick<store.SitterRow, 'time_zone'>,
  rows: readonly ReviewRow[],
): Promise<Review[]> {
  const ids = rows.map(({ id }) => id)
  const photos = await photosOf(deps, 'review', ids, 'publicly')
  return rows.map((row) => viewReview(row, time_zone, photos(row.id)))
}

export async function listSitterReviews(
  deps: Deps,
  sitterId: string,
  viewer: TokenViewer | null,
  { species, stars, cursor, limit }: HandlerInput<typeof contract.listSitterReviews>['query'],
) {
  const row = await requireVisibleSitter(deps.db, sitterId, viewer)
  const { settings } = await currentSettings(deps.db)
  const after = readListPosition(cursor)
  const rows = await listReviews(deps.db, row.id, { species, stars, after, limit: limit + 1 })
  const { shown, nextCursor } = cutPage(rows, limit, (last) => [last.published_at, last.id])
  return {
    items: await viewReviews(deps, row, shown),
    nextCursor,
    summary: summaryOf(await findStarsGiven(deps.db, row.id), deps.now(), settings.review),
  }
}

export const readDraft = async ({ db }: Deps, { accountId }: Viewer): Promise<SitterDraft> =>
  viewDraft(await store.findDraft(db, accountId))

export function saveDraft(
  deps: Deps,
  { accountId }: Viewer,
  { step, data, version }: HandlerInput<typeof saveSitterDraft>['body'],
): Promise<SitterDraft> {
  return ensureTransaction(deps, async (deps) => {
    const saved = await store.saveDraft(deps.db, { accountId, step, data, version, savedAt: deps.now() })
    if (!saved)
      throw new Problem('version-stale', { detail: 'The draft was saved elsewhere. Read it again.' })
    return viewDraft(saved)
  })
}

const mediansRadiusKm = 25
const mediansFrom = 3

export async function readMedians(deps: Deps, placeId: number) {
  const { db } = deps
  const place = await placeById(deps, placeId)
  if (!place) throw new Problem('place-not-found')
  const { settings } = await currentSettings(db)
  const cells = cellsAround(place.lat, place.lng, mediansRadiusKm)
  const rows = await store.findMedians(db, {
    lat: place.lat,
    lng: place.lng,
    cells,
    radiusKm: mediansRadiusKm,
  })
  return {
    currency: settings.currency,
    items: services.map((service, index) => {
      const { sitters = 0, base = 0 } = rows.find((row) => row.service === index + 1) ?? {}
      return { service, sitters, base: sitters < mediansFrom ? null : base }
    }),
  }
}
