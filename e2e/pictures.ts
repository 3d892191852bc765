import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { open } from './shared-fixture.ts'

const folder = process.env['PICTURES'] ?? 'build/pictures'
const only = process.env['PICTURES_OF'] ?? ''

export const isWanted = (where: string): boolean => where.includes(only)

const sizes = [
  { width: 360, height: 740, hasTouch: true, isMobile: true },
  { width: 768, height: 1024, hasTouch: true },
  { width: 1024, height: 768, hasTouch: true },
  { width: 1280, height: 720 },
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
]
const themes = ['light', 'dark'] as const
/** Longer pages are cut, because nothing could be seen of them on a contact sheet. */
const mostScreens = 3

/** Runs `work` with a new browser context of each size. */
export async function inEachSize(
  browser: Browser,
  options: BrowserContextOptions,
  work: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  for (const { width, height, ...device } of sizes) {
    const context = await browser.newContext({
      ...device,
      viewport: { width, height },
      locale: 'en-GB',
      timezoneId: 'Europe/Lisbon',
      reducedMotion: 'reduce',
      ...options,
    })
    await work(context)
    await context.close()
  }
}

/** Opens a page and photographs it in both themes; `sheet` and `where` name its contact sheet. */
export async function photograph(page: Page, path: string, sheet: string, where = path): Promise<void> {
  const into = join(folder, `${sheet} ${where.replaceAll(/[^\w.-]+/g, '_')}`)
  mkdirSync(into, { recursive: true })
  const { width, height } = page.viewportSize()!
  await open(page, path)
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    await page.screenshot({
      path: join(into, `${width}-${theme}.png`),
      fullPage: true,
      animations: 'disabled',
      // The whole of a long page is drawn before it is cut.
      timeout: 120_000,
      clip: { x: 0, y: 0, width, height: height * mostScreens },
    })
  }
}
