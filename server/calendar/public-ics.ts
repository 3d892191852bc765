import ICAL from 'ical.js'
import { addDays } from '#server/kernel/day.ts'

/** Whole days of a public calendar. */
export type PublicDays = {
  uid: string
  startOn: string
  /** The last day. */
  endOn: string
  title: string
  /** Whether somebody is not free on these days. */
  isBusy: boolean
}

/** Joins days that follow each other. */
export function runsOf(days: readonly string[]): { startOn: string; endOn: string }[] {
  const runs: { startOn: string; endOn: string }[] = []
  for (const on of days.toSorted()) {
    const last = runs.at(-1)
    if (last && addDays(last.endOn, 1) === on) last.endOn = on
    else runs.push({ startOn: on, endOn: on })
  }
  return runs
}

function componentOf({ uid, startOn, endOn, title, isBusy }: PublicDays, stamp: ICAL.Time): ICAL.Component {
  const entry = new ICAL.Component('vevent')
  const add = (name: string, value: string | ICAL.Time) => entry.addPropertyWithValue(name, value)
  add('uid', uid)
  add('dtstamp', stamp)
  add('dtstart', ICAL.Time.fromDateString(startOn))
  // The end of whole days is the first day after them (RFC 5545).
  add('dtend', ICAL.Time.fromDateString(addDays(endOn, 1)))
  add('summary', title)
  add('transp', isBusy ? 'OPAQUE' : 'TRANSPARENT')
  return entry
}

type PublicCalendar = { siteName: string; name: string; on: string; days: readonly PublicDays[] }

/** Returns the text of a calendar (RFC 5545); `on` is the day on which it was made, so that it changes once a day. */
export function publicCalendar({ siteName, name, on, days }: PublicCalendar): string {
  const calendar = new ICAL.Component('vcalendar')
  const add = (property: string, value: string | ICAL.Duration) =>
    calendar.addPropertyWithValue(property, value)
  add('version', '2.0')
  add('prodid', `-//${siteName}//Public//EN`)
  add('calscale', 'GREGORIAN')
  add('method', 'PUBLISH')
  add('x-wr-calname', name)
  add('refresh-interval', ICAL.Duration.fromString('PT6H'))
  add('x-published-ttl', 'PT6H')
  const stamp = ICAL.Time.fromDateTimeString(`${on}T00:00:00Z`)
  for (const one of days) calendar.addSubcomponent(componentOf(one, stamp))
  return `${calendar.toString()}\r\n`
}
