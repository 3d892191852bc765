import { expect, test } from 'vitest'
import { overdueUpdate, rhythmsOf, usualRhythm, type UpdateSchedule } from '#server/bookings/care/rhythm.ts'

const at = (time: string) => new Date(`2026-12-${time}:00Z`)
const stay: UpdateSchedule = {
  rhythm: 'daily',
  startsAt: at('11T15:00'),
  endsAt: at('13T11:00'),
  timeZone: 'UTC',
  units: [],
  reportedAt: [],
}
const walks: UpdateSchedule = {
  ...stay,
  rhythm: 'each_visit',
  units: [
    { startsAt: at('11T15:00'), endsAt: at('11T15:30') },
    { startsAt: at('12T09:00'), endsAt: at('12T09:30') },
  ],
}

test.each<[words: string, watched: UpdateSchedule, now: string, due: string | null]>([
  ['before the evening nothing is due', stay, '11T18:59', null],
  ['the first evening', stay, '11T19:00', '11T19:00'],
  ['three hours later it is too late to remind', stay, '11T22:00', null],
  ['something was told that day', { ...stay, reportedAt: [at('11T16:00')] }, '11T19:30', null],
  [
    'what was told yesterday is not news of today',
    { ...stay, reportedAt: [at('11T16:00')] },
    '12T19:30',
    '12T19:00',
  ],
  ['the last day ends before its evening', stay, '13T19:30', null],
  ['at noon, where it is twice a day', { ...stay, rhythm: 'twice_daily' }, '12T12:10', '12T12:00'],
  [
    'the morning told of the morning alone',
    { ...stay, rhythm: 'twice_daily', reportedAt: [at('12T11:00')] },
    '12T19:10',
    '12T19:00',
  ],
  ['only if something happens', { ...stay, rhythm: 'if_needed' }, '12T19:30', null],
  ['an hour after the walk', walks, '11T16:30', '11T16:30'],
  ['not earlier', walks, '11T16:29', null],
  ['the walk was told of', { ...walks, reportedAt: [at('11T15:20')] }, '11T16:30', null],
  [
    'the first walk says nothing of the second',
    { ...walks, reportedAt: [at('11T15:20')] },
    '12T10:40',
    '12T10:30',
  ],
])('Missed update: %s', (_, watched, now, due) => {
  expect(overdueUpdate(watched, at(now))).toEqual(due === null ? null : at(due))
})

test('The evening is computed in the time zone of the booking', () => {
  const far = { ...stay, timeZone: 'Pacific/Auckland', startsAt: at('11T15:00') }
  expect(overdueUpdate(far, at('12T06:00'))).toEqual(at('12T06:00'))
})

test('Boarding has no per-visit rhythm and defaults to daily; drop-in visits default to one update per visit', () => {
  expect(rhythmsOf('boarding')).toEqual(['twice_daily', 'daily', 'if_needed'])
  expect(rhythmsOf('dog_walking')).toContain('each_visit')
  expect([usualRhythm('boarding'), usualRhythm('drop_in')]).toEqual(['daily', 'each_visit'])
})
