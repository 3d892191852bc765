// Renders the installed app's icons from the favicon, so that there is a single drawing.
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'

const root = new URL('..', import.meta.url).pathname
const green = '#1F4D3F'
const iconSize = 512
/** Phones crop icons to circles and drops; the essential part must lie within four fifths. */
const safeZone = 0.72

export async function drawIcons(folder = join(root, 'build/client/icons')): Promise<void> {
  const svg = readFileSync(join(root, 'public/favicon.svg'))
  await mkdir(folder, { recursive: true })
  const at = (size: number) => sharp(svg, { density: (72 * size) / 32 }).resize(size, size)
  const write = async (name: string, image: Sharp) =>
    writeFile(join(folder, name), await image.png({ compressionLevel: 9 }).toBuffer())
  const inner = await at(Math.round(iconSize * safeZone))
    .png()
    .toBuffer()
  const canvas = { width: iconSize, height: iconSize, channels: 4 as const, background: green }
  const maskable = sharp({ create: canvas }).composite([{ input: inner }])
  await write('icon-192.png', at(192))
  await write('icon-512.png', at(iconSize))
  await write('maskable-512.png', maskable)
  await write('apple-180.png', sharp(await maskable.png().toBuffer()).resize(180, 180))
}
