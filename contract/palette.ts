import { clampChroma, converter, formatHex, type Oklch, wcagContrast } from 'culori'

/** The colours of the site in its light and dark theme, by the name of their custom property (`web/ui/tokens.css`). */
export const standardPalette = {
  paper: ['#fbf8f3', '#17150f'],
  card: ['#ffffff', '#211e17'],
  ink: ['#211d18', '#f4efe6'],
  'ink-2': ['#5e574e', '#b9b0a3'],
  'ink-3': ['#7a7268', '#948b7e'],
  line: ['#e9e2d6', '#39342a'],
  control: ['#938a7c', '#7d7467'],
  green: ['#1f4d3f', '#8cc7ae'],
  'on-green': ['#ffffff', '#12231c'],
  'green-soft': ['#e4eee8', '#22362e'],
  'green-line': ['#b7d3c6', '#3d6152'],
  gold: ['#e39a2d', '#f0b252'],
  'on-gold': ['#2a1d07', '#2a1d07'],
  'gold-soft': ['#fbefd9', '#3a2e17'],
  'gold-ink': ['#7a4b0c', '#f3cd8d'],
  rust: ['#b9472f', '#f08a72'],
  'on-rust': ['#ffffff', '#2b0f08'],
  'rust-soft': ['#fbece7', '#3c211a'],
} as const satisfies Record<string, Pair>

type Pair = readonly [light: string, dark: string]
export type ColourName = keyof typeof standardPalette
export type Palette = Readonly<Record<ColourName, Pair>>

/** What an operator chooses: two colours, from which the others follow, and custom properties that replace single ones. */
export type ColourChoice = { main: string | null; accent: string | null; custom: string }

const isColourName = (name: string): name is ColourName => Object.hasOwn(standardPalette, name)

/** Contrast of text that WCAG 2.2 asks for (1.4.3, level AA). */
export const leastContrast = 4.5

/** Texts and what is behind them, with the words for a fault. */
const readable: readonly (readonly [text: ColourName, ground: ColourName, words: string])[] = [
  ['ink', 'paper', 'text on the page'],
  ['ink', 'card', 'text on cards'],
  ['ink-2', 'paper', 'secondary text on the page'],
  ['ink-2', 'card', 'secondary text on cards'],
  ['green', 'paper', 'links on the page'],
  ['green', 'card', 'links on cards'],
  ['green', 'green-soft', 'text on a tint of the main colour'],
  ['on-green', 'green', 'text on buttons of the main colour'],
  ['ink', 'green-soft', 'text on a tint of the main colour'],
  ['on-gold', 'gold', 'text on buttons of the accent colour'],
  ['gold-ink', 'gold-soft', 'text on a tint of the accent colour'],
  ['ink', 'gold-soft', 'text on a tint of the accent colour'],
  ['rust', 'paper', 'warnings on the page'],
  ['rust', 'card', 'warnings on cards'],
  ['on-rust', 'rust', 'text on buttons that delete'],
]

const themes = ['light', 'dark'] as const

const oklch = converter('oklch')
const hexOf = (colour: Oklch): string => formatHex(clampChroma(colour, 'oklch'))

/** The colour with another lightness, and at most this chroma. */
const shade = ({ c, ...colour }: Oklch, l: number, mostChroma: number): Oklch => ({
  ...colour,
  l,
  c: Math.min(c, mostChroma),
})

/** The first lightness from `from` on, in steps, whose colour is readable on all grounds; the last one if none is. */
function readableShade(colour: Oklch, from: number, step: number, grounds: readonly string[]): string {
  for (let l = from; l > 0.05 && l < 0.98; l += step) {
    const hex = hexOf({ ...colour, l })
    if (grounds.every((ground) => wcagContrast(hex, ground) >= leastContrast)) return hex
  }
  return hexOf({ ...colour, l: step > 0 ? 0.98 : 0.05 })
}

const darkest = (colour: Oklch) => hexOf(shade(colour, 0.24, 0.035))

/** White, or else the colour itself in its darkest shade, or else black: one of them can be read on every colour. */
const textOn = (ground: string, colour: Oklch): string =>
  ['#ffffff', darkest(colour)].find((text) => wcagContrast(text, ground) >= leastContrast) ?? '#000000'

/** The colours that follow from the main one. */
function mainColours(main: string): Partial<Record<ColourName, Pair>> {
  const colour = oklch(main)
  if (!colour) return {}
  const soft: Pair = [hexOf(shade(colour, 0.94, 0.018)), hexOf(shade(colour, 0.31, 0.03))]
  const { paper, card } = standardPalette
  const dark = readableShade(shade(colour, 0.78, 0.11), 0.78, 0.01, [paper[1], card[1], soft[1]])
  return {
    green: [main, dark],
    'on-green': [textOn(main, colour), darkest(colour)],
    'green-soft': soft,
    'green-line': [hexOf(shade(colour, 0.84, 0.05)), hexOf(shade(colour, 0.46, 0.05))],
  }
}

