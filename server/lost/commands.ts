import { createHmac, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { changeLostPage, LostPage, LostState, reportLostPet } from '#contract/lost.ts'
import { photosOf } from '#server/files/commands.ts'
import { addHours, instantOf, localOf } from '#server/kernel/day.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { netOf } from '#server/kernel/http/net.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import {
  homeDays,
  maxPageDays,
  refuseLostAt,
  sightingLimits,
  pageStatusOf,
  waitFor,
} from '#server/lost/lost.ts'
import { foundLetter, lostLetter, receiptLetter, ownPathOf, seenLetter } from '#server/lost/mails.ts'
import * as store from '#server/lost/store.ts'
import { viewOwnPage, viewPage } from '#server/lost/view.ts'
import { notify } from '#server/notices/commands.ts'
import { petsInCare } from '#server/pets/care-commands.ts'
import { currentSettings } from '#server/settings/commands.ts'

type LostPetContext = {
  pet: NonNullable<Awaited<ReturnType<typeof store.findPet>>>
  role: 'owner' | 'sitter'
  carer: store.Carer | undefined
  /** The page of a pet that is lost, or was until recently. */
  page: store.PageRow | undefined
  timeZone: string
}

/**
 * Finds the pet for its owner, for the sitter who has it now, and for the sitter of its page; for anyone else the pet
 * does not exist.
 */
async function loadContext(
  deps: Deps,
  { accountId }: Viewer,
  petId: string,
  deviceZone?: string,
): Promise<LostPetContext> {
  const { db } = deps
  const at = deps.now()
  const pet = await (db.isTransaction ? store.lockPet(db, petId) : store.findPet(db, petId))
  if (!pet) throw new Problem('pet-not-found')
  const carers = await store.findCarers(db, petId, at)
  const newest = await store.findNewest(db, petId)
  const page = newest && pageStatusOf(newest, at) !== 'over' ? newest : undefined
  const carer = carers.find((one) => one.accountId === accountId) ?? carers[0]
  const role = roleOf(accountId, { pet, carer, page })
  if (!role || (pet.archivedAt !== null && !page)) throw new Problem('pet-not-found')
  const known = zoneOf({ pet, carer, page }) ?? deviceZone
  return { pet, role, carer, page, timeZone: known ?? (await currentSettings(db)).settings.timeZone }
}

const zoneOf = ({ pet, carer, page }: Pick<LostPetContext, 'pet' | 'carer' | 'page'>): string | null =>
  page?.time_zone ?? carer?.timeZone ?? pet.ownerZone

function roleOf(
  accountId: string,
  { pet, carer, page }: Pick<LostPetContext, 'pet' | 'carer' | 'page'>,
): LostPetContext['role'] | undefined {
  if (pet.ownerId === accountId) return 'owner'
  const helps = carer?.accountId === accountId || page?.sitter_account_id === accountId
  return helps ? 'sitter' : undefined
}

export async function readLost(
  deps: Deps,
  viewer: Viewer,
  petId: string,
  deviceZone?: string,
): Promise<LostState> {
  const context = await loadContext(deps, viewer, petId, deviceZone)
  const { pet, role, page, timeZone } = context
  const { db } = deps
  const otherId = otherOf(context)
  const people = await store.findPeople(db, [viewer.accountId, ...(otherId ? [otherId] : [])])
  const [petInCare] = await petsInCare(db, [petId])
  const { on: today, time: clock } = localOf(deps.now(), timeZone)
  const sightings = page && mayReadSightings(role, page) ? await store.findSightings(db, page.id) : []
  return {
    pet: {
      id: pet.id,
      name: pet.name,
      species: petInCare!.full.species,
      coat: petInCare!.full.coat,
      hasPhoto: (await photosOf(deps, 'pet', [petId]))(petId).length > 0,
    },
    role,
    otherName: people.find(({ id }) => id === otherId)?.name ?? null,
    ownPhoneNumber: people.find(({ id }) => id === viewer.accountId)?.phone_number ?? null,
    timeZone,
    today,
    clock,
    page: page ? viewOwnPage(page, role, sightings, deps.site) : null,
  }
}

const otherOf = ({ role, pet, page, carer }: LostPetContext): string | undefined =>
  role === 'sitter' ? pet.ownerId : (page?.sitter_account_id ?? carer?.accountId)

/** Once the page has ended, a sitter who helped no longer needs what finders wrote. */
const mayReadSightings = (role: LostPetContext['role'], page: store.PageRow): boolean =>
  role === 'owner' || page.ended_at === null

