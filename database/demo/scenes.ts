import sharp from 'sharp'
import type { Animal } from './drawing/animals.ts'
import { lawn, terrace } from './drawing/gardens.ts'
import { dayHours, cityLooks, palettes } from './drawing/palettes.ts'
import { kitchen } from './drawing/rooms.ts'
import { sceneHeight, sceneWidth, type Setting } from './drawing/scene.ts'
import { group, picture } from './drawing/shapes.ts'
import { randomOf } from './random.ts'

const scenes = { garden: lawn, room: kitchen, terrace } satisfies Record<string, (setting: Setting) => string>
export type Scene = keyof typeof scenes

/** Draws a pet close up in a scene, as a JPEG that a camera might produce. */
export function renderScene(animal: Animal, scene: Scene): Promise<Buffer> {
  const random = randomOf(`scene/${animal.id}/${scene}`)
  const setting: Setting = {
    palette: random.pick(palettes),
    hour: random.pick(dayHours),
    houses: cityLooks['lisbon']!.houses,
    view: 'trees',
    animals: [animal],
    random,
  }
  const svg = picture(
    sceneWidth,
    sceneHeight,
    group('translate(-205 -270) scale(1.4)', scenes[scene](setting)),
  )
  return sharp(Buffer.from(svg)).jpeg({ quality: 84 }).toBuffer()
}
