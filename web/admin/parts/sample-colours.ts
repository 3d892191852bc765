import type { CSSProperties } from 'react'
import type { Look } from '#contract/look.ts'
import type { Palette } from '#contract/palette.ts'

type Colours = Look['colours']

export const isHex = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** The part of a choice that is complete while somebody types. */
export const complete = ({ main, accent, custom }: Colours): Colours => ({
  main: main && isHex(main) ? main : null,
  accent: accent && isHex(accent) ? accent : null,
  custom,
})

/** The colours of a sample in one theme; the style sheet of the page knows only those of the whole page. */
export const styleOf = (palette: Palette, theme: 'light' | 'dark'): CSSProperties =>
  Object.fromEntries([
    ['colorScheme', theme],
    ...Object.entries(palette).map(([name, [light, dark]]) => [
      `--${name}`,
      theme === 'light' ? light : dark,
    ]),
  ])
