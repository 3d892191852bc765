import { defineConfig } from '@playwright/test'

const flags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
]
/** Maps are drawn without a graphics card; every other page would be drawn that way, too, and far slower. */
const drawing = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader']
const launchWith = (args: string[]) => ({
  args,
  ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
})

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  globalSetup: './e2e/setup.ts',
  // Generous, for slow and busy machines: a test waits for what is seen, never for time.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // They wait for pages more than they work: three leave a quarter of two cores idle.
  workers: 4,
  retries: 0,
  reporter: [['list'], ['./e2e/brief-reporter.ts']],
  use: {
    // Set by the global setup before a worker reads this.
    baseURL: process.env['BASE_URL'],
    launchOptions: launchWith(flags),
    actionTimeout: 30_000,
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
    // A trace of every test costs a quarter of the run; `--trace on` makes them when one is looked for.
    screenshot: 'only-on-failure',
  },
  // What takes longest begins first, so that no worker idles at the end.
  projects: [
    {
      name: 'phone',
      fullyParallel: true,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
      testMatch: ['journey.e2e.ts', 'layout.e2e.ts', 'search.e2e.ts', 'fits.e2e.ts'],
    },
    {
      name: 'map',
      use: { viewport: { width: 1280, height: 900 }, launchOptions: launchWith([...flags, ...drawing]) },
      testMatch: 'map.e2e.ts',
    },
    {
      name: 'desktop',
      use: { viewport: { width: 1280, height: 900 } },
      testIgnore: ['map.e2e.ts', 'fits.e2e.ts'],
    },
  ],
})
