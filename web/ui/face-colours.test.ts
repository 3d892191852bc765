import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faceTints } from '#contract/files/codes.ts'

/** Converts OKLCH to linear sRGB (Björn Ottosson, https://bottosson.github.io/posts/oklab/), clipped to its gamut. */
function linearRgb([lightness, chroma, hue]: readonly [number, number, number]): [number, number, number] {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (value: number) => Math.min(1, Math.max(0, value))
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

/** Relative luminance (WCAG 2.2). */
const luminance = (colour: readonly [number, number, number]): number => {
  const [r, g, b] = linearRgb(colour)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

test('initials of every colour have a contrast of at least 7, in light and dark', () => {
  const css = readFileSync(new URL('components.css', import.meta.url), 'utf8')
  const rule = /\.face \{([^}]+)\}/.exec(css)![1]!
  const [, step, first] = /--hue: calc\(var\(--tint, 0\) \* (\d+) \+ (\d+)\)/.exec(rule)!
  const colours = [...rule.matchAll(/oklch\(([\d.]+) ([\d.]+) var\(--hue\)\)/g)].map(
    ([, lightness, chroma]) => [Number(lightness), Number(chroma)] as const,
  )
  const [lightGround, darkGround, lightInk, darkInk] = colours
  for (let tint = 0; tint < faceTints; tint += 1) {
    const hue = tint * Number(step) + Number(first)
    for (const [ground, ink] of [
      [lightGround!, lightInk!],
      [darkGround!, darkInk!],
    ] as const) {
      const [low, high] = [luminance([...ground, hue]), luminance([...ink, hue])].toSorted((a, b) => a - b)
      expect((high! + 0.05) / (low! + 0.05), `tint ${tint}`).toBeGreaterThan(7)
    }
  }
})
