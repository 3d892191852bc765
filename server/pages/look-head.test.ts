import { expect, test } from 'vitest'
import { paletteOf } from '#contract/palette.ts'
import { originalLook } from '#server/kernel/original-look.ts'
import { lookHead } from '#server/pages/look-head.ts'

const logo = { fileId: 'f', path: '/files/abc/320.webp', width: 800, height: 200, showsName: true }

test('a page of the original look has only the colours of the bars of the browser', () => {
  expect(lookHead(originalLook)).toMatch(/^(<meta name="theme-color"[^>]*>){2}$/)
})

test('a chosen colour and a logo are rules of one style sheet', () => {
  const palette = paletteOf({ main: '#7a1f5c', accent: null, custom: '' })
  const head = lookHead({ ...originalLook, palette, logo })
  expect(head.match(/<style id="look">/g)).toHaveLength(1)
  expect(head).toContain('--green:light-dark(#7a1f5c,')
  expect(head).toContain('url(/files/abc/320.webp)')
})

test.each([
  [{ width: 800, height: 200 }, 'width:6rem;height:1.5rem'],
  [{ width: 800, height: 200, showsName: false }, 'width:9rem;height:2.25rem'],
  [{ width: 300, height: 300 }, 'width:2.25rem;height:2.25rem'],
  [{ width: 100, height: 400 }, 'width:0.563rem;height:2.25rem'],
])('a logo %j keeps its shape: %s', (facts, size) => {
  expect(lookHead({ ...originalLook, logo: { ...logo, ...facts } })).toContain(size)
})

test('a name that the logo contains is hidden from sight only', () => {
  const head = (facts: object) => lookHead({ ...originalLook, logo: { ...logo, ...facts } })
  expect(head({ showsName: false })).toMatch(/[^{]\.site-mark\+\*{[^}]*clip-path/)
  expect(head({ showsName: true, width: 200 })).not.toContain('clip-path')
  expect(head({ showsName: false })).not.toContain('.site-mark+*{display')
})

test('beside a wide logo the name is hidden on phones, which have no room for both', () => {
  expect(lookHead({ ...originalLook, logo })).toContain('@media (width<40rem){.site-mark+*{')
})

test('properties for corners, fonts and shadows are rules for the whole page', () => {
  const properties = { '--corner-card': '0px', '--shadow-tint': 'transparent' }
  expect(lookHead({ ...originalLook, properties })).toContain(
    '<style id="look">:root{--corner-card:0px;--shadow-tint:transparent}</style>',
  )
})
