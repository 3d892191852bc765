import { defineConfig } from '@playwright/test'

const flags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
]
/** The code of these pages runs too briefly to repay its optimisation. */
const unoptimised = '--js-flags=--no-maglev --no-turbofan'
/** Draws maps in software without a GPU; not used for other pages, because it is far slower. */
const drawing = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader']
/** The files of the projects for other devices, whose tests mean nothing on a large desktop. */
const otherDevices = [
  'map.e2e.ts',
  'fits.e2e.ts',
  'taps.e2e.ts',
  'card-photos.e2e.ts',
  'laptop.e2e.ts',
  'first-touch.e2e.ts',
  'pictures*.e2e.ts',
]
const launchWith = (args: string[]) => ({
  args,
  ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
})

/** Set by `npm run pictures`, which takes pictures of all screens instead of testing them. */
const takesPictures = process.env['PICTURES'] !== undefined

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  globalSetup: './e2e/setup.ts',
  // Generous, for slow and busy machines; tests wait for visible conditions, never for a fixed time.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // Workers wait for pages more than they compute: three leave a quarter of two cores idle.
  workers: 4,
  retries: 0,
  reporter: [['list'], ['./e2e/brief-reporter.ts']],
  use: {
    // Set by the global setup before a worker reads this.
    baseURL: process.env['BASE_URL'],
    launchOptions: launchWith([...flags, unoptimised]),
    actionTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
    // A trace of every test costs a quarter of the run; use `--trace on` when one is needed.
    screenshot: 'only-on-failure',
  },
  // The slowest projects start first, so that no worker is idle at the end.
  projects: takesPictures
    ? [{ name: 'pictures', testMatch: 'pictures*.e2e.ts' }]
    : [
        {
          name: 'phone',
          fullyParallel: true,
          use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
          testMatch: [
            'journey.e2e.ts',
            'layout.e2e.ts',
            'search.e2e.ts',
            'fits.e2e.ts',
            'taps.e2e.ts',
            'card-photos.e2e.ts',
          ],
        },
        {
          name: 'map',
          use: { viewport: { width: 1280, height: 900 }, launchOptions: launchWith([...flags, ...drawing]) },
          testMatch: 'map.e2e.ts',
        },
        {
          name: 'desktop',
          use: { viewport: { width: 1280, height: 900 } },
          testIgnore: otherDevices,
        },
        {
          // Scrollbars take their width from the page, as with a mouse on most computers.
          name: 'laptop',
          use: {
            viewport: { width: 1366, height: 768 },
            launchOptions: {
              ...launchWith([...flags, unoptimised]),
              ignoreDefaultArgs: ['--hide-scrollbars'],
            },
          },
          testMatch: 'laptop.e2e.ts',
        },
        {
          // Each test begins with the gesture that it is about: an earlier one would already load the deferred code.
          name: 'touch',
          use: { viewport: { width: 1024, height: 768 }, hasTouch: true },
          testMatch: 'first-touch.e2e.ts',
        },
      ],
})
