import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { canBuildDocs, type DocsSite, serveDocs } from '#server/development/docs.ts'

const script = 'document.documentElement.classList.add("dark")'
const built = `<!doctype html><script type="module" src="/docs/assets/app.js"></script><script id="dark">${script}</script><p>Rules</p>`

async function serve(build: DocsSite['build']) {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), built)
  writeFileSync(join(folder, '404.html'), '<p>Nothing is here</p>')
  writeFileSync(join(folder, 'assets/app.js'), 'export {}')
  const app = fastify()
  await serveDocs(app, { folder, build })
  onTestFinished(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })
  return (url: string) => app.inject({ method: 'GET', url })
}

test('the documentation is served with a policy that allows its own inline scripts by their hashes', async () => {
  const get = await serve(async () => {})
  const page = await get('/docs/')
  expect([page.statusCode, page.body]).toEqual([200, built])
  const policy = String(page.headers['content-security-policy'])
  const hash = createHash('sha256').update(script).digest('base64')
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(/script-src[^;]*unsafe/.test(policy)).toBe(false)
  expect((await get('/docs')).headers.location).toBe('/docs/')
  expect((await get('/docs/assets/app.js')).headers['content-type']).toMatch(/javascript/)
})

test('a page that does not exist, and a path that leaves the folder, return 404', async () => {
  const get = await serve(async () => {})
  for (const url of ['/docs/nowhere.html', '/docs/%2e%2e/secret.html', '/docs/..%2fsecret.html'])
    expect([url, (await get(url)).statusCode]).toEqual([url, 404])
  expect((await get('/docs/assets/nowhere.js')).statusCode).toBe(404)
})

test('while the documentation is being built, a page says so and loads again', async () => {
  let finish = () => {}
  let builds = 0
  const get = await serve(() => {
    builds++
    return new Promise((resolve) => (finish = resolve))
  })
  const first = await get('/docs/')
  expect([first.statusCode, first.headers['retry-after']]).toEqual([503, '2'])
  expect(first.body).toContain('http-equiv="refresh"')
  finish()
  expect((await get('/docs/')).statusCode).toBe(200)
  expect(builds).toBe(1)
})

test('a failed build is shown with its reason, and the next request tries again', async () => {
  let isBroken = true
  const get = await serve(async () => {
    if (isBroken) throw new Error('Found dead link /nowhere in file docs/rules.md')
  })
  const refused = await get('/docs/')
  expect(refused.statusCode).toBe(500)
  expect(refused.body).toContain('dead link /nowhere')
  isBroken = false
  expect((await get('/docs/')).statusCode).toBe(200)
})

test('a checkout can build the documentation, and a release, which has no script for it, cannot', () => {
  expect(canBuildDocs()).toBe(true)
  expect(canBuildDocs(join(tmpdir(), 'no-checkout'))).toBe(false)
})
