// How soon pages answer presses: the time from a press to the next paint (Event Timing, as for INP) and to its result on
// the screen. Needs a running production build with the demo town, and changes its data.
// npm run bench:presses -- --url http://localhost:3000 --rounds 5 --only 'photo|palette'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { z } from 'zod'
import { ensureBrowser } from '../scripts/browser.ts'
import { openBenchmark } from './benchmark.ts'
import { median } from './measure.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    rounds: { type: 'string', default: '5' },
    password: { type: 'string', default: 'sitwell-demo-2026' },
    only: { type: 'string', default: '' },
  },
})
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('Use --rounds with a whole number from 1.')

/** Goals of both times in milliseconds. */
const goal = { answer: 100, result: 300 }
/** A result that is not there by then has failed. */
const longestMs = 15_000

/** Appears after the press: an element that matches the selector, is visible and contains the text. */
type Result = { selector: string; text: string }
type Press = {
  name: string
  who: 'nobody' | 'olga' | 'sam'
  path: string
  /** Done before the press, and not measured. */
  before?: (page: Page) => Promise<unknown>
  target: (page: Page) => Locator
  /** A key to press on the target instead of clicking it. */
  key?: string
  result: Result
  /** The raw limit that the other presses are compared with; the goals do not apply to it. */
  isLimit?: true
}

const message = 'Thank you, see you soon!'
const main = (page: Page) => page.locator('#main')
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).first()
const link = (page: Page, name: string | RegExp) => main(page).getByRole('link', { name }).first()
const priceBox = (page: Page) => page.getByRole('complementary', { name: 'Price and request' })
const dayAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const heading = (text: string): Result => ({ selector: '#main h1', text })
const option: Result = { selector: '[role="option"]', text: '' }
const dialog = (text: string): Result => ({ selector: 'dialog[open]', text })
const toast = (text: string): Result => ({ selector: '[data-sonner-toast]', text })

const openSitter: Press = {
  name: 'open a sitter from the results',
  who: 'nobody',
  path: '/sitters',
  target: (page) => main(page).locator('.sitter-card h2 a').first(),
  result: { selector: '#main h2', text: 'Reviews' },
}