type ReportInput = z.output<typeof reportLostPet.body>
type ChangeInput = z.output<typeof changeLostPage.body>
type Facts = Omit<ChangeInput, 'version' | 'showsPhone'>

function columnsOf({ lostOn, lostTime, doNotChase, ...words }: Facts, timeZone: string, at: Date) {
  const lostAt = instantOf(lostOn, lostTime, timeZone)
  const refusal = refuseLostAt(lostAt, at)
  if (refusal !== null)
    throw new Problem('request-invalid', {
      detail: 'Correct the fields named in "errors" and send it again.',
      errors: [{ path: 'lostOn', message: refusal }],
    })
  return { ...words, lost_at: lostAt, do_not_chase: doNotChase }
}

const phoneColumnsOf = (role: LostPetContext['role'], shows: boolean) =>
  role === 'owner' ? { shows_owner_phone: shows } : { shows_sitter_phone: shows }

/** Opens one page for a pet, whichever of the two reports it first. */
export function reportLost(deps: Deps, viewer: Viewer, petId: string, body: ReportInput): Promise<LostState> {
  return ensureTransaction(deps, async (deps) => {
    const { showsPhone, timeZone: deviceZone, ...details } = body
    const context = await loadContext(deps, viewer, petId, deviceZone)
    if (context.page && context.page.ended_at === null) return readLost(deps, viewer, petId)
    const at = deps.now()
    const { pet, role, carer, timeZone } = context
    const now = localOf(at, timeZone)
    const facts = { ...details, lostOn: details.lostOn ?? now.on, lostTime: details.lostTime ?? now.time }
    const page = await store.insertPage(deps.db, {
      id: newId(at),
      pet_id: petId,
      owner_id: pet.ownerId,
      sitter_account_id: carer?.accountId ?? null,
      reported_by: role,
      code: randomBytes(16).toString('base64url'),
      time_zone: timeZone,
      ...columnsOf(facts, timeZone, at),
      ...phoneColumnsOf(role, showsPhone),
      reported_at: at,
    })
    await notifyParties(deps, { ...context, page }, viewer, 'pet-lost')
    return readLost(deps, viewer, petId)
  })
}

async function loadPageContext(deps: Deps, viewer: Viewer, petId: string) {
  const { page, ...context } = await loadContext(deps, viewer, petId)
  if (!page) throw new Problem('pet-not-lost', { detail: 'Report it as lost first.' })
  return { ...context, page }
}

export function changePage(deps: Deps, viewer: Viewer, petId: string, body: ChangeInput): Promise<LostState> {
  return ensureTransaction(deps, async (deps) => {
    const { page, role } = await loadPageContext(deps, viewer, petId)
    if (page.ended_at !== null)
      throw new Problem('pet-not-lost', { detail: 'The page has ended. Reopen it first.' })
    const { version, showsPhone, ...facts } = body
    if (version !== page.version)
      throw new Problem('version-stale', {
        detail: 'Read it again and repeat your change.',
        version: page.version,
      })
    await store.savePage(deps.db, page.id, {
      ...columnsOf(facts, page.time_zone, deps.now()),
      ...phoneColumnsOf(role, showsPhone),
    })
    return readLost(deps, viewer, petId)
  })
}

/** Ends the page, or reopens it if the pet is not found after all; repeating it changes nothing. */
export function endPage(deps: Deps, viewer: Viewer, petId: string, isFound: boolean): Promise<LostState> {
  return ensureTransaction(deps, async (deps) => {
    const context = await loadPageContext(deps, viewer, petId)
    const { page } = context
    if ((page.ended_at !== null) !== isFound) {
      const saved = await store.savePage(deps.db, page.id, { ended_at: isFound ? deps.now() : null })
      if (isFound) await notifyParties(deps, { ...context, page: saved }, viewer, 'pet-found')
    }
    return readLost(deps, viewer, petId)
  })
}

const partiesOf = ({ owner_id: ownerId, sitter_account_id: sitterId }: store.PageRow): string[] =>
  sitterId === null || sitterId === ownerId ? [ownerId] : [ownerId, sitterId]

type PetWithPage = Pick<LostPetContext, 'pet'> & { page: store.PageRow }

