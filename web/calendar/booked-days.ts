import type { Booking } from '#contract/bookings/bookings.ts'
import type { BookingStatus } from '#contract/codes.ts'
import { firstName, serviceNames } from '#contract/words.ts'
import { petNames, statusDisplays } from '#web/bookings/life/booking-words.ts'
import { stopTitle } from '#web/care/stop-words.ts'
import type { Stop } from '#web/care/stops.ts'
import { formatDay, formatDayRange } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import type { BarLook, CalendarBar } from '#web/ui/dates/availability-bar.tsx'
import { addDays, type Day, daysBetween } from '#web/ui/dates/days.ts'

/** How a booking is drawn by its status. Bookings that did not take place are left out. */
const looks: Partial<Record<BookingStatus, BarLook>> = {
  inquiry: 'waiting',
  awaiting_card: 'waiting',
  requested: 'waiting',
  offered: 'waiting',
  // Accepted, so that it takes a place.
  awaiting_payment: 'agreed',
  confirmed: 'agreed',
  in_progress: 'agreed',
  completed: 'past',
  closed: 'past',
}
const isShown = ({ status, datesOpen }: Booking) => looks[status] !== undefined && !datesOpen
export const isAgreed = ({ status }: Pick<Booking, 'status'>): boolean => looks[status] !== 'waiting'

/** Whole stays, and for visits the runs of days that follow each other. */
function spansOf({ visits, startOn, endOn }: Booking): { startOn: Day; endOn: Day }[] {
  if (visits.length === 0) return [{ startOn, endOn }]
  const spans: { startOn: Day; endOn: Day }[] = []
  for (const on of new Set(visits.map((visit) => visit.on).toSorted())) {
    const last = spans.at(-1)
    if (last && addDays(last.endOn, 1) === on) last.endOn = on
    else spans.push({ startOn: on, endOn: on })
  }
  return spans
}

/** "Rex and Pip · Olga" over the days of each booking. */
export function barsOf(bookings: readonly Booking[]): CalendarBar[] {
  return bookings.filter(isShown).flatMap((booking) => {
    const { id, owner, service, status } = booking
    const words = [serviceNames[service].toLowerCase(), statusDisplays[status].words.sitter.toLowerCase()]
    return spansOf(booking).map(({ startOn, endOn }) => ({
      id: `${id} ${startOn}`,
      startOn,
      endOn,
      look: looks[status] ?? 'past',
      text: `${petNames(booking)} · ${firstName(owner.name)}`,
      details: `, ${[startOn === endOn ? formatDay(startOn) : formatDayRange(startOn, endOn), ...words].join(', ')}`,
      href: paths.booking(id),
    }))
  })
}

/** `time` and `until` are in the booking's time zone. */
export type AgendaStop = { booking: Booking; on: Day; kind: Stop['kind']; time: string; until: string | null }

/** The arrival and the departure of a stay, or each visit. */
function stopsOf(booking: Booking): AgendaStop[] {
  const { visits, startOn, startTime, endOn, endTime } = booking
  if (visits.length > 0)
    return visits.map(({ on, time, minutes }) => ({
      booking,
      on,
      kind: 'visit',
      time,
      until: clockAfter(time, minutes),
    }))
  return [
    { booking, on: startOn, kind: 'arrival', time: startTime, until: null },
    { booking, on: endOn, kind: 'departure', time: endTime, until: null },
  ]
}

function clockAfter(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const total = hour * 60 + minute + minutes
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${pad(Math.floor(total / 60) % 24)}:${pad(total % 60)}`
}

export type AgendaDay = {
  on: Day
  stops: AgendaStop[]
  /** Agreed stays that neither begin nor end on this day. */
  staying: Booking[]
}

/** The days from one to another on which somebody comes, goes or is visited, in order. */
export function agendaOf(bookings: readonly Booking[], from: Day, to: Day): AgendaDay[] {
  const shown = bookings.filter(isShown)
  const stops = shown.flatMap(stopsOf).filter(({ on }) => on >= from && on <= to)
  return [...new Set(stops.map(({ on }) => on))].toSorted().map((on) => ({
    on,
    stops: stops.filter((stop) => stop.on === on).toSorted((a, b) => a.time.localeCompare(b.time)),
    staying: shown.filter(
      (booking) =>
        booking.visits.length === 0 && isAgreed(booking) && booking.startOn < on && booking.endOn > on,
    ),
  }))
}

/** What each day's label says of its bookings: "Rex arrives (Olga)", "not agreed yet: Dog walking: Pip (Rui)". */
export function bookingNotes(bookings: readonly Booking[]): Map<Day, string[]> {
  const notes = new Map<Day, string[]>()
  const add = (on: Day, booking: Booking, title: string) => {
    const words = `${isAgreed(booking) ? '' : 'not agreed yet: '}${title} (${firstName(booking.owner.name)})`
    const before = notes.get(on) ?? []
    if (!before.includes(words)) notes.set(on, [...before, words])
  }
  for (const booking of bookings.filter(isShown).toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))) {
    for (const { on, kind } of stopsOf(booking)) add(on, booking, stopTitle(kind, booking))
    if (booking.visits.length > 0) continue
    for (const on of daysBetween(booking.startOn, booking.endOn).slice(1, -1))
      add(on, booking, stopTitle('visit', booking))
  }
  return notes
}
