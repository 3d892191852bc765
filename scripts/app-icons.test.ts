import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { paths } from '#web/paths.ts'
import { drawIcons } from './app-icons.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const manifest = z
  .object({
    name: z.string().min(1),
    short_name: z.string().min(1).max(12),
    id: z.string(),
    scope: z.literal('/'),
    start_url: z.string().startsWith('/'),
    display: z.literal('standalone'),
    theme_color: z.string(),
    background_color: z.string(),
    icons: z.array(z.object({ src: z.string(), sizes: z.string(), purpose: z.string().optional() })),
    shortcuts: z.array(z.object({ name: z.string(), url: z.string() })),
  })
  .parse(JSON.parse(read('public/manifest.webmanifest')))

test('the manifest has what browsers require before they offer to install', () => {
  expect(manifest.icons).toContainEqual(expect.objectContaining({ sizes: '192x192' }))
  expect(manifest.icons).toContainEqual(expect.objectContaining({ sizes: '512x512' }))
  expect(manifest.icons).toContainEqual(expect.objectContaining({ sizes: '512x512', purpose: 'maskable' }))
})

test('the icons of the manifest and of Apple devices are drawn in the size that is declared', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sitwell-icons-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await drawIcons(folder)
  const [, appleSource, appleSizes] =
    /rel: 'apple-touch-icon', href: '([^']+)', sizes: '([^']+)'/.exec(read('web/root.tsx')) ?? []
  const declared = [
    ...manifest.icons.filter(({ sizes }) => sizes !== 'any'),
    { src: appleSource ?? '', sizes: appleSizes },
  ]
  for (const { src, sizes } of declared) {
    const { width, height } = await sharp(join(folder, basename(src))).metadata()
    expect(`${width}x${height}`, src).toBe(sizes)
  }
})

test('the shortcuts lead to Today, Search and Messages', () => {
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual([paths.today(), paths.sitters(), paths.messages()])
})
