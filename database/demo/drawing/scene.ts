import type { Random } from '../random.ts'
import type { Animal } from './animals.ts'
import type { Hour, Houses, Palette } from './palettes.ts'
import { blend, group, rect } from './shapes.ts'
import type { View } from './views.ts'

export const [sceneWidth, sceneHeight] = [1024, 768] as const

/** What a scene is drawn from. */
export type Setting = {
  palette: Palette
  hour: Hour
  houses: Houses
  view: View
  /** Pets that are seen; the first one has the best place. */
  animals: readonly Animal[]
  random: Random
}

/** The tint of the hour over everything. */
const glow = (hour: Hour): string =>
  rect(0, 0, sceneWidth, sceneHeight, hour.tint, { opacity: hour.tintOpacity }) +
  blend('light', [0, 0, sceneWidth, sceneHeight], ['#FFF1CF', '#2B201A'], {
    fromOpacity: 0.12,
    toOpacity: 0.05,
    isAcross: true,
  })

/** Joins the parts of a scene. Half of all scenes are mirrored, which doubles their number. */
export const composed = (
  { hour, random }: Pick<Setting, 'hour' | 'random'>,
  ...parts: readonly string[]
): string =>
  (random.chance(0.5) ? group(`translate(${sceneWidth} 0) scale(-1 1)`, ...parts) : parts.join('')) +
  glow(hour)
