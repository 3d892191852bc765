import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { serveBuiltFiles } from '#server/pages/built-files.ts'

/** Serves a build with a top-level file, a compressed asset, and the marker of the latest build. */
async function served() {
  const folder = mkdtempSync(join(tmpdir(), 'sitwell-built-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, 'builds/meta'), { recursive: true })
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
  writeFileSync(join(folder, 'assets/page-1.js'), 'plain')
  writeFileSync(join(folder, 'assets/page-1.js.br'), 'squeezed')
  writeFileSync(join(folder, 'builds/meta/1.json'), '{}')
  const app = fastify()
  onTestFinished(() => app.close())
  await app.register(async (scope) => {
    await serveBuiltFiles(scope, folder)
    scope.all('/*', (_, reply) => reply.send('a page'))
  })
  return (url: string, encoding = 'identity') => app.inject({ url, headers: { 'accept-encoding': encoding } })
}

const lasting = 'public, max-age=31536000, immutable'
const checked = 'public, max-age=0, must-revalidate'

test('assets are served as immutable and precompressed; other files must be revalidated', async () => {
  const get = await served()
  const plain = await get('/assets/page-1.js')
  expect([plain.body, plain.headers['cache-control']]).toEqual(['plain', lasting])
  const small = await get('/assets/page-1.js', 'br')
  expect([small.body, small.headers['content-encoding']]).toEqual(['squeezed', 'br'])
  for (const path of ['/favicon.svg', '/builds/meta/1.json']) {
    const { statusCode, headers } = await get(path)
    expect([path, statusCode, headers['cache-control']]).toEqual([path, 200, checked])
  }
})

test('a missing file returns an uncached 4xx instead of a page', async () => {
  const get = await served()
  for (const path of [
    '/assets/page-0.js',
    '/assets/',
    '/builds/meta',
    '/assets/..%2Ffavicon.svg',
    '/assets/%00',
  ]) {
    const { statusCode, headers, body } = await get(path)
    expect([path, statusCode >= 400 && statusCode < 500]).toEqual([path, true])
    expect(headers['cache-control'] ?? 'no-store').toBe('no-store')
    expect(body).not.toBe('a page')
  }
  expect((await get('/sitters')).body).toBe('a page')
})
