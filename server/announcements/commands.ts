import type { AnnouncementInput, PageAnnouncements, WrittenAnnouncement } from '#contract/announcements.ts'
import type * as contract from '#contract/announcements.ts'
import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import { isStaff } from '#contract/staff/codes.ts'
import * as store from '#server/announcements/store.ts'
import { viewAnnouncement, viewWritten } from '#server/announcements/view.ts'
import { announce } from '#server/kernel/cache/changes.ts'
import { follow } from '#server/kernel/cache/follow.ts'
import { cutPage, readListPosition } from '#server/kernel/db/cursor.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Site, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import { isPostcode, placeById } from '#server/places/commands.ts'

type Known = {
  serial: number
  /** What anybody may read. */
  rows: readonly store.AnnouncementRow[]
  /** Of the announcements that concern only some people, when each begins and ends. */
  aimed: readonly { begins_at: Date; ends_at: Date }[]
}

/** What every process keeps in memory, because every page includes it. */
const known = new WeakMap<Site, Known>()
let reads = 0
const none: Known = { serial: 0, rows: [], aimed: [] }

type ReadingDeps = Pick<Deps, 'db' | 'now' | 'site' | 'log'>

/** Keeps the announcements of this process up to date; pages must listen for the change afterwards. */
export const followAnnouncements = (deps: ReadingDeps): Promise<() => void> =>
  follow(deps, 'announcements', async () => {
    const { db, now, site } = deps
    const serial = (reads += 1)
    const [rows, aimed] = [await store.findForVisitors(db, now()), await store.findAimedTimes(db, now())]
    // Reads may overlap, and the one that began first may end last.
    if (serial > (known.get(site) ?? none).serial) known.set(site, { serial, rows, aimed })
  })

type Times = { begins_at: Date; ends_at: Date }
const isInForce =
  (at: Date) =>
  ({ begins_at, ends_at }: Times): boolean =>
    begins_at <= at && at < ends_at

/** Returns what a page shows now; null if nothing is in force, as on most days. */
export function announcementsNow({ site, now }: Pick<Deps, 'site' | 'now'>): PageAnnouncements | null {
  const { rows, aimed } = known.get(site) ?? none
  const at = now()
  const inForce = rows.filter(isInForce(at))
  const hasAimed = aimed.some(isInForce(at))
  if (inForce.length === 0 && !hasAimed) return null
  const those = (audience: 'everyone' | 'visitors') =>
    inForce.filter((row) => row.audience === audience).map(viewAnnouncement)
  return { forEveryone: those('everyone'), forVisitors: those('visitors'), hasAimed }
}

/** Returns a name of what is in force now, which changes also because one begins or ends. */
export function announcementsEdition({ site, now }: Pick<Deps, 'site' | 'now'>): string {
  const { serial, rows, aimed } = known.get(site) ?? none
  const at = now()
  return `${serial}.${[...rows, ...aimed].map((times) => (isInForce(at)(times) ? 1 : 0)).join('')}`
}

export async function listFor(
  { db, now }: Deps,
  { accountId, roles }: Viewer,
): Promise<EndpointResponse<typeof contract.listAnnouncements>> {
  const rows = await store.findForPerson(db, { accountId, isStaff: isStaff(roles) }, now())
  return { items: rows.map(viewAnnouncement) }
}

export async function listWritten(
  { db, now }: Deps,
  { cursor, limit }: HandlerInput<typeof contract.listWrittenAnnouncements>['query'],
): Promise<EndpointResponse<typeof contract.listWrittenAnnouncements>> {
  const rows = await store.findWritten(db, readListPosition(cursor), limit + 1)
  const { shown, nextCursor } = cutPage(rows, limit, (last) => [last.ends_at, last.id])
  return { items: shown.map((row) => viewWritten(row, now())), nextCursor }
}

const refused = (path: string, message: string) =>
  new Problem('request-invalid', { detail: message, errors: [{ path, message }] })

async function requireTown(deps: Deps, placeId: number | null): Promise<void> {
  if (placeId === null) return
  if (isPostcode(placeId) || !(await placeById(deps, placeId)))
    throw refused('announcement.placeId', 'Choose a town from the list.')
}

const columnsOf = ({ link, placeId, beginsAt, endsAt, ...rest }: AnnouncementInput) => ({
  ...rest,
  link_words: link && link.words,
  link_to: link && link.to,
  place_id: placeId,
  begins_at: new Date(beginsAt),
  ends_at: new Date(endsAt),
})

async function viewOne({ db, now }: TxDeps, id: string): Promise<WrittenAnnouncement> {
  const row = await store.findOne(db, id)
  if (!row) throw new Problem('announcement-not-found')
  return viewWritten(row, now())
}

export async function add(
  deps: Deps,
  { accountId }: Viewer,
  { announcement }: HandlerInput<typeof contract.addAnnouncement>['body'],
): Promise<WrittenAnnouncement> {
  await requireTown(deps, announcement.placeId)
  const at = deps.now()
  if (Date.parse(announcement.endsAt) <= at.getTime())
    throw refused('announcement.endsAt', 'Choose an end that has not passed.')
  return ensureTransaction(deps, async (deps) => {
    const id = newId(at)
    await store.insertOne(deps.db, {
      id,
      ...columnsOf(announcement),
      account_id: accountId,
      created_at: at,
    })
    await announce(deps.db, 'announcements')
    return viewOne(deps, id)
  })
}

type Change = HandlerInput<typeof contract.changeAnnouncement>
export async function change(
  deps: Deps,
  { announcementId: id }: Change['params'],
  { announcement, version }: Change['body'],
): Promise<WrittenAnnouncement> {
  await requireTown(deps, announcement.placeId)
  return ensureTransaction(deps, async (deps) => {
    const locked = await store.lockOne(deps.db, id)
    if (!locked) throw new Problem('announcement-not-found')
    if (locked.version !== version)
      throw new Problem('version-stale', { detail: 'Read the announcement again and repeat your change.' })
    await store.updateOne(deps.db, id, { ...columnsOf(announcement), version: version + 1 })
    await announce(deps.db, 'announcements')
    return viewOne(deps, id)
  })
}
