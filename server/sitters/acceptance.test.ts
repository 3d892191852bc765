import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { species } from '#contract/codes.ts'
import { Settings } from '#contract/settings.ts'
import { Accepts } from '#contract/sitters/sitters.ts'
import { acceptedSizeBits, type RequestedPet, refusalFor, sizeBit } from '#server/sitters/acceptance.ts'

const settings = Settings.parse({})
const everybody = Accepts.parse({ species: [...species], medication: true })
const rex: RequestedPet = {
  species: 'dog',
  weightKg: 22,
  birthOn: '2021-05-01',
  neutered: true,
  medication: false,
}
const rule = (pet: Partial<RequestedPet>, accepts: Partial<Accepts>, on = '2026-11-20') =>
  refusalFor({ ...rex, ...pet }, { ...everybody, ...accepts }, on, settings)?.rule ?? null

test('a sitter without limits accepts every species', () => {
  for (const kind of species) expect(rule({ species: kind, medication: true }, {})).toBeNull()
})

const cases: [Partial<RequestedPet>, Partial<Accepts>, string | null][] = [
  [{}, { species: ['cat'] }, 'species'],
  [{}, { maxWeightKg: 18 }, 'weight'],
  [{}, { minWeightKg: 45 }, 'weight'],
  [{}, { minWeightKg: 18, maxWeightKg: 45 }, null],
  [{ weightKg: 22 }, { maxWeightKg: 22 }, null],
  [{ weightKg: 22.01 }, { maxWeightKg: 22 }, 'weight'],
  [{ weightKg: null }, { maxWeightKg: 7 }, null],
  [{ species: 'cat' as const, weightKg: 4 }, { minWeightKg: 7 }, null],
  [{ birthOn: '2026-01-01' }, { puppies: false }, 'puppy'],
  [{ birthOn: '2025-11-20' }, { puppies: false }, null],
  [{ birthOn: '2025-11-21' }, { puppies: false }, 'puppy'],
  [{ species: 'cat' as const, birthOn: '2026-01-01' }, { puppies: false }, 'puppy'],
  [{ species: 'rabbit' as const, birthOn: '2026-01-01' }, { puppies: false }, null],
  [{ birthOn: null }, { puppies: false }, null],
  [{ neutered: false }, { unneutered: false }, 'unneutered'],
  [{ neutered: null }, { unneutered: false }, null],
  [{ neutered: false }, {}, null],
  [{ species: 'fish' as const, neutered: false }, { unneutered: false }, null],
  [{ medication: true }, { medication: false }, 'medication'],
]
test.each(cases)('a pet with %o and a sitter who accepts %o: refusal %s', (pet, accepts, expected) => {
  expect(rule(pet, accepts)).toBe(expected)
})

test('a refusal contains the compared values and a message that states them', () => {
  expect(refusalFor(rex, { ...everybody, minWeightKg: 7, maxWeightKg: 18 }, '2026-11-20', settings)).toEqual({
    rule: 'weight',
    values: { weightKg: 22, minWeightKg: 7, maxWeightKg: 18 },
    detail: 'This sitter takes dogs from 7 to 18 kg, not of 22 kg.',
  })
})

describe('size bits', () => {
  test.each([
    [0.5, 0],
    [6.99, 0],
    [7, 1],
    [18, 1],
    [18.01, 2],
    [45, 2],
    [45.01, 3],
    [90, 3],
    [null, 4],
  ])('a dog of %s kg has bit %i', (weightKg, bit) => expect(sizeBit('dog', weightKg)).toBe(1 << bit))

  const offers: [Partial<Accepts>, number][] = [
    [{ species: ['cat'] }, 0b10_0000],
    [{ species: ['dog'] }, 0b1_1111],
    [{ species: ['dog'], maxWeightKg: 7 }, 0b1_0001],
    [{ species: ['dog'], minWeightKg: 7, maxWeightKg: 18 }, 0b1_0010],
    [{ species: ['dog', 'cat'], minWeightKg: 18, maxWeightKg: 45 }, 0b11_0100],
    [{ species: ['dog'], minWeightKg: 45 }, 0b1_1000],
    [{ species: ['dog'], maxWeightKg: 20 }, 0b1_0111],
  ]
  test.each(offers)('accepting %o sets the expected bits', (accepts, bits) => {
    expect(acceptedSizeBits({ ...everybody, ...accepts })).toBe(bits)
  })

  test('every species has its own bit', () => {
    expect(new Set(species.map((kind) => sizeBit(kind, 3))).size).toBe(species.length)
  })

  const anyWeight = fc.constantFrom(0.5, 5, 7, 7.01, 12, 18, 18.5, 30, 45, 46, 80)
  test('a search never misses a sitter who would accept the pet', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...species),
        fc.option(anyWeight),
        fc.option(anyWeight),
        fc.option(anyWeight),
        (kind, weightKg, minWeightKg, maxWeightKg) => {
          const accepts = { ...everybody, minWeightKg, maxWeightKg }
          const taken =
            refusalFor({ ...rex, species: kind, weightKg }, accepts, '2026-11-20', settings) === null
          const found = (acceptedSizeBits(accepts) & sizeBit(kind, weightKg)) !== 0
          expect(found || !taken).toBe(true)
        },
      ),
    )
  })
})