/** The colours that follow from the accent. */
function accentColours(accent: string): Partial<Record<ColourName, Pair>> {
  const colour = oklch(accent)
  if (!colour) return {}
  const soft: Pair = [hexOf(shade(colour, 0.955, 0.035)), hexOf(shade(colour, 0.31, 0.035))]
  const dark = hexOf({ ...colour, l: Math.min(0.85, Math.max(0.72, colour.l + 0.05)) })
  return {
    gold: [accent, dark],
    'on-gold': [textOn(accent, colour), darkest(colour)],
    'gold-soft': soft,
    'gold-ink': [
      readableShade(colour, 0.5, -0.01, [soft[0]]),
      readableShade(shade(colour, 0.8, 0.11), 0.8, 0.01, [soft[1]]),
    ],
  }
}

const customLine =
  /^--([\w-]+):\s*(?:(#[0-9a-f]{6})|light-dark\(\s*(#[0-9a-f]{6})\s*,\s*(#[0-9a-f]{6})\s*\));?$/i

/** Reads lines like `--paper: #fffaf0` and `--ink: light-dark(#201a10, #f0ebe0)`; reports the first other line. */
export function readCustom(text: string): {
  colours: Partial<Record<ColourName, Pair>>
  fault: string | null
} {
  const colours: Partial<Record<ColourName, Pair>> = {}
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue
    const [, name = '', both, light = both, dark = both] = customLine.exec(line) ?? []
    if (!light || !dark)
      return {
        colours,
        fault: `Write “${line}” like --paper: #fffaf0 or --paper: light-dark(#fffaf0, #191610).`,
      }
    if (!isColourName(name))
      return {
        colours,
        fault: `There is no colour --${name}; there are ${Object.keys(standardPalette).join(', ')}.`,
      }
    colours[name] = [light.toLowerCase(), dark.toLowerCase()]
  }
  return { colours, fault: null }
}

/** Returns all colours for a choice. */
export const paletteOf = ({ main, accent, custom }: ColourChoice): Palette => ({
  ...standardPalette,
  ...(main && mainColours(main.toLowerCase())),
  ...(accent && accentColours(accent.toLowerCase())),
  ...readCustom(custom).colours,
})

export type ColourFault = { field: keyof ColourChoice; message: string }

const fieldOf = (text: ColourName, ground: ColourName, custom: object): keyof ColourChoice => {
  if (text in custom || ground in custom) return 'custom'
  return text.includes('gold') || ground.includes('gold') ? 'accent' : 'main'
}

/** The lightness nearest to the chosen one with which the main colour can be read everywhere. */
export function suggestMain(choice: ColourChoice): string | null {
  const colour = choice.main ? oklch(choice.main) : undefined
  if (!colour) return null
  for (let l = colour.l; l > 0.1; l -= 0.005) {
    const main = hexOf({ ...colour, l })
    if (faultsOf({ ...choice, main }, false).every(({ field }) => field !== 'main')) return main
  }
  return null
}

/** Why a choice cannot be used: what cannot be read, or is not written as a colour. At most one fault for each field. */
export function faultsOf(choice: ColourChoice, suggests = true): ColourFault[] {
  const { colours, fault } = readCustom(choice.custom)
  if (fault) return [{ field: 'custom', message: fault }]
  const palette = paletteOf(choice)
  const faults = new Map<keyof ColourChoice, string>()
  for (const [text, ground, words] of readable)
    for (const [index, theme] of themes.entries()) {
      const contrast = wcagContrast(palette[text][index]!, palette[ground][index]!)
      const field = fieldOf(text, ground, colours)
      if (contrast >= leastContrast || faults.has(field)) continue
      const ratio = (Math.floor(contrast * 10) / 10).toFixed(1)
      const better = field === 'main' && suggests ? suggestMain(choice) : null
      faults.set(
        field,
        `In the ${theme} theme, ${words} would be hard to read: contrast ${ratio} of at least ${leastContrast}.${better ? ` ${better} is dark enough.` : ''}`,
      )
    }
  return [...faults].map(([field, message]) => ({ field, message }))
}

const white = '#ffffff'

/** The main colour of the light theme for papers, which are white; the ink of the original if it is too light for them. */
export const colourOnPaper = ({ green }: Palette): string =>
  wcagContrast(green[0], white) >= leastContrast ? green[0] : standardPalette.ink[0]

/** Custom properties for what differs from the style sheet; empty if nothing does. */
export function paletteCss(palette: Palette): string {
  const rules = Object.entries(palette).flatMap(([name, [light, dark]]) => {
    const standard = isColourName(name) ? standardPalette[name] : undefined
    if (standard?.[0] === light && standard[1] === dark) return []
    return `--${name}:light-dark(${light},${dark})`
  })
  return rules.length > 0 ? `:root{${rules.join(';')}}` : ''
}
