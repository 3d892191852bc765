import fc from 'fast-check'
import { expect, test } from 'vitest'
import { typoCorrections } from '#server/places/typo.ts'

test.each([
  ['lisbn', 'lisbon'],
  ['lisboon', 'lisbon'],
  ['lisbin', 'lisbon'],
  ['lisbno', 'lisbon'],
  ['newyork', 'new york'],
  ['new yrok', 'new york'],
])('the corrections of "%s" include "%s"', (typed, meant) => {
  expect(typoCorrections(typed)).toContain(meant)
})

test.each(['', 'li', 'llanfairpwllgwyngyll'])('no corrections for a text of this length: "%s"', (typed) => {
  expect(typoCorrections(typed)).toEqual([])
})

test('corrections include every substitution, never the text itself, and at most 54 per letter plus 28', () => {
  const word = fc.stringMatching(/^[a-z]{3,16}$/)
  fc.assert(
    fc.property(word, fc.nat(), fc.nat(), (typed, where, which) => {
      const slips = typoCorrections(typed)
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
