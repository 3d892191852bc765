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
const kept =
  /^(UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|STATUS|TRANSP|X-MICROSOFT-CDO-BUSYSTATUS)[;:]/i
const keptOfZone = /^(TZID|X-LIC-LOCATION|DTSTART|RRULE|RDATE|TZOFFSETFROM|TZOFFSETTO)[;:]/i

type Open = { name: string; lines: string[]; tooMuch: boolean }

/** Reads a calendar line by line with limited nesting, and keeps only the relevant properties. */
export function leanOf(text: string): FeedFile {
  const file: FeedFile = { events: [], zones: new Map(), busy: [], skipped: 0 }
  const open: string[] = []
  let current: Open | null = null
  let begun = false
  for (const line of linesOf(text)) {
    const mark = /^(BEGIN|END):\s*([\w-]{1,40})\s*$/i.exec(line)
    const name = mark?.[2]?.toUpperCase() ?? ''
    const isBegin = mark?.[1]?.toUpperCase() === 'BEGIN'
    if (open.length === 0 && !(isBegin && name === 'VCALENDAR')) {
      if (line.trim() === '') continue
      throw new FeedUnreadable('It does not begin as a calendar')
    }
    if (mark && isBegin) {
      open.push(name)
      begun = true
      if (open.length > most.depth) throw new FeedUnreadable('It is nested too deep')
      if (open.length === 2 && (name === 'VEVENT' || name === 'VTIMEZONE' || name === 'VFREEBUSY'))
        current = { name, lines: [], tooMuch: false }
      else if (current?.name === 'VTIMEZONE') current.lines.push(`BEGIN:${name}`)
    } else if (mark) {
      if (open.pop() !== name) throw new FeedUnreadable('Its parts do not close in order')
      if (current && open.length === 1) {
        close(current, file)
        current = null
      } else if (current?.name === 'VTIMEZONE') current.lines.push(`END:${name}`)
    } else if (current) keep(current, line, open.length)
  }
  if (!begun || open.length > 0) throw new FeedUnreadable('It breaks off in the middle')
  return file
}

function keep(current: Open, line: string, depth: number): void {
  const wanted =
    current.name === 'VTIMEZONE' ? keptOfZone : current.name === 'VEVENT' ? kept : /^FREEBUSY[;:]/i
  // Components nested in an event, such as alarms, have starts and durations of their own.
  if (!wanted.test(line) || (current.name !== 'VTIMEZONE' && depth > 2)) return
  if (line.length > most.line || current.lines.length >= most.linesOfEvent) current.tooMuch = true
  else current.lines.push(line)
}

function close({ name, lines, tooMuch }: Open, file: FeedFile): void {
  if (name === 'VEVENT') {
    if (tooMuch || file.events.length >= most.events) file.skipped += 1
    else
      file.events.push({
        uid: valueOf(lines, 'UID'),
        isMoved: lines.some((line) => /^RECURRENCE-ID[;:]/i.test(line)),
        text: ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n'),
      })
  } else if (name === 'VTIMEZONE') {
    const id = valueOf(lines, 'TZID')
    if (id && !tooMuch && file.zones.size < most.zones)
      file.zones.set(id, ['BEGIN:VTIMEZONE', ...lines, 'END:VTIMEZONE'].join('\r\n'))
  } else if (tooMuch) file.skipped += 1
  else
    for (const line of lines) {
      if (/^FREEBUSY;[^:]*FBTYPE=FREE\b/i.test(line)) continue
      for (const period of line.slice(line.indexOf(':') + 1).split(',')) {
        const [start = '', end = ''] = period.trim().split('/').map(extended)
        file.busy.push({ start, end })
      }
    }
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
