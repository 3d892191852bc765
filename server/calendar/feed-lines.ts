/** An event reduced to the properties that determine busy time; titles, places and guests are never read. */
export type FeedEvent = { uid: string; isMoved: boolean; text: string }
export type FeedFile = {
  events: FeedEvent[]
  /** Time zones defined in the calendar itself, by name. */
  zones: Map<string, string>
  /** Spans of calendars that publish only busy time (FREEBUSY). */
  busy: { start: string; end: string }[]
  skipped: number
}

export class FeedUnreadable extends Error {
  override name = 'FeedUnreadable'
}

const most = { events: 10_000, zones: 200, depth: 8, line: 20_000, linesOfEvent: 2_000 }
const eventProperties =
  /^(UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|STATUS|TRANSP|X-MICROSOFT-CDO-BUSYSTATUS)[;:]/i
const zoneProperties = /^(TZID|X-LIC-LOCATION|DTSTART|RRULE|RDATE|TZOFFSETFROM|TZOFFSETTO)[;:]/i

type OpenComponent = { name: 'VEVENT' | 'VTIMEZONE' | 'VFREEBUSY'; lines: string[]; tooMuch: boolean }
/** The names of the open components, and the one among them whose lines are collected. */
type Nesting = { open: string[]; current: OpenComponent | null }

/** Reads a calendar line by line with limited nesting, and keeps only the relevant properties. */
export function parseCalendar(text: string): FeedFile {
  const file: FeedFile = { events: [], zones: new Map(), busy: [], skipped: 0 }
  const nesting: Nesting = { open: [], current: null }
  let hasBegun = false
  for (const line of linesOf(text)) {
    const delimiter = delimiterIn(line)
    if (nesting.open.length === 0 && !beginsCalendar(delimiter)) {
      if (line.trim() === '') continue
      throw new FeedUnreadable('It does not start like a calendar')
    }
    hasBegun = true
    if (delimiter?.isBegin) begin(nesting, delimiter.name)
    else if (delimiter) end(nesting, delimiter.name, file)
    else if (nesting.current) addLine(nesting.current, line, nesting.open.length)
  }
  if (!hasBegun || nesting.open.length > 0) throw new FeedUnreadable('It breaks off in the middle')
  return file
}

type Delimiter = { isBegin: boolean; name: string }

const beginsCalendar = (delimiter: Delimiter | null): boolean =>
  delimiter?.isBegin === true && delimiter.name === 'VCALENDAR'

function delimiterIn(line: string): Delimiter | null {
  const [, kind, name] = /^(BEGIN|END):\s*([\w-]{1,40})\s*$/i.exec(line) ?? []
  return kind && name ? { isBegin: kind.toUpperCase() === 'BEGIN', name: name.toUpperCase() } : null
}

function begin(nesting: Nesting, name: string): void {
  const { open, current } = nesting
  open.push(name)
  if (open.length > most.depth) throw new FeedUnreadable('It is nested too deep')
  if (open.length === 2 && (name === 'VEVENT' || name === 'VTIMEZONE' || name === 'VFREEBUSY'))
    nesting.current = { name, lines: [], tooMuch: false }
  else if (current?.name === 'VTIMEZONE') current.lines.push(`BEGIN:${name}`)
}

function end(nesting: Nesting, name: string, file: FeedFile): void {
  const { open, current } = nesting
  if (open.pop() !== name) throw new FeedUnreadable('Its parts do not close in order')
  if (current && open.length === 1) {
    closers[current.name](current, file)
    nesting.current = null
  } else if (current?.name === 'VTIMEZONE') current.lines.push(`END:${name}`)
}

function addLine(current: OpenComponent, line: string, depth: number): void {
  const wanted =
    current.name === 'VTIMEZONE'
      ? zoneProperties
      : current.name === 'VEVENT'
        ? eventProperties
        : /^FREEBUSY[;:]/i
  // Components nested in an event, such as alarms, have starts and durations of their own.
  if (!wanted.test(line) || (current.name !== 'VTIMEZONE' && depth > 2)) return
  if (line.length > most.line || current.lines.length >= most.linesOfEvent) current.tooMuch = true
  else current.lines.push(line)
}

/** Stores the result of a component once it has ended. */
const closers: Record<OpenComponent['name'], (component: OpenComponent, file: FeedFile) => void> = {
  VEVENT({ lines, tooMuch }, file) {
    if (tooMuch || file.events.length >= most.events) file.skipped += 1
    else
      file.events.push({
        uid: valueOf(lines, 'UID'),
        isMoved: lines.some((line) => /^RECURRENCE-ID[;:]/i.test(line)),
        text: ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n'),
      })
  },
  VTIMEZONE({ lines, tooMuch }, file) {
    const id = valueOf(lines, 'TZID')
    if (id && !tooMuch && file.zones.size < most.zones)
      file.zones.set(id, ['BEGIN:VTIMEZONE', ...lines, 'END:VTIMEZONE'].join('\r\n'))
  },
  VFREEBUSY({ lines, tooMuch }, file) {
    if (tooMuch) file.skipped += 1
    else for (const line of lines) for (const period of periodsIn(line)) file.busy.push(period)
  },
}

function periodsIn(line: string): FeedFile['busy'] {
  if (/^FREEBUSY;[^:]*FBTYPE=FREE\b/i.test(line)) return []
  return line
    .slice(line.indexOf(':') + 1)
    .split(',')
    .map((period) => {
      const [start = '', end = ''] = period.trim().split('/').map(extended)
      return { start, end }
    })
}

/** `20261201T090000Z` as `2026-12-01T09:00:00Z`. */
const extended = (value: string): string =>
  value.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/, '$1-$2-$3T$4:$5:$6Z')

const valueOf = (lines: readonly string[], name: string): string => {
  const line = lines.find(
    (each) => each.toUpperCase().startsWith(`${name}:`) || each.toUpperCase().startsWith(`${name};`),
  )
  return line === undefined ? '' : line.slice(line.indexOf(':') + 1).trim()
}

/** Yields unfolded lines; a very long line is cut, so that memory use stays bounded. */
function* linesOf(text: string): Generator<string> {
  const end = /\r\n|\n|\r/g
  let line: string | null = null
  let at = text.startsWith('\uFEFF') ? 1 : 0
  while (at <= text.length) {
    end.lastIndex = at
    const found = end.exec(text)
    const part = text.slice(at, found ? found.index : text.length)
    at = found ? end.lastIndex : text.length + 1
    if (line !== null && /^[ \t]/.test(part)) {
      if (line.length <= most.line) line += part.slice(1)
    } else {
      if (line !== null) yield line
      line = part
    }
  }
  if (line !== null) yield line
}
