import type { FeedSource } from '#contract/calendar/codes.ts'
import type {
  addCalendarFeed,
  CalendarFeeds,
  changeCalendarFeed,
  FeedFile,
  readCalendarFeed,
} from '#contract/calendar/feeds.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import * as store from '#server/calendar/feed-store.ts'
import { viewFeeds } from '#server/calendar/feed-view.ts'
import { announce } from '#server/kernel/cache/changes.ts'
import { localOf } from '#server/kernel/day.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { checkUrl, FetchRefused, strictPolicy } from '#server/kernel/http/safe-fetch.ts'
import { newId } from '#server/kernel/ids.ts'
import { notifyLive } from '#server/kernel/live/live.ts'
import { Problem } from '#server/kernel/problem.ts'
import { isSealedNow, type Resealed, seal, tryUnseal } from '#server/kernel/seal.ts'
import { markDays } from '#server/search/commands.ts'
import { type BookableSitter, lockSitter, sitterForCalendar } from '#server/sitters/commands.ts'

const maxFeeds = 10

/**
 * The context that a sealed address is bound to. Its prefix must not change, because stored addresses were sealed with
 * it.
 */
export const sealContext = (feedId: string): string => `calendar_feed.address:${feedId}`

async function ownSitter(db: Db, viewer: Viewer, sitterId: string): Promise<BookableSitter> {
  const { sitter, isOwn } = await sitterForCalendar(db, sitterId, viewer)
  if (!isOwn) throw new Problem('sitter-not-found')
  return sitter
}

async function ownFeed(db: Db, sitterId: string, feedId: string): Promise<store.FeedRow> {
  const feed = await store.findFeed(db, feedId)
  if (feed?.sitter_id !== sitterId) throw new Problem('feed-not-found')
  return feed
}

export async function listFeeds({ db, now }: Deps, viewer: Viewer, sitterId: string): Promise<CalendarFeeds> {
  const sitter = await ownSitter(db, viewer, sitterId)
  const feeds = await store.findFeeds(db, sitter.id)
  if (feeds.length === 0) return viewFeeds([], [], [])
  const days = [
    ...(await store.findFeedDays(db, sitter.id)),
    ...(await store.findTimedDays(db, sitter.id, sitter.timeZone)),
  ]
  const conflicts = await store.findConflicts(db, sitter.id, localOf(now(), sitter.timeZone).on)
  return viewFeeds(feeds, days, conflicts)
}

const refuse = (rule: string, detail: string) => new Problem('feed-refused', { rule, detail })

const refusalTexts: Partial<Record<FetchRefused['reason'], string>> = {
  scheme: 'The address has to begin with https:// or webcal://.',
  credentials: 'The address contains a user name or a password. Use a secret address without them.',
  port: 'The address contains a port. Only the standard https port is allowed.',
}

/** Accepts `webcal:`, which calendar programs use for https. */
function checkedAddress(given: string): URL {
  try {
    return checkUrl(strictPolicy, given.replace(/^webcals?:/i, 'https:'))
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    throw refuse(error.reason, refusalTexts[error.reason] ?? 'This address does not lead to a public server.')
  }
}

function checkedFile({ name, text }: FeedFile): { host: string; secret: string } {
  if (!/^\s*BEGIN:VCALENDAR/i.test(text.replace(/^\uFEFF/, '')))
    throw refuse('unreadable', 'This file is not a calendar in iCal format. Its name usually ends in .ics.')
  return { host: name, secret: text }
}

function checkedSource(
  address: string | null,
  file: FeedFile | null,
): { source: FeedSource; host: string; secret: string } {
  if (file && address === null) return { source: 'file', ...checkedFile(file) }
  if (file || address === null) throw refuse('source', 'Give either the address of the calendar or a file.')
  const url = checkedAddress(address)
  return { source: 'address', host: url.host, secret: url.href }
}

