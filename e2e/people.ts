import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { addDays } from '#server/kernel/day.ts'
import { inDatabase } from './time.ts'

const base = () => process.env['BASE_URL']!
const key = 'sitwell-public-key'

export type Person = {
  name: string
  email: string
  password: string
  uid: string
  token: string
  accountId: string
}

async function call<T>(method: string, path: string, body: unknown, token?: string): Promise<T> {
  const response = await fetch(`${base()}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(method === 'POST' ? { 'idempotency-key': randomBytes(12).toString('hex') } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as T
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

/** The API as a signed-in person. */
export const as = (person: Person) => ({
  get: <T>(path: string) => call<T>('GET', path, undefined, person.token),
  post: <T>(path: string, body: unknown) => call<T>('POST', path, body, person.token),
  put: <T>(path: string, body: unknown) => call<T>('PUT', path, body, person.token),
})

/** Signs up over the same calls as the browser does. */
export async function signUp(name: string, inviteCode?: string): Promise<Person> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}.${randomBytes(5).toString('hex')}@example.org`
  const password = `correct-horse-${randomBytes(4).toString('hex')}`
  const { idToken, localId } = await call<{ idToken: string; localId: string }>(
    'POST',
    `/identity/v1/accounts:signUp?key=${key}`,
    { email, password, returnSecureToken: true },
  )
  const account = await call<{ id: string }>(
    'POST',
    '/v1/accounts',
    {
      name,
      email,
      phoneNumber: null,
      location: null,
      externalUserId: localId,
      ...(inviteCode && { inviteCode }),
    },
    idToken,
  )
  return { name, email, password, uid: localId, token: idToken, accountId: account.id }
}

/** Makes the account one that runs the site, as the command line does. */
export const makeOperator = ({ accountId }: Person) =>
  inDatabase((client) => client.query(`update account set roles = '{operator}' where id = $1`, [accountId]))

type Town = { id: number; name: string }

export async function findTown(words: string): Promise<Town> {
  const { items } = await call<{ items: Town[] }>(
    'GET',
    `/v1/places?q=${encodeURIComponent(words)}`,
    undefined,
  )
  return items[0]!
}

const boarding = {
  service: 'boarding',
  rates: { base: 30_00, extraPet: 12_00, holidayExtra: 5_00 },
  capacity: 1,
  maxPets: 1,
  policy: 'moderate',
}

/** A published sitter, with one place for boarding unless other services are given. */
export async function becomeSitter(
  person: Person,
  placeId: number,
  headline: string,
  services: readonly object[] = [boarding],
): Promise<{ id: string }> {
  return as(person).post('/v1/sitters', {
    headline,
    bio: 'A quiet house at the edge of town with a fenced garden, and somebody at home all day.',
    placeId,
    status: 'published',
    services,
  })
}

/** A grown cat, which any sitter of these tests takes. */
export const addCat = (person: Person, name: string): Promise<{ id: string }> =>
  as(person).post('/v1/pets', { name, species: 'cat', birthOn: '2020-05-01', weightKg: 4 })

/** Waits until a new sitter can be found in the town, as anybody would search. */
export async function untilFound(sitter: { id: string }, placeId: number): Promise<void> {
  await expect
    .poll(async () => {
      const { items } = await call<{ items: { id: string }[] }>(
        'GET',
        `/v1/sitters?place=${placeId}&limit=100`,
        undefined,
      )
      return items.map(({ id }) => id)
    })
    .toContain(sitter.id)
}

/** A name nobody else has, so that tests can run side by side. */
export const unique = (name: string): string => `${name} ${letters(6)}`
const letters = (count: number) =>
  [...randomBytes(count)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')

/** Signs in through the form, and waits until the page after it is there. */
export async function signInHere(page: Page, { email, password }: Person, next = '/account'): Promise<void> {
  await page.goto(`/auth/sign-in?next=${encodeURIComponent(next)}`)
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => `${url.pathname}${url.search}` === next)
  await expect(page.locator('#main h1')).toBeVisible()
}

/**
 * The live stream is answered as by a server that is full for now: the page hears nothing by itself, and its network can
 * come to rest, which one with an open stream never does.
 */
export const withoutStream = (page: Page) =>
  page.route('**/v1/events', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: `event: end\ndata: ${JSON.stringify({ why: 'full', waitMs: 600_000 })}\n\n`,
    }),
  )

/** Waits until the code of the page runs. Only that code sets this mark: everything else may stand in the HTML already. */
export const isComplete = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-ready', 'yes')

/** The newest mail to somebody (about something), once it is in the mailbox of the instance. */
export async function mailTo(
  email: string,
  about = /./,
): Promise<{ id: string; subject: string; text: string }> {
  type Item = { id: string; recipient: string; subject: string; text_body: string }
  const find = async () => {
    const { items } = await call<{ items: Item[] }>('GET', '/dev/mailbox.json', undefined)
    return items.find(({ recipient, subject }) => recipient === email && about.test(subject))
  }
  await expect.poll(find).toBeDefined()
  const { id, subject, text_body: text } = (await find())!
  return { id, subject, text }
}

/** A calendar day so many days from the day on which the run began, also when midnight has passed meanwhile. */
export const dayFromToday = (days: number): string => addDays(process.env['TODAY']!, days)