async function peopleOf(db: Db, page: store.PageRow) {
  const people = await store.findPeople(db, partiesOf(page))
  return people.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Notifies the other party, and sends a receipt to the reporter of a lost pet. */
async function notifyParties(
  deps: TxDeps,
  { pet, page }: PetWithPage,
  { accountId }: Viewer,
  kind: 'pet-lost' | 'pet-found',
): Promise<void> {
  const people = await peopleOf(deps.db, page)
  const byName = people.find(({ id }) => id === accountId)?.name ?? pet.ownerName
  for (const person of people) {
    const isOwnAct = person.id === accountId
    if (isOwnAct && kind === 'pet-found') continue
    const letterContext = { petId: pet.id, petName: pet.name, page, toName: person.name, site: deps.site }
    const { title, ...mail } = isOwnAct
      ? receiptLetter(letterContext)
      : kind === 'pet-lost'
        ? lostLetter(letterContext, byName)
        : foundLetter(letterContext, byName)
    const path = ownPathOf(pet.id)
    await notify(deps, { accountId: person.id, kind, title, path, subjectId: page.id, isOwnAct, mail })
  }
}

/** Returns the page to anyone who has its URL. */
export async function readPage(deps: Deps, code: string): Promise<LostPage> {
  const page = await store.findByCode(deps.db, code)
  if (!page) throw new Problem('lost-page-not-found')
  const status = pageStatusOf(page, deps.now())
  if (status === 'over') throw pageEnded()
  const [pet] = await petsInCare(deps.db, [page.pet_id])
  const isLost = status === 'lost'
  const people = isLost ? await store.findPeople(deps.db, partiesOf(page)) : []
  const shows = [page.shows_owner_phone && page.owner_id, page.shows_sitter_phone && page.sitter_account_id]
  return viewPage(page, status, {
    pet: pet!.full,
    photos: isLost ? (await photosOf(deps, 'pet', [page.pet_id]))(page.pet_id) : [],
    phoneNumbers: shows.flatMap((id) => people.find((one) => one.id === id)?.phone_number ?? []),
    site: deps.site,
  })
}

const pageEnded = () => new Problem('lost-page-ended', { detail: 'This page was ended, or it has expired.' })

type Sighting = { id: string; words: string; contact: string }

/** Sends a finder's message to both parties at once; the finder stays anonymous. */
export function reportSighting(
  deps: Deps,
  code: string,
  { id, words, contact }: Sighting,
  ip: string,
): Promise<{ sent: true }> {
  return ensureTransaction(deps, async (deps) => {
    const net = createHmac('sha256', deps.site.secret)
      .update(`lost ${netOf(ip)}`)
      .digest('base64url')
    await store.lockNet(deps.db, net)
    const page = await store.findByCode(deps.db, code)
    if (!page) throw new Problem('lost-page-not-found')
    const at = deps.now()
    if (pageStatusOf(page, at) !== 'lost') throw pageEnded()
    if (await store.isSightingKnown(deps.db, id)) return { sent: true }
    const since = addHours(at, -sightingLimits.hours)
    const wait = waitFor(await store.countSince(deps.db, { net, pageId: page.id, since }))
    if (wait !== null)
      throw new Problem(
        'rate-limited',
        { detail: 'This page got many messages in the last hour. Try again later, or call.' },
        wait,
      )
    const row = { id, lost_pet_id: page.id, words, contact, net, told_at: at }
    if (await store.insertSighting(deps.db, row)) await notifyOfSighting(deps, page, { words, contact })
    return { sent: true }
  })
}

async function notifyOfSighting(
  deps: TxDeps,
  page: store.PageRow,
  sighting: Omit<Sighting, 'id'>,
): Promise<void> {
  const pet = (await store.findPet(deps.db, page.pet_id))!
  for (const { id, name } of await peopleOf(deps.db, page)) {
    const letterContext = { petId: pet.id, petName: pet.name, page, toName: name, site: deps.site }
    const { title, ...mail } = seenLetter(letterContext, sighting)
    const path = ownPathOf(pet.id)
    await notify(deps, { accountId: id, kind: 'pet-seen', title, path, subjectId: page.id, mail })
  }
}

const hoursOf = (days: number): number => days * 24

/** Erases pages one month after the pet came home, or one year after it was reported lost. */
export const endOldPages = (deps: Deps): Promise<void> =>
  ensureTransaction(deps, async (deps) => {
    const at = deps.now()
    const endedBefore = addHours(at, -hoursOf(homeDays))
    await store.erasePages(deps.db, { endedBefore, reportedBefore: addHours(at, -hoursOf(maxPageDays)) }, at)
  })

export const erasePagesOf = (deps: Deps, accountId: string): Promise<void> =>
  ensureTransaction(deps, async (deps) => {
    await store.erasePages(deps.db, { ownerId: accountId }, deps.now())
    await store.removeSitter(deps.db, accountId)
  })
