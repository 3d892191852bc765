import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

// The same engine without windows does the same in half the time.
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]
const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends']
const installed = () => [process.env['CHROMIUM_PATH'], ...places].find((path) => path && existsSync(path))

/** The path of a Chromium: the system's, else installed with the package manager, else Playwright's own. */
export async function ensureBrowser(): Promise<string> {
  const present = installed()
  if (present) return present
  const isRoot = process.getuid?.() === 0
  const withRights = (args: string[]) => (isRoot ? args : ['sudo', '-n', ...args])
  const run = (args: string[]) => spawnSync(args[0]!, args.slice(1), { stdio: 'inherit' }).status === 0
  if (existsSync('/usr/bin/apt-get')) {
    run(withRights(['apt-get', 'update', '-qq']))
    for (const browser of ['chromium-headless-shell', 'chromium']) {
      run(withRights([...install, browser, 'fonts-liberation']))
      const fromPackages = installed()
      if (fromPackages) return fromPackages
    }
  }
  run(['playwright', 'install', 'chromium'])
  const { chromium } = await import('@playwright/test')
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  throw new Error('The browser tests need Chromium. Install it, or set CHROMIUM_PATH.')
}
