// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { coatOf, coats, colourDistance, hashOf } from '#web/ui/portrait/coats.ts'
import { drawPortrait } from '#web/ui/portrait/draw.ts'
import { portraitSvg } from '#web/ui/portrait/svg.ts'
import { portraitUrl } from '#web/ui/portrait/url.ts'
import { Portrait } from '#web/ui/portrait/portrait.tsx'
import { keysOf } from '#contract/entries.ts'

const species = keysOf(coats)

test.each(species)('a %s has the same portrait each time', (kind) => {
  const seed = { id: 'miso', species: kind }
  expect(portraitSvg(seed)).toBe(portraitSvg({ ...seed }))
  expect(portraitSvg(seed)).not.toMatch(/strokeWidth|undefined|NaN/)
})

test('different pets of a kind look different', () => {
  const faces = new Set(
    Array.from({ length: 200 }, (_, index) => portraitSvg({ id: `pet-${index}`, species: 'dog' })),
  )
  expect(faces.size).toBeGreaterThan(100)
})

test.each([
  ['dog', 'black and white', '#F1EFE8'],
  ['dog', 'Black', '#544D49'],
  ['dog', 'dark brown with a white chest', '#5C4633'],
  ['cat', 'Ginger', '#D98F4A'],
] as const)('a %s described as %j gets that coat', (kind, described, base) => {
  expect(coatOf(kind, 0, described).base).toBe(base)
})

test('an unknown coat is ignored, and the owner’s text never appears in the SVG', () => {
  const written = '"><script>alert(1)</script>'
  expect(portraitSvg({ id: 'x', species: 'cat', coat: written })).toBe(
    portraitSvg({ id: 'x', species: 'cat' }),
  )
})

test('floppy and pricked ears are drawn differently', () => {
  const ears = (told: 'floppy' | 'pricked') => portraitSvg({ id: 'rex', species: 'dog', ears: told })
  expect(ears('floppy')).not.toBe(ears('pricked'))
})

test('the URL of a portrait contains everything it is drawn from', () => {
  expect(portraitUrl({ id: 'a b', species: 'cat', coat: 'ginger & white', ears: 'floppy' }, 'fill')).toBe(
    '/portraits/cat/a%20b.svg?fit=fill&coat=ginger+%26+white&ears=floppy',
  )
})

test('a portrait with a label is an image, and without one it is decorative', () => {
  const { container } = render(<Portrait seed={{ id: 'a', species: 'dog' }} />)
  expect(container.querySelector('img')?.getAttribute('alt')).toBe('')
  render(<Portrait seed={{ id: 'a', species: 'dog' }} label="Drawing of Miso" />)
  expect(screen.getByRole('img', { name: 'Drawing of Miso' })).toBeTruthy()
})

test.each(species)('each %s contrasts with its background', (kind) => {
  for (let index = 0; index < 60; index += 1) {
    const seed = { id: `pet-${index}`, species: kind }
    const { base } = coatOf(kind, hashOf(seed.id) >>> 3)
    expect(colourDistance(drawPortrait(seed).ground, base)).toBeGreaterThan(36)
  }
})

test('the hash of an id never changes, so that a pet keeps its portrait', () => {
  expect([hashOf('miso'), hashOf('rex')]).toEqual([2649563867, 3935186587])
})
