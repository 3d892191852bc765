import { expect, test } from 'vitest'
import { readContent } from '../content.ts'
import { randomOf } from '../random.ts'
import type { Animal } from './animals.ts'
import { drawAccountPhoto, drawGallery, type HomeFacts } from './gallery.ts'
import { lookOf } from './look.ts'
import { cityLooks } from './palettes.ts'

const dog: Animal = { id: 'rex', species: 'dog' }
const cat: Animal = { id: 'poe', species: 'cat' }

const factsOf = (name: string, some: Partial<HomeFacts> = {}): HomeFacts => ({
  name,
  look: lookOf({ firstName: name }, randomOf(`look/${name}`)),
  city: cityLooks['lisbon']!,
  type: 'flat',
  garden: 'none',
  isHost: true,
  walksDogs: false,
  animals: [dog, cat],
  ...some,
})
const galleryOf = (facts: HomeFacts, seed = facts.name) => drawGallery(facts, randomOf(seed))
const many = Array.from({ length: 60 }, (_, index) => `${index}`)

test('the same person always has the same pictures, and others have other ones', () => {
  const [ines, rui] = [factsOf('Inês'), factsOf('Rui')]
  const photoOf = (facts: HomeFacts) => drawAccountPhoto(facts, undefined, randomOf(facts.name)).svg
  expect(photoOf(ines)).toBe(photoOf(factsOf('Inês')))
  expect(photoOf(ines)).not.toBe(photoOf(rui))
  expect(galleryOf(ines)).toEqual(galleryOf(factsOf('Inês')))
  expect(galleryOf(ines)).not.toEqual(galleryOf(rui))
})

test('no two of a city’s people have the same portrait, and hardly any share hair, skin and clothes', () => {
  for (const { slug, firstNames } of readContent().cities) {
    const all = firstNames.map((name) => factsOf(name, { city: cityLooks[slug]! }))
    const photos = all.map((facts) => drawAccountPhoto(facts, undefined, randomOf(facts.name)).svg)
    expect(new Set(photos).size).toBe(firstNames.length)
    const looks = all.map(({ look }) => [look.hair, look.hairColour, look.skin, look.clothes].join())
    expect(new Set(looks).size).toBeGreaterThan(firstNames.length - 3)
  }
})

test('a gallery has three to six different pictures, each with a description that calls it a drawing', () => {
  for (const seed of many) {
    const type = ['flat', 'house', 'farm'][Number(seed) % 3]!
    const garden = (['none', 'shared', 'fenced'] as const)[Number(seed) % 3]!
    const gallery = galleryOf(factsOf('Inês', { type, garden, isHost: Number(seed) % 2 === 0 }), seed)
    expect(gallery.length).toBeGreaterThanOrEqual(3)
    expect(gallery.length).toBeLessThanOrEqual(6)
    expect(new Set(gallery.map(({ svg }) => svg)).size).toBe(gallery.length)
    for (const { alt } of gallery) expect(alt).toMatch(/^Drawing of \S.* with (a|two) (dog|cat)/)
  }
})

test('pictures show only what the profile says: gardens, balconies, beaches and the pets that are taken', () => {
  const altsOf = (some: Partial<HomeFacts>) =>
    many.flatMap((seed) => galleryOf(factsOf('Inês', some), seed)).map(({ alt }) => alt)
  expect(altsOf({ garden: 'none' }).join()).not.toMatch(/garden|lawn|terrace|pond/)
  expect(altsOf({ garden: 'shared' }).join()).not.toMatch(/fenced|terrace|pond/)
  expect(altsOf({ garden: 'fenced' }).join()).toMatch(/lawn|terrace|pond/)
  expect(altsOf({ type: 'house' }).join()).not.toMatch(/balcony/)
  expect(altsOf({ city: cityLooks['berlin']! }).join()).not.toMatch(/beach/)
  expect(altsOf({ animals: [cat] }).join()).not.toMatch(/dog|park|river|street/)
})

test('every drawing is complete: no missing numbers, and no name used twice', () => {
  const drawings = many.flatMap((seed) => galleryOf(factsOf(seed, { garden: 'fenced', type: 'house' }), seed))
  for (const { svg, alt } of drawings) {
    expect(svg, alt).not.toMatch(/undefined|NaN|\[object/)
    const names = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, name]) => name)
    expect(new Set(names).size, alt).toBe(names.length)
  }
})

test('every city of the demo town has houses of its own', () => {
  expect(Object.keys(cityLooks).toSorted()).toEqual(
    readContent()
      .cities.map(({ slug }) => slug)
      .toSorted(),
  )
})
