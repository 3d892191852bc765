import { readFileSync } from 'node:fs'
import fastify from 'fastify'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { type Palette, paletteOf, standardPalette } from '#contract/palette.ts'
import { appManifest } from '#server/pages/app-manifest.ts'
import { serveSiteIcons, siteIcons } from '#server/pages/site-icons.ts'
import { paths } from '#web/paths.ts'

const root = readFileSync(new URL('../../web/root.tsx', import.meta.url), 'utf8')
const manifest = appManifest({ name: 'Pawtown', palette: standardPalette })

test('the manifest has what browsers require before they offer to install', () => {
  expect(manifest.icons).toContainEqual(expect.objectContaining({ sizes: '192x192' }))
  expect(manifest.icons).toContainEqual(expect.objectContaining({ sizes: '512x512' }))
  expect(manifest.icons).toContainEqual(expect.objectContaining({ sizes: '512x512', purpose: 'maskable' }))
})

/** A logo twice as wide as it is high: blue, without any room around it. */
const logo = () =>
  sharp({ create: { width: 400, height: 200, channels: 3, background: '#0000ff' } })
    .webp({ lossless: true })
    .toBuffer()

async function served(
  site: Parameters<typeof serveSiteIcons>[1],
  readLogo: Parameters<typeof serveSiteIcons>[2] = async () => null,
) {
  const app = fastify()
  onTestFinished(() => app.close())
  serveSiteIcons(app, site, readLogo)
  return (url: string, headers = {}) => app.inject({ url, headers })
}

test('the icons of the manifest and of Apple devices have the size that is declared', async () => {
  const get = await served({ palette: standardPalette, lookVersion: 0 })
  const [, appleSource, appleSizes] =
    /rel: 'apple-touch-icon', href: '([^']+)', sizes: '([^']+)'/.exec(root) ?? []
  const declared = [
    ...manifest.icons.filter(({ sizes }) => sizes !== 'any'),
    { src: appleSource ?? '', sizes: appleSizes },
  ]
  for (const { src, sizes } of declared) {
    const { width, height } = await sharp((await get(src)).rawPayload).metadata()
    expect(`${width}x${height}`, src).toBe(sizes)
  }
})

test('after a change of the look, the icons have its colours and another version', async () => {
  const site = { palette: standardPalette as Palette, lookVersion: 0 }
  const get = await served(site)
  const paths = ['/favicon.svg', ...Object.keys(siteIcons).map((file) => `/icons/${file}`)]
  const before = await Promise.all(paths.map((path) => get(path)))
  for (const [index, path] of paths.entries()) {
    const known = { 'if-none-match': `${before[index]!.headers.etag}` }
    expect([path, (await get(path, known)).statusCode]).toEqual([path, 304])
  }
  Object.assign(site, { palette: paletteOf({ main: '#7a1f5c', accent: null, custom: '' }), lookVersion: 1 })
  for (const [index, path] of paths.entries()) {
    const { statusCode, rawPayload } = await get(path, { 'if-none-match': `${before[index]!.headers.etag}` })
    expect([path, statusCode]).toEqual([path, 200])
    const { data } = await sharp(rawPayload).resize(180, 180).raw().toBuffer({ resolveWithObject: true })
    // Near the top, in the middle: part of the ground in every icon.
    expect([path, [...data.subarray((10 * 180 + 90) * (data.length / 180 / 180)).subarray(0, 3)]]).toEqual([
      path,
      [0x7a, 0x1f, 0x5c],
    ])
  }
})

test('a logo of the operator is contained in every icon, on white, with room for devices that crop it', async () => {
  const get = await served({ palette: standardPalette, lookVersion: 1 }, logo)
  for (const path of ['/favicon.svg', ...Object.keys(siteIcons).map((file) => `/icons/${file}`)]) {
    const { data, info } = await sharp((await get(path)).rawPayload)
      .resize(100, 100, { kernel: 'nearest' })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)]
    expect([path, at(50, 50), at(50, 15)]).toEqual([path, [0, 0, 255], [255, 255, 255]])
    // Phones crop maskable icons to a circle of four fifths.
    const isMaskable = /maskable|apple/.test(path)
    expect([path, at(isMaskable ? 15 : 4, 50), at(24, 50)]).toEqual([path, [255, 255, 255], [0, 0, 255]])
  }
})

test('mails get the logo as PNG in its own shape, and once it is removed the drawn one at the same address', async () => {
  const site = { palette: standardPalette, lookVersion: 1 }
  let present = true
  const get = await served(site, async () => (present ? logo() : null))
  const sizeOf = async () => {
    const { format, width, height } = await sharp((await get('/icons/logo.png')).rawPayload).metadata()
    return { format, width, height }
  }
  expect(await sizeOf()).toEqual({ format: 'png', width: 160, height: 80 })
  present = false
  site.lookVersion = 2
  expect(await sizeOf()).toEqual({ format: 'png', width: 80, height: 80 })
})

test('the shortcuts lead to Today, Search and Messages', () => {
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual([paths.today(), paths.sitters(), paths.messages()])
})
