import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slipsOf } from '#server/places/typo.ts'

test.each([
  ['lisbn', 'lisbon'],
  ['lisboon', 'lisbon'],
  ['lisbin', 'lisbon'],
  ['lisbno', 'lisbon'],
  ['newyork', 'new york'],
  ['new yrok', 'new york'],
])('"%s" may have been meant as "%s"', (typed, meant) => {
  expect(slipsOf(typed)).toContain(meant)
})

test.each(['', 'li', 'llanfairpwllgwyngyll'])('what is too short or too long has no slips: "%s"', (typed) => {
  expect(slipsOf(typed)).toEqual([])
})

test('a text one slip away is among them, the text itself never, and there are about 54 for each letter', () => {
  const word = fc.stringMatching(/^[a-z]{3,16}$/)
  fc.assert(
    fc.property(word, fc.nat(), fc.nat(), (typed, where, which) => {
      const slips = slipsOf(typed)
      const at = where % typed.length
      const other = 'abcdefghijklmnopqrstuvwxyz'[which % 26]!
      const changed = `${typed.slice(0, at)}${other}${typed.slice(at + 1)}`
      expect(slips.includes(changed)).toBe(changed !== typed)
      expect(slips).not.toContain(typed)
      expect(new Set(slips).size).toBe(slips.length)
      expect(slips.length).toBeLessThanOrEqual(54 * typed.length + 28)
    }),
  )
})