/** Only saves the feed. A job reads it within seconds, so that a slow external server does not delay the request. */
export function addFeed(
  deps: Deps,
  viewer: Viewer,
  sitterId: string,
  { address, file, name, blocks, services }: HandlerInput<typeof addCalendarFeed>['body'],
): Promise<CalendarFeeds> {
  const { source, host, secret } = checkedSource(address, file)
  return ensureTransaction(deps, async (deps) => {
    await lockSitter(deps.db, sitterId)
    const sitter = await ownSitter(deps.db, viewer, sitterId)
    const present = await store.findFeeds(deps.db, sitter.id)
    if (present.length >= maxFeeds)
      throw new Problem('feeds-too-many', {
        detail: `You can connect up to ${maxFeeds} calendars. Remove one first.`,
        most: maxFeeds,
      })
    const at = deps.now()
    const id = newId(at)
    const sealed = seal(deps.site, sealContext(id), secret)
    await store.insertFeed(deps.db, {
      id,
      sitterId: sitter.id,
      name,
      source,
      host,
      address: sealed,
      blocks,
      services,
      at,
    })
    await deps.enqueue(deps.db, 'calendar.read-feeds', { feedId: id })
    return listFeeds(deps, viewer, sitterId)
  })
}

const withFeed = (
  deps: Deps,
  viewer: Viewer,
  { sitterId, feedId }: { sitterId: string; feedId: string },
  act: (deps: TxDeps, feed: store.FeedRow) => Promise<void>,
): Promise<CalendarFeeds> =>
  ensureTransaction(deps, async (deps) => {
    await lockSitter(deps.db, sitterId)
    const sitter = await ownSitter(deps.db, viewer, sitterId)
    await act(deps, await ownFeed(deps.db, sitter.id, feedId))
    return listFeeds(deps, viewer, sitterId)
  })

type FeedIds = { sitterId: string; feedId: string }

/** Blocked days stay blocked until the job has read the feed again, a moment later. */
export const changeFeed = (
  deps: Deps,
  viewer: Viewer,
  ids: FeedIds,
  change: HandlerInput<typeof changeCalendarFeed>['body'],
): Promise<CalendarFeeds> =>
  withFeed(deps, viewer, ids, async (deps, { id }) => {
    await store.changeFeed(deps.db, id, { ...change, at: deps.now() })
    await deps.enqueue(deps.db, 'calendar.read-feeds', { feedId: id })
  })

/** Reads the feed again; one that came as a file needs a newer file, because the stored one does not change. */
export const readFeedNow = (
  deps: Deps,
  viewer: Viewer,
  ids: FeedIds,
  { file }: HandlerInput<typeof readCalendarFeed>['body'],
): Promise<CalendarFeeds> =>
  withFeed(deps, viewer, ids, async (deps, { id, source }) => {
    if ((source === 'file') !== (file !== null))
      throw refuse('source', file ? 'This calendar is read from its address.' : 'Choose the newer file.')
    const at = deps.now()
    if (file) {
      const { host, secret } = checkedFile(file)
      await store.replaceFile(deps.db, id, { host, address: seal(deps.site, sealContext(id), secret), at })
    } else await store.scheduleRead(deps.db, id, at)
    await deps.enqueue(deps.db, 'calendar.read-feeds', { feedId: id })
  })

export const removeFeed = (deps: Deps, viewer: Viewer, ids: FeedIds): Promise<CalendarFeeds> =>
  withFeed(deps, viewer, ids, async (deps, { id, sitter_id: sitterId }) => {
    const days = (await store.findFeedDays(deps.db, sitterId)).filter(({ feedId }) => feedId === id)
    await store.deleteFeed(deps.db, id)
    await markDays(deps.db, sitterId, [...new Set(days.map(({ on }) => on))], deps.now())
    await announce(deps.db, 'sitter', sitterId)
    await notifyLive(deps, [viewer.accountId], { topic: 'calendar' })
  })

const batchSize = 200

/**
 * Seals with the current secret every address sealed with an earlier one. An address that cannot be unsealed with any
 * secret is counted and left as it is.
 */
export async function resealFeeds(deps: Pick<Deps, 'db' | 'site'>): Promise<Resealed> {
  const done: Resealed = { resealed: 0, unreadable: 0 }
  let feeds = await store.findSealed(deps.db, null, batchSize)
  while (feeds.length > 0) {
    for (const feed of feeds.filter(({ address }) => !isSealedNow(deps.site, address))) {
      const context = sealContext(feed.id)
      const unsealed = tryUnseal(deps.site, context, feed.address)
      if (unsealed === null) done.unreadable += 1
      else {
        await ensureTransaction(deps, (deps) =>
          store.replaceSealed(deps.db, feed, seal(deps.site, context, unsealed)),
        )
        done.resealed += 1
      }
    }
    feeds = await store.findSealed(deps.db, feeds.at(-1)!.id, batchSize)
  }
  return done
}
