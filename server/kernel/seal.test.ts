import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSealedNow, seal, type SealKeys, Unsealable, unseal } from '#server/kernel/seal.ts'

const [first, second] = ['s'.repeat(32), 't'.repeat(32)]
const keys: SealKeys = { secret: first, previousSecrets: [] }
const other: SealKeys = { secret: second, previousSecrets: [] }
/** The keys after `second` has replaced `first`. */
const rotated: SealKeys = { secret: second, previousSecrets: ['u'.repeat(32), first] }
const place = 'household.door:1'

/** Seals as earlier releases did, whose format did not state the key. */
function sealUnnamed(secret: string, text: string): Buffer {
  const iv = randomBytes(12)
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'sitwell seal 1', 32))
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(1), iv, cipher.getAuthTag(), body])
}

test('sealed text can be unsealed, does not contain the plain text and differs each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 4 }), (text) => {
      const sealed = seal(keys, place, text)
      expect(unseal(keys, place, sealed)).toBe(text)
      expect(sealed.includes(Buffer.from(text))).toBe(false)
      expect(seal(keys, place, text).equals(sealed)).toBe(false)
    }),
  )
})

test.each([
  ['names its key', seal(keys, place, '4711')],
  ['is older than names of keys', sealUnnamed(first, '4711')],
])('sealed data that %s cannot be unsealed with another secret or place, or if changed', (_, sealed) => {
  expect(unseal(keys, place, sealed)).toBe('4711')
  expect(() => unseal(other, place, sealed)).toThrow(Unsealable)
  expect(() => unseal(keys, 'household.door:2', sealed)).toThrow(Unsealable)
  for (const [at] of sealed.entries()) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(() => unseal(keys, place, changed)).toThrow(Unsealable)
  }
  for (let length = 0; length < sealed.length; length += 1)
    expect(() => unseal(keys, place, sealed.subarray(0, length))).toThrow(Unsealable)
})

test('data sealed with a previous secret can still be unsealed and is recognised as due for resealing', () => {
  const old = [seal(keys, place, '4711'), sealUnnamed(first, '4711')]
  for (const sealed of old) {
    expect(unseal(rotated, place, sealed)).toBe('4711')
    expect(isSealedNow(rotated, sealed)).toBe(false)
  }
  const fresh = seal(rotated, place, '4711')
  expect(isSealedNow(rotated, fresh)).toBe(true)
  expect(unseal(other, place, fresh)).toBe('4711')
  expect(() => unseal(keys, place, fresh)).toThrow(Unsealable)
})
