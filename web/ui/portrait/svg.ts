import { drawPortrait, type PortraitSeed } from '#web/ui/portrait/draw.ts'
import type { Shape } from '#web/ui/portrait/shapes.ts'
import type { PortraitFit } from '#web/ui/portrait/url.ts'

export const markup = ([tag, attributes]: Shape) =>
  `<${tag} ${Object.entries(attributes)
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${value}"`)
    .join(' ')}/>`

const aspects: Record<PortraitFit, string> = { whole: 'xMidYMax meet', fill: 'xMidYMid slice' }

/** Renders the portrait as a stand-alone SVG. No text of the seed is copied into it, so nothing needs escaping. */
export function portraitSvg(seed: PortraitSeed, fit: PortraitFit = 'whole') {
  const { ground, shapes } = drawPortrait(seed)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 180" preserveAspectRatio="${aspects[fit]}" style="background:${ground}">${shapes.map(markup).join('')}</svg>`
}
