import type { changeSitterHolidays, OwnHolidays, SitterHolidays } from '#contract/calendar/calendar.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import * as store from '#server/calendar/store.ts'
import { holidaysFor } from '#server/holidays/commands.ts'
import { announce } from '#server/kernel/cache/changes.ts'
import { addDays, localOf } from '#server/kernel/day.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { type BookableSitter, lockSitter, sitterForCalendar } from '#server/sitters/commands.ts'

const daysAhead = 730
const maxPeakDays = 30

/** Returns the sitter if it is the viewer's own; otherwise throws the 404 of an unknown one. */
async function ownSitter(db: Db, sitterId: string, viewer: Viewer): Promise<BookableSitter> {
  const { sitter, isOwn } = await sitterForCalendar(db, sitterId, viewer)
  if (!isOwn) throw new Problem('sitter-not-found')
  return sitter
}

async function viewHolidays(db: Db, sitter: BookableSitter, at: Date): Promise<SitterHolidays> {
  const { country, subdivision, ownHolidays, timeZone } = sitter
  const today = localOf(at, timeZone).on
  const periods =
    country === null ? [] : await holidaysFor(db, country, subdivision, today, addDays(today, daysAhead))
  const { calendar_version: version } = await store.findCalendarVersion(db, sitter.id)
  return {
    periods: periods.map(({ name, startOn, endOn }) => ({
      name,
      startOn,
      endOn,
      off: ownHolidays.off.includes(startOn),
    })),
    peaks: ownHolidays.peaks.filter((on) => on >= today),
    version,
  }
}

export const readSitterHolidays = async (
  deps: Deps,
  viewer: Viewer,
  sitterId: string,
): Promise<SitterHolidays> => viewHolidays(deps.db, await ownSitter(deps.db, sitterId, viewer), deps.now())

function refuseTooMany(peaks: readonly string[]): void {
  const errors = [...Map.groupBy(peaks, (on) => on.slice(0, 4))]
    .filter(([, days]) => days.length > maxPeakDays)
    .map(([year, days]) => ({
      path: 'peaks',
      message: `Choose at most ${maxPeakDays} peak days in ${year}, not ${days.length}`,
    }))
  if (errors.length > 0)
    throw new Problem('request-invalid', { detail: 'Remove some of the peak days.', errors })
}

/** Replaces the sitter's holidays. New quotes use them; agreed bookings keep their price. */
export function replaceSitterHolidays(
  deps: Deps,
  viewer: Viewer,
  sitterId: string,
  { off, peaks, version }: HandlerInput<typeof changeSitterHolidays>['body'],
): Promise<SitterHolidays> {
  return ensureTransaction(deps, async (deps) => {
    await lockSitter(deps.db, sitterId)
    const sitter = await ownSitter(deps.db, sitterId, viewer)
    const { calendar_version: current } = await store.findCalendarVersion(deps.db, sitterId)
    if (version !== current)
      throw new Problem('version-stale', {
        detail: 'Read your holidays again and repeat your change.',
        version: current,
      })
    const today = localOf(deps.now(), sitter.timeZone).on
    const pastPeaks = sitter.ownHolidays.peaks.filter((on) => on < today)
    const chosen = [...pastPeaks, ...peaks.filter((on) => on >= today)]
    const own: OwnHolidays = { off: [...new Set(off)].sort(), peaks: [...new Set(chosen)].sort() }
    refuseTooMany(own.peaks)
    await announce(deps.db, 'sitter', sitterId)
    await store.saveOwnHolidays(deps.db, sitterId, own, current + 1)
    return viewHolidays(deps.db, await ownSitter(deps.db, sitterId, viewer), deps.now())
  })
}
