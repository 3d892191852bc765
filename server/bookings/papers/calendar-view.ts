import { listWords, singleServiceNames } from '#contract/words.ts'
import type { CalendarRow } from '#server/bookings/papers/calendar-store.ts'
import { type IcsEvent, uidOf } from '#server/bookings/papers/ics.ts'
import type { Timed } from '#server/calendar/capacity.ts'
import type { Site } from '#server/kernel/deps.ts'

const endedWithout: readonly CalendarRow['status'][] = ['cancelled', 'declined', 'withdrawn', 'expired']

/**
 * Returns one entry for a stay and one for each visit. Visits that were removed, or skipped by an early end, are
 * cancelled. Entries contain only names and times: the address, the telephone number and messages stay on the page of
 * the booking, because others may read an external calendar.
 */
export function viewCalendarEvents(row: CalendarRow, site: Site): IcsEvent[] {
  const { host } = new URL(site.url)
  const pets = listWords(row.pets)
  const service = singleServiceNames[row.service]
  const isOff = endedWithout.includes(row.status)
  const title = row.isSitter
    ? `${service}: ${pets} (${row.otherName})`
    : `${pets} with ${row.otherName} (${service.toLowerCase()})`
  const url = `${site.url}/account/bookings/${row.id}`
  const eventOf = ({ startsAt, endsAt }: Timed, part: number | null, cancelled: boolean): IcsEvent => ({
    uid: uidOf(row.id, part, host),
    sequence: row.version,
    changedAt: row.changedAt,
    startsAt,
    endsAt,
    title: cancelled ? `Cancelled: ${title}` : title,
    words: `Booking ${row.number} on ${site.name}. Details and changes: ${url}`,
    url,
    cancelled,
  })
  if (!row.visits) return [eventOf(row, null, isOff)]
  const isLeftOut = ({ startsAt }: Timed) => row.endedAt !== null && startsAt >= row.endedAt
  return [
    ...row.visits.map((visit, index) => eventOf(visit, index, isOff || isLeftOut(visit))),
    ...row.dropped.map((visit) => eventOf(visit, visit.idx, true)),
  ]
}
