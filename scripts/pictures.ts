// Takes pictures of all screens in six sizes and two themes, and puts those of each screen on one contact sheet below
// build/pictures. `npm run pictures -- /account` takes only the screens whose name contains this text.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBrowser } from './browser.ts'

const folder = join(new URL('..', import.meta.url).pathname, 'build/pictures')
const executablePath = await ensureBrowser()
await rm(folder, { recursive: true, force: true })
const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, {
    stdio: 'inherit',
    env: {
      ...process.env,
      CHROMIUM_PATH: executablePath,
      PICTURES: folder,
      PICTURES_OF: process.argv[2] ?? '',
    },
  }).status === 0

if (!run(process.execPath, 'scripts/build.ts')) process.exit(1)
const complete = run('playwright', 'test')

const screens = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()
const byWidth = (a: string, b: string) => Number.parseInt(a) - Number.parseInt(b)
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function sheetOf(screen: string) {
  const files = readdirSync(join(folder, screen)).sort(byWidth)
  const row = (theme: string) =>
    files
      .filter((file) => file.endsWith(`-${theme}.png`))
      .map(
        (file) =>
          `<figure><img src="${encodeURI(`${screen}/${file}`)}"><figcaption>${file}</figcaption></figure>`,
      )
      .join('')
  return `<section><h2>${escaped(screen)}</h2><div>${row('light')}</div><div>${row('dark')}</div></section>`
}

const style = `body { margin: 16px; width: 1960px; font: 16px sans-serif }
div { display: flex; align-items: start; gap: 12px; margin-bottom: 12px }
figure { margin: 0 } img { display: block; width: 317px; max-height: 900px; object-fit: cover; object-position: top; border: 1px solid #999 }`
const pageOf = (content: string) => `<!doctype html><meta charset="utf-8"><style>${style}</style>${content}`

const { chromium } = await import('@playwright/test')
const browser = await chromium.launch({ executablePath })
const page = await browser.newPage({ viewport: { width: 1992, height: 800 } })
for (const screen of screens) {
  const file = join(folder, `${screen}.html`)
  await writeFile(file, pageOf(sheetOf(screen)))
  await page.goto(pathToFileURL(file).href, { waitUntil: 'load' })
  await page.screenshot({ path: join(folder, `${screen}.png`), fullPage: true })
  await rm(file)
}
await browser.close()
await writeFile(join(folder, 'index.html'), pageOf(screens.map(sheetOf).join('')))
console.log(`${screens.length} contact sheets are in build/pictures; index.html shows all of them.`)
if (!complete) process.exitCode = 1
