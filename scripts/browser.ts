import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installPackages } from './packages.ts'

const headlessShell = '/usr/bin/chromium-headless-shell'
const withWindows = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]
const firstThere = (...paths: (string | undefined)[]) => paths.find((path) => path && existsSync(path))

/**
 * The path of a Chromium for the tests: the named one, else the headless shell, which does the same in half the time and
 * is therefore installed even beside a Chromium with windows, else one with windows, else Playwright's own.
 */
export async function ensureBrowser(): Promise<string> {
  const named = firstThere(process.env['CHROMIUM_PATH'], headlessShell)
  if (named) return named
  installPackages('chromium-headless-shell', 'fonts-liberation')
  const found = firstThere(headlessShell, ...withWindows)
  if (found) return found
  installPackages('chromium', 'fonts-liberation')
  const installed = firstThere(...withWindows)
  if (installed) return installed
  spawnSync('playwright', ['install', 'chromium'], { stdio: 'inherit' })
  const { chromium } = await import('@playwright/test')
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  throw new Error('The browser tests need Chromium. Install it, or set CHROMIUM_PATH.')
}
