// Takes a picture of every screen in six sizes and two themes; `npm run pictures` puts them on contact sheets.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type Page, test } from '@playwright/test'
import { type Person, signInHere, withoutStream } from './people.ts'
import { accountPages, operatorPages, pathOf, publicPages, type Where } from './screens.ts'
import { open, sharedFixture } from './shared-fixture.ts'

test.describe.configure({ mode: 'parallel' })

const folder = process.env['PICTURES'] ?? 'build/pictures'
const only = process.env['PICTURES_OF'] ?? ''

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

type Visitor = 'nobody' | 'owner' | 'sitter' | 'operator' | 'fixture'
type Credentials = Pick<Person, 'email' | 'password'>
const demo = (name: string): Credentials => ({
  email: `${name}@demo.example`,
  password: 'sitwell-demo-2026',
})
const credentialsOf: Record<Exclude<Visitor, 'nobody'>, () => Promise<Credentials> | Credentials> = {
  owner: () => demo('olga'),
  sitter: () => demo('sam'),
  operator: () => demo('ada'),
  fixture: async () => (await sharedFixture()).owner,
}

const screens: { where: Where; visitor: Visitor }[] = [
  ...Object.values(publicPages)
    .flat()
    .map((where) => ({ where, visitor: 'nobody' as const })),
  ...Object.entries(accountPages).flatMap(([which, pages]) =>
    pages.map((where) => ({
      where,
      visitor: !where.startsWith('/')
        ? ('fixture' as const)
        : which === 'of a sitter'
          ? ('sitter' as const)
          : ('owner' as const),
    })),
  ),
  ...Object.values(operatorPages)
    .flat()
    .map((where) => ({ where, visitor: 'operator' as const })),
]

type State = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>
const states = new Map<Visitor, Promise<State>>()

/** Signs each visitor in once per worker. */
function stateOf(browser: Browser, baseURL: string, visitor: Exclude<Visitor, 'nobody'>) {
  const signIn = async () => {
    const context = await browser.newContext({ baseURL })
    await signInHere(await context.newPage(), await credentialsOf[visitor]())
    const state = await context.storageState({ indexedDB: true })
    await context.close()
    return state
  }
  const state = states.get(visitor) ?? signIn()
  states.set(visitor, state)
  return state
}

async function photograph(page: Page, file: string) {
  const { width, height } = page.viewportSize()!
  await page.screenshot({
    path: file,
    fullPage: true,
    animations: 'disabled',
    // The whole of a long page is drawn before it is cut.
    timeout: 120_000,
    clip: { x: 0, y: 0, width, height: height * mostScreens },
  })
}

for (const { where, visitor } of screens.filter(({ where }) => where.includes(only)))
  test(`pictures of ${where}`, async ({ browser, baseURL }) => {
    const made = await sharedFixture()
    const into = join(folder, `${visitor} ${where.replaceAll(/[^\w.-]+/g, '_')}`)
    mkdirSync(into, { recursive: true })
    const state = visitor === 'nobody' ? undefined : await stateOf(browser, baseURL!, visitor)
    for (const size of sizes) {
      const { width, height, ...device } = size
      const context = await browser.newContext({
        ...device,
        viewport: { width, height },
        baseURL: baseURL!,
        locale: 'en-GB',
        timezoneId: 'Europe/Lisbon',
        reducedMotion: 'reduce',
        ...(state && { storageState: state }),
      })
      const page = await context.newPage()
      await withoutStream(page)
      await open(page, pathOf(where, made))
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme })
        await photograph(page, join(into, `${width}-${theme}.png`))
      }
      await context.close()
    }
  })
