import ICAL from 'ical.js'

/** One calendar entry, with everything given to external calendars. Addresses of people are not included. */
export type IcsEvent = {
  uid: string
  /** Increases with each change, so that calendars accept the later version. */
  sequence: number
  changedAt: Date
  startsAt: Date
  endsAt: Date
  title: string
  words: string
  url: string
  cancelled: boolean
}

const instant = (at: Date): ICAL.Time => ICAL.Time.fromJSDate(at, true)

function componentOf(event: IcsEvent): ICAL.Component {
  const entry = new ICAL.Component('vevent')
  const add = (name: string, value: string | number | ICAL.Time) => entry.addPropertyWithValue(name, value)
  add('uid', event.uid)
  add('sequence', event.sequence)
  add('dtstamp', instant(event.changedAt))
  add('last-modified', instant(event.changedAt))
  // Instants in UTC, the one form that no calendar shifts to another hour.
  add('dtstart', instant(event.startsAt))
  add('dtend', instant(event.endsAt))
  add('summary', event.title)
  add('description', event.words)
  add('url', event.url)
  add('status', event.cancelled ? 'CANCELLED' : 'CONFIRMED')
  add('transp', event.cancelled ? 'TRANSPARENT' : 'OPAQUE')
  return entry
}

/** Returns the text of a calendar (RFC 5545). */
export function calendarText(name: string, events: readonly IcsEvent[]): string {
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', `-//${name}//Bookings//EN`)
  calendar.addPropertyWithValue('calscale', 'GREGORIAN')
  calendar.addPropertyWithValue('method', 'PUBLISH')
  calendar.addPropertyWithValue('x-wr-calname', name)
  calendar.addPropertyWithValue('refresh-interval', ICAL.Duration.fromString('PT1H'))
  calendar.addPropertyWithValue('x-published-ttl', 'PT1H')
  for (const event of events) calendar.addSubcomponent(componentOf(event))
  return `${calendar.toString()}\r\n`
}

/** Marks entries written by this site, so that they do not block days when an external calendar sends them back. */
export const uidOf = (bookingId: string, part: number | null, host: string): string =>
  `booking-${bookingId}${part === null ? '' : `-${part + 1}`}@${host}`
