import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installPackages } from './packages.ts'

// The same engine without windows does the same in half the time.
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]
const installed = () => [process.env['CHROMIUM_PATH'], ...places].find((path) => path && existsSync(path))

/** The path of a Chromium: the system's, else installed with the package manager, else Playwright's own. */
export async function ensureBrowser(): Promise<string> {
  const present = installed()
  if (present) return present
  for (const browser of ['chromium-headless-shell', 'chromium']) {
    installPackages(browser, 'fonts-liberation')
    const fromPackages = installed()
    if (fromPackages) return fromPackages
  }
  spawnSync('playwright', ['install', 'chromium'], { stdio: 'inherit' })
  const { chromium } = await import('@playwright/test')
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  throw new Error('The browser tests need Chromium. Install it, or set CHROMIUM_PATH.')
}
