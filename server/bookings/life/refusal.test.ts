import { expect, test } from 'vitest'
import { actors } from '#contract/codes.ts'
import { guardRules } from '#server/bookings/guards.ts'
import { guardWords, moveRefusal } from '#server/bookings/life/refusal.ts'
import { transitions } from '#server/bookings/transitions.ts'

test('every guard on an event of an owner, sitter or operator has a message', () => {
  const people = actors.filter((actor) => actor !== 'system')
  const met = Object.values(transitions)
    .filter(({ by }) => people.some((person) => by.includes(person)))
    .flatMap(({ guards }) => guards.filter((guard) => guardRules[guard]))
  expect([...new Set(met)].filter((guard) => !guardWords[guard])).toEqual([])
})

test('a refusal names the rule that an event breaks and the time from which it is allowed', () => {
  const met = { by: 'sitter', status: 'confirmed', timeZone: 'Europe/Dublin' } as const
  const at = new Date('2026-12-18T13:00:00Z')
  expect(moveRefusal('check_in', met, { rule: 'too_early', at })).toEqual({
    detail:
      '"check_in" is not possible now: it is possible from Fri, 18 Dec 2026, 13:00 (Dublin time) on. Read the booking again; its "actions" list what is possible.',
    event: 'check_in',
    bookingStatus: 'confirmed',
    rule: 'too_early',
    opensAt: '2026-12-18T13:00:00.000Z',
  })
})