const presses: Press[] = [
  {
    ...openSitter,
    name: 'the raw limit: the next without its scripts',
    before: removeScripts,
    isLimit: true,
  },
  openSitter,
  {
    name: 'type the name of a place',
    who: 'nobody',
    path: '/',
    before: (page) => page.getByLabel('Where').pressSequentially('lis'),
    target: (page) => page.getByLabel('Where'),
    key: 'b',
    result: option,
  },
  {
    name: 'open all filters',
    who: 'nobody',
    path: '/sitters',
    target: (page) => main(page).getByText('All filters', { exact: true }).first(),
    result: dialog('ilters'),
  },
  {
    name: 'keep a favourite',
    who: 'nobody',
    path: '/sitters',
    before: async (page) => {
      await page.evaluate(() => localStorage.clear())
      await open(page, '/sitters')
    },
    target: (page) => button(page, /^Keep .* as a favourite$/),
    result: { selector: '[aria-pressed="true"]', text: '' },
  },
  {
    name: 'change the dates of a price',
    who: 'nobody',
    path: '/sitters',
    before: async (page) => {
      const [start, end] = [40, 43].map(dayAhead)
      await open(page, `/sitters?service=boarding&start=${start}&end=${end}&pets=cat`)
      await openFirstSitter(page)
      await priceBox(page).getByRole('group', { name: 'When' }).hover()
    },
    target: (page) => priceBox(page).getByRole('spinbutton', { name: 'day, Pick-up' }),
    key: 'ArrowUp',
    result: { selector: 'aside [aria-live="polite"]', text: 'Total' },
  },
  {
    name: 'open a photo of a sitter',
    who: 'nobody',
    path: '/sitters',
    before: (page) => openFirstSitter(page),
    target: (page) => button(page, /photo/i),
    result: dialog(''),
  },
  {
    name: 'open the list of bookings',
    who: 'olga',
    path: '/account',
    target: (page) => page.getByRole('banner').getByRole('link', { name: 'Bookings' }),
    result: heading('Your bookings'),
  },
  {
    name: 'open a booking',
    who: 'olga',
    path: '/account/bookings',
    target: (page) => link(page, /^Boarding with/),
    result: heading('Boarding'),
  },
  {
    name: 'open a conversation',
    who: 'olga',
    path: '/account/messages',
    target: (page) => main(page).getByRole('listitem').first().getByRole('link'),
    result: { selector: 'textarea', text: '' },
  },
  {
    name: 'send a message',
    who: 'olga',
    path: '/account/messages',
    before: async (page) => {
      await main(page).getByRole('listitem').first().getByRole('link').click()
      await page.getByRole('textbox', { name: /^Message to/ }).fill(message)
    },
    target: (page) => page.getByRole('textbox', { name: /^Message to/ }),
    key: 'Enter',
    result: { selector: '[role="log"] li, #main li', text: message },
  },
  {
    name: 'save the profile',
    who: 'olga',
    path: '/account/profile',
    before: (page) => page.getByLabel('Phone number').fill(`+35191${String(Date.now()).slice(-7)}`),
    target: (page) => button(page, 'Save profile'),
    result: toast('Your profile is saved'),
  },
  {
    name: 'open the palette',
    who: 'olga',
    path: '/account',
    // The keys work as soon as the button is there.
    before: (page) => page.getByRole('button', { name: 'Find a booking, person or page' }).waitFor(),
    target: (page) => page.locator('body'),
    key: 'ControlOrMeta+K',
    result: option,
  },
  {
    name: 'switch to the sitter’s side',
    who: 'sam',
    path: '/account',
    before: async (page) => {
      await page.context().clearCookies({ name: 'sitwell.preferences' })
      await open(page, '/account')
    },
    target: (page) => page.getByRole('button', { name: 'Switch to sitter' }),
    result: heading('Today'),
  },
  {
    name: 'open the requests',
    who: 'sam',
    path: '/account/today',
    target: (page) => link(page, /^Answer \d requests/),
    result: heading('Requests'),
  },
  {
    name: 'begin to decline a request',
    who: 'sam',
    path: '/account/requests',
    target: (page) => button(page, 'Decline'),
    result: dialog('ecline'),
  },
  {
    name: 'show the next month of the calendar',
    who: 'sam',
    path: '/account/calendar',
    target: (page) => button(page, 'Next month'),
    result: { selector: '#main [aria-label="Previous month"]:not([disabled])', text: '' },
  },
  {
    name: 'close a day',
    who: 'sam',
    path: '/account/calendar',
    before: (page) => button(page, 'Next month').click(),
    target: (page) => main(page).getByRole('gridcell').nth(20),
    result: toast('Undo'),
  },
]

async function open(page: Page, path: string): Promise<void> {
  await page.goto(values.url + path, { waitUntil: 'load' })
  await page.locator('html[data-ready="yes"]').waitFor()
}

/**
 * Shows the HTML and the styles of the page without its scripts. A link replaces the body by that of the page it leads to,
 * which is what a browser of this machine needs at least.
 */
async function removeScripts(page: Page): Promise<void> {
  const html = await (await page.request.get(page.url())).text()
  await page.goto(`${values.url}/robots.txt`)
  await page.setContent(html.replaceAll(/<script\b.*?<\/script>|<link rel="modulepreload"[^>]*>/gs, ''))
  await page.evaluate(() =>
    addEventListener('click', (event) => {
      event.preventDefault()
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link)
        void fetch(link.href)
          .then((answer) => answer.text())
          .then((text) => document.body.replaceWith(new DOMParser().parseFromString(text, 'text/html').body))
    }),
  )
}

async function openFirstSitter(page: Page): Promise<void> {
  await main(page).locator('.sitter-card h2 a').first().click()
  await page.getByRole('heading', { level: 2, name: /^Reviews/ }).waitFor()
}

