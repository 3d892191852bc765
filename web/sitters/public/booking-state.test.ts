import { describe, expect, test } from 'vitest'
import {
  bookedDays,
  bookingParams,
  draftOf,
  missingIn,
  parseBooking,
  toggleWeekday,
  weekdaysOf,
  withService,
} from '#web/sitters/public/booking-state.ts'
import { serviceOf } from '#web/sitters/public/service.fixture.ts'

const offered = (['boarding', 'day_care', 'drop_in', 'dog_walking'] as const).map(serviceOf)
const read = (text: string) => parseBooking(new URLSearchParams(text), offered)
const sitterId = '01920000-0000-7000-8000-000000000001'

describe('the URL of a booking', () => {
  test.each([
    'service=boarding&start=2026-12-12&end=2026-12-16&pets=dog:22&petNames=Miso&baths=1&trips=2',
    'service=drop_in&start=2026-12-12&end=2026-12-16&skip=2026-12-13&times=08:00,18:30&minutes=60&pets=cat',
    'service=day_care&start=2026-12-14&end=2026-12-14&times=07:30&minutes=660&pets=dog',
  ])('is unchanged by parsing and serialising it: %s', (text) => {
    expect(bookingParams(read(text))).toEqual(Object.fromEntries(new URLSearchParams(text)))
  })

  test('falls back to the first service offered if the sitter does not offer the requested one', () => {
    expect(read('service=house_sitting').service).toBe('boarding')
  })

  test('accepts single days from a search as a range with skipped days', () => {
    const state = read('service=dog_walking&days=2026-12-14,2026-12-16,2026-12-18')
    expect(bookedDays(state)).toEqual(['2026-12-14', '2026-12-16', '2026-12-18'])
  })

  test('loses options that the newly selected service does not have', () => {
    const walks = withService(
      read('service=boarding&start=2026-12-12&end=2026-12-14&startTime=16:00&trips=1'),
      'dog_walking',
    )
    expect(bookingParams(walks)).toEqual({ service: 'dog_walking', start: '2026-12-12', end: '2026-12-14' })
  })
})

describe('the draft', () => {
  test('of a stay has its dates, planned times, pets and add-ons', () => {
    expect(
      draftOf(
        sitterId,
        read(
          'service=boarding&start=2026-12-12&end=2026-12-16&endTime=18:00&pets=dog:22&petNames=Miso&baths=1',
        ),
      ),
    ).toEqual({
      sitterId,
      service: 'boarding',
      startOn: '2026-12-12',
      endOn: '2026-12-16',
      endTime: '18:00',
      pets: [
        { species: 'dog', weightKg: 22, neutered: null, medication: false, birthOn: null, name: 'Miso' },
      ],
      addOns: [{ code: 'bathing', count: 1 }],
    })
  })

  test('of visits has one visit for each day and time', () => {
    const draft = draftOf(
      sitterId,
      read('service=drop_in&start=2026-12-12&end=2026-12-13&times=08:00,18:30&pets=cat'),
    )
    expect(draft?.visits?.map(({ on, time }) => `${on} ${time}`)).toEqual([
      '2026-12-12 08:00',
      '2026-12-12 18:30',
      '2026-12-13 08:00',
      '2026-12-13 18:30',
    ])
  })

  test('uses saved pets instead of described ones', () => {
    expect(
      draftOf(sitterId, read(`service=boarding&start=2026-12-12&end=2026-12-16&petIds=${sitterId}&pets=dog`)),
    ).toMatchObject({
      petIds: [sitterId],
    })
  })

  test.each([
    ['service=boarding', ['start', 'end', 'pets']],
    ['service=boarding&start=2026-12-12&end=2026-12-12&pets=dog', ['end']],
    ['service=dog_walking&start=2026-12-12&end=2026-12-12&skip=2026-12-12&pets=dog', ['days']],
  ])('%s lacks %s', (text, names) => {
    expect(missingIn(read(text)).map(({ name }) => name)).toEqual(names)
    expect(draftOf(sitterId, read(text))).toBeNull()
  })

  test('a weekday can be removed and added back', () => {
    const week = read('service=dog_walking&start=2026-12-14&end=2026-12-27&pets=dog')
    const without = toggleWeekday(week, 6)
    expect([...weekdaysOf(without)].sort()).toEqual([0, 1, 2, 3, 4, 5])
    expect(bookedDays(without)).toHaveLength(12)
    expect(toggleWeekday(without, 6)).toEqual(week)
  })
})
