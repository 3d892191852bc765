import { expect, test } from 'vitest'
import { readFeed } from '#server/calendar/feed.ts'
import { FeedUnreadable } from '#server/calendar/feed-lines.ts'

const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n')
let uids = 0
const event = (...lines: string[]) =>
  ['BEGIN:VEVENT', `UID:${++uids}`, 'SUMMARY:Private', ...lines, 'END:VEVENT'].join('\r\n')
const read = (text: string, timeZone = 'Europe/Lisbon') =>
  readFeed({ text, timeZone, from: '2026-12-01', to: '2027-12-01', ownHost: 'sitwell.example' })
const daysOf = (...lines: string[]) => read(calendar(event(...lines))).days
const iso = (text: string, timeZone?: string) =>
  read(text, timeZone).times.map(([start, end]) => [start, end].map((at) => new Date(at).toISOString()))

test.each<[string, string[], string[]]>([
  ['an hour', ['DTSTART:20261210T090000Z', 'DTEND:20261210T100000Z'], ['2026-12-10']],
  ['a length', ['DTSTART:20261210T090000Z', 'DURATION:PT26H'], ['2026-12-10', '2026-12-11']],
  ['to midnight', ['DTSTART:20261210T220000Z', 'DTEND:20261211T000000Z'], ['2026-12-10']],
  ['past midnight', ['DTSTART:20261210T220000Z', 'DTEND:20261211T000001Z'], ['2026-12-10', '2026-12-11']],
  ['a whole day', ['DTSTART;VALUE=DATE:20261210'], ['2026-12-10']],
  ['whole days', ['DTSTART;VALUE=DATE:20261210', 'DTEND;VALUE=DATE:20261212'], ['2026-12-10', '2026-12-11']],
  ['no length', ['DTSTART:20261210T090000Z'], []],
  ['an end before the start', ['DTSTART:20261210T090000Z', 'DTEND:20261209T090000Z'], []],
  ['free', ['DTSTART;VALUE=DATE:20261210', 'TRANSP:TRANSPARENT'], []],
  ['free as Outlook says it', ['DTSTART;VALUE=DATE:20261210', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'], []],
  ['cancelled', ['DTSTART;VALUE=DATE:20261210', 'STATUS:CANCELLED'], []],
  ['long past', ['DTSTART;VALUE=DATE:20201210'], []],
  ['far ahead', ['DTSTART;VALUE=DATE:20301210'], []],
  [
    'over the edge',
    ['DTSTART;VALUE=DATE:20261101', 'DTEND;VALUE=DATE:20261203'],
    ['2026-12-01', '2026-12-02'],
  ],
  [
    'weekly',
    ['DTSTART;VALUE=DATE:20261203', 'RRULE:FREQ=WEEKLY;COUNT=3'],
    ['2026-12-03', '2026-12-10', '2026-12-17'],
  ],
  [
    'weekly until',
    ['DTSTART:20261203T230000Z', 'DURATION:PT30M', 'RRULE:FREQ=WEEKLY;UNTIL=20261210T230000Z'],
    ['2026-12-03', '2026-12-10'],
  ],
  [
    'weekly until a day',
    ['DTSTART:20261203T230000Z', 'DURATION:PT30M', 'RRULE:FREQ=WEEKLY;UNTIL=20261210'],
    ['2026-12-03', '2026-12-10'],
  ],
  [
    'but not then',
    ['DTSTART;VALUE=DATE:20261203', 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE;VALUE=DATE:20261210'],
    ['2026-12-03', '2026-12-17'],
  ],
  [
    'and then, too',
    ['DTSTART;VALUE=DATE:20261203', 'RDATE;VALUE=DATE:20261205,20261207'],
    ['2026-12-03', '2026-12-05', '2026-12-07'],
  ],
  ['yearly since long ago', ['DTSTART;VALUE=DATE:19801224', 'RRULE:FREQ=YEARLY'], ['2026-12-24']],
])('%s', (_name, lines, days) => {
  expect(daysOf(...lines)).toEqual(days)
})

test('a recurring event keeps its local time across a DST change', () => {
  const text = calendar(
    event('DTSTART;TZID=Europe/Dublin:20270326T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=4'),
  )
  expect(iso(text).map(([start]) => start)).toEqual([
    '2027-03-26T09:00:00.000Z',
    '2027-03-27T09:00:00.000Z',
    '2027-03-28T08:00:00.000Z',
    '2027-03-29T08:00:00.000Z',
  ])
})

test('an UNTIL in UTC includes the last occurrence of a series in another time zone', () => {
  const text = calendar(
    event(
      'DTSTART;TZID=Pacific/Kiritimati:20261210T080000',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;UNTIL=20261211T180000Z',
    ),
  )
  expect(iso(text).map(([start]) => start)).toEqual([
    '2026-12-09T18:00:00.000Z',
    '2026-12-10T18:00:00.000Z',
    '2026-12-11T18:00:00.000Z',
  ])
})

test('time zones are resolved by name, by name suffix or by VTIMEZONE, and default to the sitter’s', () => {
  const own = [
    'BEGIN:VTIMEZONE',
    'TZID:Office time',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0500',
    'TZOFFSETTO:+0530',
    'END:STANDARD',
    'END:VTIMEZONE',
  ].join('\r\n')
  const at = (tzid: string) =>
    iso(calendar(own, event(`DTSTART${tzid}:20261210T120000`, 'DURATION:PT1H')), 'America/New_York')[0]![0]
  expect(at(';TZID=Europe/Warsaw')).toBe('2026-12-10T11:00:00.000Z')
  expect(at(';TZID=/freeassociation.sourceforge.net/Europe/Warsaw')).toBe('2026-12-10T11:00:00.000Z')
  expect(at(';TZID="Office time"')).toBe('2026-12-10T06:30:00.000Z')
  expect(at(';TZID=Nobody knows')).toBe('2026-12-10T17:00:00.000Z')
  expect(at('')).toBe('2026-12-10T17:00:00.000Z')
  // A whole day is a day in the sitter's time zone.
  expect(iso(calendar(event('DTSTART;VALUE=DATE:20261210')), 'Pacific/Kiritimati')).toEqual([
    ['2026-12-09T10:00:00.000Z', '2026-12-10T10:00:00.000Z'],
  ])
})

test('a moved occurrence blocks its new day, and a cancelled one blocks nothing', () => {
  const series = ['DTSTART;TZID=Europe/Lisbon:20261203T090000', 'DURATION:PT1H']
  const text = calendar(
    ['BEGIN:VEVENT', 'UID:s', ...series, 'RRULE:FREQ=WEEKLY;COUNT=3', 'END:VEVENT'].join('\n'),
    [
      'BEGIN:VEVENT',
      'UID:s',
      'RECURRENCE-ID;TZID=Europe/Lisbon:20261210T090000',
      'DTSTART;TZID=Europe/Lisbon:20261211T150000',
      'DURATION:PT1H',
      'END:VEVENT',
    ].join('\n'),
    [
      'BEGIN:VEVENT',
      'UID:s',
      'RECURRENCE-ID;TZID=Europe/Lisbon:20261217T090000',
      'STATUS:CANCELLED',
      ...series,
      'END:VEVENT',
    ].join('\n'),
  )
  expect(read(text).days).toEqual(['2026-12-03', '2026-12-11'])
})

test('events exported by this site block nothing, while similar UIDs from elsewhere do', () => {
  const own = (uid: string) =>
    ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTART;VALUE=DATE:20261210', 'END:VEVENT'].join('\r\n')
  const id = '0b000000-0000-7000-8000-000000000001'
  expect(
    read(calendar(own(`booking-${id}@sitwell.example`), own(`booking-${id}-12@sitwell.example`))).days,
  ).toEqual([])
  for (const uid of [
    `booking-${id}@other.example`,
    `${id}@sitwell.example`,
    `booking-${id}@evil-sitwell.example`,
  ])
    expect(read(calendar(own(uid))).days).toEqual(['2026-12-10'])
})

test('alarms, tasks and folded lines do not affect an event, and busy periods of VFREEBUSY count', () => {
  const text = calendar(
    'BEGIN:VTODO\nDTSTART;VALUE=DATE:20261201\nEND:VTODO',
    event(
      'DTSTART;VALUE=DA',
      ' TE:20261210',
      'DESCRIPTION:x\\n\r\n DTSTART;VALUE=DATE:20261220',
      'BEGIN:VALARM',
      'DURATION:P30D',
      'DTSTART;VALUE=DATE:20261231',
      'END:VALARM',
    ),
    'BEGIN:VFREEBUSY\nFREEBUSY;FBTYPE=BUSY:20261224T090000Z/PT1H,20261226T090000Z/20261226T100000Z\nFREEBUSY;FBTYPE=FREE:20261228T090000Z/PT1H\nEND:VFREEBUSY',
  )
  expect(read(text)).toMatchObject({ days: ['2026-12-10', '2026-12-24', '2026-12-26'], skipped: 0 })
})

test.each([
  ['a page', '<html><body>Sign in</body></html>'],
  ['nothing', ''],
  ['half a calendar', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20261210'],
  ['parts out of order', 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR\nEND:VEVENT'],
  ['a depth without end', `BEGIN:VCALENDAR\n${'BEGIN:VEVENT\n'.repeat(100_000)}`],
])('%s is rejected as an unreadable feed', (_name, text) => {
  expect(() => read(text)).toThrow(FeedUnreadable)
})

test('invalid or excessive entries are skipped and counted, and the rest is read', () => {
  const good = event('DTSTART;VALUE=DATE:20261210')
  const bad: [string, string][] = [
    ['a second for ever', event('DTSTART:19700101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY')],
    ['a day that is none', event('DTSTART;VALUE=DATE:yesterday')],
    ['words for a rule', event('DTSTART;VALUE=DATE:20261210', 'RRULE:FREQ=SOMETIMES')],
    ['no start', event('SUMMARY:x')],
    [
      'a line of a megabyte',
      event('DTSTART;VALUE=DATE:20261212', `RDATE;VALUE=DATE:${'20261213,'.repeat(110_000)}20261214`),
    ],
  ]
  for (const [name, text] of bad)
    expect([name, read(calendar(text, good))]).toMatchObject([
      name,
      { days: expect.arrayContaining(['2026-12-10']), skipped: 1 },
    ])
  const many = read(
    calendar(...Array.from({ length: 10_005 }, () => event('DTSTART:20261210T090000Z', 'DURATION:PT1M'))),
  )
  expect(many).toMatchObject({ days: ['2026-12-10'], skipped: 5 })
})
