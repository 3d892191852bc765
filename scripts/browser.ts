import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installPackages } from './packages.ts'

const headlessShell = '/usr/bin/chromium-headless-shell'
const fullBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]
const firstExisting = (...paths: (string | undefined)[]) => paths.find((path) => path && existsSync(path))

/**
 * Returns the path of a Chromium for the tests: the one named by CHROMIUM_PATH, else the headless shell, else a full
 * Chromium, else Playwright's own. The headless shell takes half the time, so it is installed even if a full Chromium
 * exists.
 */
export async function ensureBrowser(): Promise<string> {
  const named = firstExisting(process.env['CHROMIUM_PATH'], headlessShell)
  if (named) return named
  installPackages('chromium-headless-shell', 'fonts-liberation')
  const found = firstExisting(headlessShell, ...fullBrowsers)
  if (found) return found
  installPackages('chromium', 'fonts-liberation')
  const installed = firstExisting(...fullBrowsers)
  if (installed) return installed
  spawnSync('playwright', ['install', 'chromium'], { stdio: 'inherit' })
  const { chromium } = await import('@playwright/test')
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  throw new Error('The browser tests need Chromium. Install it, or set CHROMIUM_PATH.')
}