const Times = z.object({ answer: z.number(), result: z.number() })
type Times = z.infer<typeof Times>

/**
 * Begins to watch for the result, in the page, and stores a promise of both times in milliseconds. The answer is the
 * longest of the events of the press, from the input to the next paint, as INP counts it; events are rounded to 8 ms.
 */
function watch({ selector, text, longest }: Result & { longest: number }) {
  let pressedAt: number | undefined
  let answer = 0
  const seen = new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (
        /^(pointer|mouse|key|click|input)/.test(entry.name) &&
        !/move|over|enter|out|leave/.test(entry.name)
      )
        answer = Math.max(answer, entry.duration)
  })
  const options = { type: 'event', durationThreshold: 16 }
  seen.observe(options)
  const note = (event: Event) => (pressedAt ??= event.timeStamp)
  for (const name of ['pointerdown', 'keydown']) addEventListener(name, note, { capture: true })
  const isShown = () =>
    [...document.querySelectorAll(selector)].some(
      (element) => element.checkVisibility() && (element.textContent ?? '').includes(text),
    )
  const times = new Promise<Times>((resolve, reject) => {
    const startedAt = performance.now()
    const look = () => {
      if (performance.now() - startedAt > longest) reject(new Error(`no result ${selector} “${text}”`))
      else if (pressedAt === undefined || !isShown()) requestAnimationFrame(look)
      else {
        const result = performance.now() - pressedAt
        // The events of the press are reported only after they have been painted.
        setTimeout(() => resolve({ answer, result }), 300)
      }
    }
    look()
  })
  Object.assign(window, { sitwellPress: times })
}

async function openPage(browser: Browser, who: Press['who']): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
  if (who === 'nobody') return page
  await page.goto(`${values.url}/auth/sign-in?next=/account`)
  await page.locator('html[data-ready="yes"]').waitFor()
  await page.getByLabel('E-mail', { exact: true }).fill(`${who}@demo.example`)
  await page.getByLabel('Password', { exact: true }).fill(values.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/account')
  await page.locator('#main h1').waitFor()
  return page
}

async function measure(page: Page, { path, before, target, key, result }: Press): Promise<Times> {
  await open(page, path)
  await before?.(page)
  await target(page).waitFor()
  await page.evaluate(watch, { ...result, longest: longestMs })
  if (key) await target(page).press(key)
  else await target(page).click()
  return Times.parse(await page.evaluate(() => Reflect.get(window, 'sitwellPress')))
}

const { onEnd, runCase, end } = openBenchmark()
const browser = await chromium.launch({ executablePath: await ensureBrowser() })
onEnd(() => browser.close())
console.log(
  `\nMilliseconds, median and worst of ${rounds} presses, each on a page that was just opened; the first loads code that the others have in the cache. Goals: ${goal.answer} to the next paint, ${goal.result} to the result.\n\n| Press | first: paint | first: result | paint | result | |\n|---|---|---|---|---|---|`,
)
for (const press of presses.filter(({ name }) => new RegExp(values.only).test(name))) {
  const cells = await runCase(
    press.name,
    async () => {
      const page = await openPage(browser, press.who)
      onEnd(() => page.context().close())
      const first = await measure(page, press)
      const times: Times[] = []
      for (let round = 0; round < rounds; round++) times.push(await measure(page, press))
      const show = (of: keyof Times) => {
        const all = times.map((one) => one[of])
        return `${median(all).toFixed(0)}, ${Math.max(...all).toFixed(0)}`
      }
      const isMissed =
        !press.isLimit &&
        [first, ...times].some(({ answer, result }) => answer > goal.answer || result > goal.result)
      return `${first.answer.toFixed(0)} | ${first.result.toFixed(0)} | ${show('answer')} | ${show('result')} | ${isMissed ? 'missed' : ''}`
    },
    (reason) => `not measured: ${reason} | | | |`,
  )
  console.log(`| ${press.name} | ${cells} |`)
}
await end()
