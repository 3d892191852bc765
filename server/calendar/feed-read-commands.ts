import type { FeedFailure } from '#contract/calendar/codes.ts'
import { services as allServices, type Service } from '#contract/codes.ts'
import { sealContext } from '#server/calendar/feed-commands.ts'
import * as store from '#server/calendar/feed-store.ts'
import { failureTexts } from '#server/calendar/feed-failures.ts'
import type { FeedBusy, FeedInput } from '#server/calendar/feed.ts'
import { announce } from '#server/kernel/cache/changes.ts'
import { addDays, addMinutes, localOf } from '#server/kernel/day.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps } from '#server/kernel/deps.ts'
import { type FetchRefusal, FetchRefused, safeFetch, type SafeFetch } from '#server/kernel/http/safe-fetch.ts'
import { WorkTooMuch, runInThread } from '#server/kernel/jobs/worker.ts'
import { notifyLive } from '#server/kernel/live/live.ts'
import { Unsealable, unseal } from '#server/kernel/seal.ts'
import { notify } from '#server/notices/commands.ts'
import { markDays } from '#server/search/commands.ts'
import { currentSettings } from '#server/settings/commands.ts'
import { lockSitter, sitterForBooking } from '#server/sitters/commands.ts'

const everyMinutes = 15
const fileMinutes = 6 * 60
/** Consecutive failures after which the sitter is notified, once. */
const failuresUntilNotice = 4
const types = [
  'text/calendar',
  'text/plain',
  'application/ics',
  'application/octet-stream',
  'text/x-vcalendar',
]
const concurrency = 6
const batch = 30

/** Reads the feeds that are due, several at once. A timeout limits each read to seconds, whatever the server does. */
export async function readDueFeeds(deps: Deps): Promise<number> {
  const at = deps.now()
  const due = await store.takeDue(deps.db, { at, nextAt: addMinutes(at, everyMinutes), most: batch })
  const waiting = due.values()
  const work = async () => {
    for (const feed of waiting) await readOne(deps, feed, {})
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  if (due.length === batch)
    await ensureTransaction(deps, (deps) => deps.enqueue(deps.db, 'calendar.read-feeds', {}))
  return due.length
}

export async function readFeedById(deps: Deps, feedId: string): Promise<void> {
  const feed = await store.findFeed(deps.db, feedId)
  if (feed) await readOne(deps, feed, {})
}

const freshMinutes = 2
const timeoutMs = 4_000

/**
 * Reads feeds again whose last read is more than a few minutes old. Called before places are taken, outside any
 * transaction. If a server does not answer in time, the failure is noted and the last state counts, so that no booking
 * waits for it.
 */
export async function refreshFeeds(deps: Deps, sitterId: string): Promise<void> {
  const older = await store.findOlder(
    deps.db,
    sitterId,
    addMinutes(deps.now(), -freshMinutes),
    failuresUntilNotice,
  )
  await Promise.all(older.map((feed) => readOne(deps, feed, { withinMs: timeoutMs })))
}

type ReadTimeout = { withinMs?: number }

async function readOne(deps: Deps, feed: store.FeedRow, timeout: ReadTimeout): Promise<void> {
  const at = deps.now()
  try {
    const sitter = await sitterForBooking(deps.db, feed.sitter_id)
    if (!sitter) return
    const today = localOf(at, sitter.timeZone).on
    // The range of days ahead moves by one each day, so it is computed again once a day even if nothing has changed.
    const isFresh = feed.read_on === today
    const fetched = await fetchOne(deps, feed, isFresh, timeout)
    const times = timesOf(feed, at)
    if (fetched.body === null) {
      await ensureTransaction(deps, ({ db }) => store.noteRead(db, feed, times))
      return
    }
    const { settings } = await currentSettings(deps.db)
    const input: FeedInput = {
      text: fetched.body.toString('utf8'),
      timeZone: sitter.timeZone,
      from: today,
      to: addDays(today, settings.horizonDays),
      ownHost: new URL(deps.site.url).host,
    }
    const busy = await runInThread<FeedBusy>(new URL('./feed.ts', import.meta.url), 'readFeed', input, {
      ms: timeout.withinMs ?? 5_000,
      megabytes: 96,
    })
    await ensureTransaction(deps, (deps) =>
      write(deps, feed, busy, {
        ...times,
        etag: fetched.etag ?? null,
        last_modified: fetched.lastModified ?? null,
        read_on: today,
        skipped: busy.skipped,
      }),
    )
  } catch (error) {
    await ensureTransaction(deps, (deps) => noteFailure(deps, feed, failureOf(error), at))
    if (!isExpected(error)) deps.log.warn({ err: error, feedId: feed.id }, 'a calendar could not be read')
  }
}

type Fetched = Awaited<ReturnType<SafeFetch>>

/** Fetches a feed; for a file, returns the stored text. */
async function fetchOne(
  deps: Deps,
  feed: store.FeedRow,
  isFresh: boolean,
  timeout: ReadTimeout,
): Promise<Fetched> {
  const secret = unseal(deps.site, sealContext(feed.id), feed.address)
  if (feed.source === 'file')
    return { body: isFresh ? null : Buffer.from(secret), etag: undefined, lastModified: undefined }
  return (deps.safeFetch ?? safeFetch)(secret, {
    types,
    ...(isFresh ? { etag: feed.etag ?? undefined, lastModified: feed.last_modified ?? undefined } : {}),
    ...timeout,
  })
}

/** A file's age counts from its upload: reading it again only moves the range of days ahead. */
const timesOf = ({ source, fetched_at: known }: store.FeedRow, at: Date) =>
  source === 'file'
    ? { fetched_at: known ?? at, next_at: addMinutes(at, fileMinutes) }
    : { fetched_at: at, next_at: addMinutes(at, everyMinutes) }

const daysOf = ({ days }: FeedBusy, services: readonly Service[]): store.FeedDay[] =>
  days.flatMap((on) => services.map((service) => ({ on, service })))

const keyOf = ({ on, service }: store.FeedDay): string => `${on} ${service}`

/**
 * Writes the busy time under the sitter's lock, so that no booking is made between reading the days and changing them.
 */
async function write(
  deps: TxDeps,
  { id: feedId, sitter_id: sitterId, address }: store.FeedRow,
  busy: FeedBusy,
  read: Parameters<typeof store.noteRead>[2],
): Promise<void> {
  await lockSitter(deps.db, sitterId)
  // The feed may have been removed, changed, or replaced by a newer file while it was being read.
  const feed = await store.findFeed(deps.db, feedId)
  if (!feed?.address.equals(address)) return
  const known = await store.findFeedDays(deps.db, sitterId)
  const before = known.filter((day) => day.feedId === feedId)
  const after = feed.blocks === 'days' ? daysOf(busy, feed.services ?? allServices) : []
  const [had, has] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))]
  const changed = [
    ...before.filter((day) => !has.has(keyOf(day))),
    ...after.filter((day) => !had.has(keyOf(day))),
  ]
  const at = deps.now()
  const conflictsBefore = await store.findConflicts(deps.db, sitterId, read.read_on!)
  if (changed.length > 0) await store.replaceDays(deps.db, { feedId, sitterId }, after)
  await store.replaceTimes(deps.db, { feedId, sitterId }, busy.times)
  await store.noteRead(deps.db, feed, read)
  const { accountId } = (await sitterForBooking(deps.db, sitterId))!
  await notifyLive(deps, [accountId], { topic: 'calendar' })
  if (changed.length > 0) {
    await markDays(deps.db, sitterId, [...new Set(changed.map(({ on }) => on))], at)
    await announce(deps.db, 'sitter', sitterId)
  }
  const conflicts = (await store.findConflicts(deps.db, sitterId, read.read_on!)).filter(
    (one) => !conflictsBefore.some((other) => other.on === one.on && other.bookingId === one.bookingId),
  )
  if (conflicts.length === 0) return
  const count = new Set(conflicts.map(({ bookingId }) => bookingId)).size
  await notify(deps, {
    accountId,
    kind: 'calendar-feed',
    title: `Your calendar “${feed.name}” shows you as busy on days of ${count === 1 ? 'a booking' : `${count} bookings`}`,
    path: '/account/calendar',
    subjectId: feedId,
  })
}

