import { readFileSync } from 'node:fs'
import { wcagContrast } from 'culori'
import { expect, test } from 'vitest'
import { entriesOf } from '#contract/entries.ts'
import { colourOnPaper, faultsOf, paletteCss, paletteOf, standardPalette } from '#contract/palette.ts'

const none = { main: null, accent: null, custom: '' }

test('papers have the main colour, unless it cannot be read on white', () => {
  const of = (custom: string) => colourOnPaper(paletteOf({ main: '#7a1f5c', accent: null, custom }))
  expect(of('')).toBe('#7a1f5c')
  expect(of('--green: #ffd400')).toBe('#211d18')
})

test('the original colours are those of the style sheet, and texts in them are readable', () => {
  const css = readFileSync(new URL('../web/ui/tokens.css', import.meta.url), 'utf8')
  for (const [name, [light, dark]] of entriesOf(standardPalette))
    expect(css).toContain(`--${name}: ${light === dark ? light : `light-dark(${light}, ${dark})`};`)
  expect(paletteOf(none)).toEqual(standardPalette)
  expect(faultsOf(none)).toEqual([])
  expect(paletteCss(standardPalette)).toBe('')
})

test('every main and accent colour that is accepted gives readable texts in both themes', () => {
  const steps = ['00', '33', '66', '99', 'cc', 'ff']
  let accepted = 0
  for (const red of steps)
    for (const green of steps)
      for (const blue of steps) {
        const colour = `#${red}${green}${blue}`
        const accent = paletteOf({ ...none, accent: colour })
        for (const theme of [0, 1] as const)
          for (const [text, ground] of [
            ['on-gold', 'gold'],
            ['gold-ink', 'gold-soft'],
          ] as const)
            expect(wcagContrast(accent[text][theme], accent[ground][theme]), colour).toBeGreaterThan(4.49)
        if (faultsOf({ ...none, main: colour }).length > 0) continue
        accepted += 1
        const main = paletteOf({ ...none, main: colour })
        for (const theme of [0, 1] as const)
          for (const ground of ['paper', 'card', 'green-soft'] as const)
            expect(wcagContrast(main.green[theme], main[ground][theme]), colour).toBeGreaterThan(4.49)
      }
  expect(accepted).toBeGreaterThan(60)
})

test('a main colour that is too light is refused with one that is dark enough', () => {
  const [fault] = faultsOf({ ...none, main: '#2e86de' })
  expect(fault).toMatchObject({ field: 'main', message: expect.stringContaining('links on the page') })
  const better = /#[0-9a-f]{6}/.exec(fault!.message)![0]
  expect(faultsOf({ ...none, main: better })).toEqual([])
})

test.each([
  ['--paper: #222222', 'In the light theme, text on the page would be hard to read: contrast 1.0'],
  ['--ink: light-dark(#211d18, #333333)', 'In the dark theme, text on the page would be hard to read'],
  ['paper: red', 'Write “paper: red” like'],
  ['--paper: url(x)', 'like --paper: #fffaf0'],
  ['--papr: #ffffff', 'There is no colour --papr'],
])('the custom property %s is refused', (custom, message) => {
  expect(faultsOf({ ...none, custom })).toEqual([
    { field: 'custom', message: expect.stringContaining(message) },
  ])
})

test('custom properties replace single colours, and only what differs is written', () => {
  const choice = {
    main: '#003399',
    accent: null,
    custom: '--paper: #FFFAF0;\n\n --line: light-dark(#dddddd, #333333)',
  }
  // The same paper in the dark theme would hide its light text.
  expect(faultsOf(choice)).toMatchObject([{ field: 'custom' }])
  const usable = { ...choice, custom: '--paper: light-dark(#FFFAF0, #17150f);' }
  expect(faultsOf(usable)).toEqual([])
  const css = paletteCss(paletteOf(usable))
  expect(css).toMatch(
    /^:root\{--paper:light-dark\(#fffaf0,#17150f\);--green:light-dark\(#003399,#[0-9a-f]{6}\);/,
  )
  expect(css).not.toContain('gold')
})
