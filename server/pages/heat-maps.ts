import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { runInNewContext } from 'node:vm'
import type { Sources } from '#server/pages/pages.ts'
import { scriptVersion } from '#web/beside/analytics.ts'

const hosts = ['https://*.hotjar.com', 'https://*.hotjar.io']

/**
 * Returns the additional policy sources when heat maps are on: the inline script that loads them, and the third party.
 */
export function heatMapSources(siteId: number): Sources {
  const hash = createHash('sha256').update(addedScript(siteId)).digest('base64')
  return {
    'script-src': [`'sha256-${hash}'`, ...hosts],
    'connect-src': [...hosts, 'wss://*.hotjar.com'],
    'style-src': hosts,
    'img-src': hosts,
    'font-src': hosts,
    'frame-src': hosts,
  }
}

/**
 * Runs the library to obtain the script that it adds to a page, so that the policy always contains its current hash.
 */
function addedScript(siteId: number): string {
  const file = createRequire(import.meta.url).resolve('@hotjar/browser')
  const script = { innerText: '' }
  const document = {
    getElementById: () => script,
    head: { appendChild: () => {} },
  }
  const exports: { default?: { init: (siteId: number, version: number) => boolean } } = {}
  runInNewContext(readFileSync(file, 'utf8'), { exports, document, window: { hj() {} }, console })
  if (!exports.default?.init(siteId, scriptVersion)) throw new Error('The heat-map library adds no script')
  return script.innerText
}
