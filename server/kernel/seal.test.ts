import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seal, Unsealable, unseal } from '#server/kernel/seal.ts'

const [secret, place] = ['s'.repeat(32), 'household.door:1']

test('what is sealed opens again, and shows nothing of itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 4 }), (text) => {
      const sealed = seal(secret, place, text)
      expect(unseal(secret, place, sealed)).toBe(text)
      expect(sealed.includes(Buffer.from(text))).toBe(false)
      expect(seal(secret, place, text).equals(sealed)).toBe(false)
    }),
  )
})

test('it opens under no other secret, in no other place, and not after a change of any byte', () => {
  const sealed = seal(secret, place, '4711')
  expect(() => unseal('t'.repeat(32), place, sealed)).toThrow(Unsealable)
  expect(() => unseal(secret, 'household.door:2', sealed)).toThrow(Unsealable)
  for (const [at] of sealed.entries()) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(() => unseal(secret, place, changed)).toThrow(Unsealable)
  }
  for (let length = 0; length < sealed.length; length += 1)
    expect(() => unseal(secret, place, sealed.subarray(0, length))).toThrow(Unsealable)
})
