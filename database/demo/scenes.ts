import sharp from 'sharp'
import { drawPortrait, type PortraitSeed } from '#web/ui/portrait/draw.ts'
import { markup } from '#web/ui/portrait/svg.ts'

export type Scene = 'garden' | 'room' | 'shore'

const size = { width: 1024, height: 768 }

const rect = (x: number, y: number, width: number, height: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`
const round = (cx: number, cy: number, rx: number, ry: number, fill: string) =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}"/>`

const pickets = Array.from({ length: 18 }, (_, index) => rect(index * 60, 400, 22, 120, '#f4efe6')).join('')

/** Background of each scene. */
const backgrounds: Record<Scene, string> = {
  garden: [
    rect(0, 0, 1024, 768, '#cfe6ee'),
    round(830, 130, 62, 62, '#fbe3a4'),
    round(220, 520, 460, 200, '#9cc59a'),
    round(840, 540, 520, 210, '#86b48a'),
    pickets,
    rect(0, 440, 1024, 14, '#f4efe6'),
    rect(0, 505, 1024, 263, '#6fa173'),
  ].join(''),
  room: [
    rect(0, 0, 1024, 768, '#f1e2cd'),
    rect(90, 90, 240, 280, '#ffffff'),
    rect(104, 104, 100, 120, '#bfe0ec'),
    rect(216, 104, 100, 120, '#bfe0ec'),
    rect(104, 236, 100, 120, '#cfe9d3'),
    rect(216, 236, 100, 120, '#cfe9d3'),
    rect(700, 250, 12, 330, '#6b5a45'),
    '<path d="M640 250h132l-34-100h-64z" fill="#e7b85f"/>',
    rect(0, 560, 1024, 208, '#c69f74'),
    round(512, 690, 430, 70, '#8fb7a4'),
  ].join(''),
  shore: [
    rect(0, 0, 1024, 768, '#dcecf3'),
    round(180, 150, 54, 54, '#fbe3a4'),
    rect(0, 330, 1024, 160, '#6fa9bd'),
    rect(0, 372, 1024, 8, '#a8cdd9'),
    rect(0, 426, 1024, 8, '#a8cdd9'),
    round(512, 740, 820, 280, '#ecd9ae'),
  ].join(''),
}

/** Draws an animal in a scene, as a JPEG that a camera might produce. */
export function renderScene(seed: PortraitSeed, scene: Scene): Promise<Buffer> {
  const { shapes } = drawPortrait(seed)
  const animal = `<svg x="232" y="228" width="600" height="540" viewBox="0 0 200 180">${shapes.map(markup).join('')}</svg>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${backgrounds[scene]}${animal}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 84 }).toBuffer()
}