/** Records a failure. The interval to the next attempt doubles with further failures, up to four hours. */
async function noteFailure(
  deps: TxDeps,
  { id, sitter_id: sitterId, name }: store.FeedRow,
  failure: FeedFailure,
  at: Date,
): Promise<void> {
  const nextAt = (failures: number) =>
    addMinutes(at, everyMinutes * Math.min(16, 2 ** Math.max(0, failures - 2)))
  const failures = await store.noteFailure(deps.db, id, { failure, nextAt })
  const sitter = await sitterForBooking(deps.db, sitterId)
  if (failures === undefined || !sitter) return
  await notifyLive(deps, [sitter.accountId], { topic: 'calendar' })
  if (failures !== failuresUntilNotice) return
  await notify(deps, {
    accountId: sitter.accountId,
    kind: 'calendar-feed',
    title: `We can no longer read your calendar “${name}”. ${failureTexts[failure]}`,
    path: '/account/calendar',
    subjectId: id,
  })
}

const reasons: Record<FetchRefusal, FeedFailure> = {
  address: 'address',
  scheme: 'address',
  credentials: 'address',
  port: 'address',
  redirects: 'unreachable',
  time: 'time',
  size: 'size',
  type: 'type',
  status: 'status',
  unreachable: 'unreachable',
}

const isExpected = (error: unknown): boolean =>
  error instanceof FetchRefused ||
  error instanceof WorkTooMuch ||
  (error instanceof Error && /FeedUnreadable/.test(error.message + error.name))

function failureOf(error: unknown): FeedFailure {
  if (error instanceof FetchRefused)
    return error.status === 404 || error.status === 410 ? 'gone' : reasons[error.reason]
  if (error instanceof WorkTooMuch) return 'too-much'
  return error instanceof Unsealable ? 'address' : 'unreadable'
}
