import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { calendarText, type IcsEvent, uidOf } from '#server/bookings/papers/ics.ts'

const at = fc
  .date({ min: new Date('2001-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => new Date(Math.floor(date.getTime() / 1000) * 1000))
// Texts that the contract allows: no control characters except line breaks and tabs, and well-formed Unicode.
const words = fc
  .string({ unit: 'binary', maxLength: 300 })
  .map((text) => text.replaceAll(/[^\P{Cc}\n\t]/gu, ''))
  .filter((text) => text.isWellFormed())
const event: fc.Arbitrary<IcsEvent> = fc.record({
  uid: fc.uuid().map((id) => uidOf(id, 0, 'sitwell.example')),
  sequence: fc.nat(1_000),
  changedAt: at,
  startsAt: at,
  endsAt: at,
  title: words,
  words: fc.oneof(words, fc.constant('BEGIN:VEVENT\nEND:VCALENDAR\n;,:\\n\\"')),
  url: fc.webUrl(),
  cancelled: fc.boolean(),
})

const instantOf = (value: unknown): Date | undefined =>
  value instanceof ICAL.Time ? value.toJSDate() : undefined

test('an iCalendar parser reads back any text unchanged, from lines of at most 75 bytes', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 5 }), (events) => {
      const text = calendarText('Sitwell', events)
      expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75 && !/[\r\n]/.test(line))).toBe(
        true,
      )
      const calendar = ICAL.Component.fromString(text)
      const read = calendar.getAllSubcomponents('vevent').map((entry) => ({
        ...Object.fromEntries(
          ['uid', 'sequence', 'summary', 'description', 'url', 'status'].map((name) => [
            name,
            entry.getFirstPropertyValue(name),
          ]),
        ),
        startsAt: instantOf(entry.getFirstPropertyValue('dtstart')),
        endsAt: instantOf(entry.getFirstPropertyValue('dtend')),
      }))
      expect(read).toEqual(
        events.map(({ uid, sequence, title, words: description, url, cancelled, startsAt, endsAt }) => ({
          uid,
          sequence,
          summary: title,
          description,
          url,
          status: cancelled ? 'CANCELLED' : 'CONFIRMED',
          startsAt,
          endsAt,
        })),
      )
    }),
    { numRuns: 300 },
  )
})

test('the output matches the iCalendar format line by line', () => {
  const text = calendarText('Sitwell', [
    {
      uid: uidOf('0b000000-0000-7000-8000-000000000001', null, 'sitwell.example'),
      sequence: 4,
      changedAt: new Date('2026-12-01T09:00:00Z'),
      startsAt: new Date('2026-12-11T15:00:00Z'),
      endsAt: new Date('2026-12-13T11:00:00Z'),
      title: 'Boarding: Rex; Pip, and Tom (Olga)',
      words: 'Booking 1001',
      url: 'https://sitwell.example/account/bookings/1',
      cancelled: true,
    },
  ])
  expect(text.split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Sitwell//Bookings//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Sitwell',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    'BEGIN:VEVENT',
    'UID:booking-0b000000-0000-7000-8000-000000000001@sitwell.example',
    'SEQUENCE:4',
    'DTSTAMP:20261201T090000Z',
    'LAST-MODIFIED:20261201T090000Z',
    'DTSTART:20261211T150000Z',
    'DTEND:20261213T110000Z',
    String.raw`SUMMARY:Boarding: Rex\; Pip\, and Tom (Olga)`,
    'DESCRIPTION:Booking 1001',
    'URL:https://sitwell.example/account/bookings/1',
    'STATUS:CANCELLED',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})
