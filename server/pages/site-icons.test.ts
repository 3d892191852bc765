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

async function served(site: Parameters<typeof serveSiteIcons>[1]) {
  const app = fastify()
  onTestFinished(() => app.close())
  serveSiteIcons(app, site)
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

test('the shortcuts lead to Today, Search and Messages', () => {
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual([paths.today(), paths.sitters(), paths.messages()])
})
