// Takes a picture of every screen in six sizes and two themes; `npm run pictures` puts them on contact sheets.
import { type Browser, type Page, test } from '@playwright/test'
import { inEachSize, isWanted, photograph } from './pictures.ts'
import { type Person, signInHere, withoutStream } from './people.ts'
import { accountPages, operatorPages, pathOf, publicPages, type Where } from './screens.ts'
import { sharedFixture } from './shared-fixture.ts'

test.describe.configure({ mode: 'parallel' })

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

for (const { where, visitor } of screens.filter(({ where }) => isWanted(where)))
  test(`pictures of ${where}`, async ({ browser, baseURL }) => {
    const made = await sharedFixture()
    const state = visitor === 'nobody' ? undefined : await stateOf(browser, baseURL!, visitor)
    await inEachSize(
      browser,
      { baseURL: baseURL!, ...(state && { storageState: state }) },
      async (context) => {
        const page = await context.newPage()
        await withoutStream(page)
        await photograph(page, pathOf(where, made), visitor, where)
      },
    )
  })
