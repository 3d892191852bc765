import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { z } from 'zod'
import { Account } from '#contract/accounts.ts'
import { Booking, Quote } from '#contract/bookings/bookings.ts'
import { Pet } from '#contract/pets.ts'
import { type Place, searchPlaces } from '#contract/places.ts'
import { searchSitters } from '#contract/search/search.ts'
import { Sitter } from '#contract/sitters/sitters.ts'
import { addDays } from '#server/kernel/day.ts'
import type { Role } from '#contract/staff/codes.ts'
import { storeSession } from './browser-session.ts'
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

async function call(method: string, path: string, body?: unknown, token?: string): Promise<unknown> {
  const response = await fetch(`${base()}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(method === 'POST' ? { 'idempotency-key': randomBytes(12).toString('hex') } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

type Calls<T> = {
  get: (path: string) => Promise<T>
  post: (path: string, body: unknown) => Promise<T>
  put: (path: string, body: unknown) => Promise<T>
}

/** Calls the API as a signed-in person; the answers are parsed with the schema, if one is given. */
export function as(person: Person): Calls<unknown>
export function as<T>(person: Person, answer: z.ZodType<T>): Calls<T>
export function as({ token }: Person, answer: z.ZodType = z.unknown()): Calls<unknown> {
  const request = async (method: string, path: string, body?: unknown) =>
    answer.parse(await call(method, path, body, token))
  return {
    get: (path) => request('GET', path),
    post: (path, body) => request('POST', path, body),
    put: (path, body) => request('PUT', path, body),
  }
}

/** What the sign-in service answers to a sign-up or a sign-in. */
export const SignedIn = z.object({ idToken: z.string(), localId: z.string() })

/** Signs up through the same calls as the browser. */
export async function signUp(name: string, inviteCode?: string): Promise<Person> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}.${randomBytes(5).toString('hex')}@example.org`
  const password = `correct-horse-${randomBytes(4).toString('hex')}`
  const { idToken, localId } = SignedIn.parse(
    await call('POST', `/identity/v1/accounts:signUp?key=${key}`, {
      email,
      password,
      returnSecureToken: true,
    }),
  )
  const account = Account.parse(
    await call(
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
    ),
  )
  return { name, email, password, uid: localId, token: idToken, accountId: account.id }
}

/** Replaces the roles of the account. */
export const giveRoles = ({ accountId }: Person, roles: readonly Role[]) =>
  inDatabase((client) => client.query(`update account set roles = $2 where id = $1`, [accountId, [...roles]]))

/** Marks the address as proven, as the link of the mail does. */
export const proveAddress = ({ uid }: Person) =>
  inDatabase((client) => client.query(`update identity.users set email_verified = true where id = $1`, [uid]))

export const makeOperator = (person: Person) => giveRoles(person, ['operator'])

export async function findTown(words: string): Promise<Place> {
  const answer = await call('GET', `/v1/places?q=${encodeURIComponent(words)}`)
  const { items } = searchPlaces.response.parse(answer)
  return items[0]!
}

export const boarding = {
  service: 'boarding',
  // No surcharge for holidays, because days counted from today may be holidays and tests state prices.
  rates: { base: 30_00, extraPet: 12_00 },
  capacity: 1,
  maxPets: 1,
  policy: 'moderate',
}

/** Publishes a sitter, with one place for boarding unless other services are given. */
export async function becomeSitter(
  person: Person,
  placeId: number,
  headline: string,
  services: readonly object[] = [boarding],
  homeCeiling = 3,
  position?: { lat: number; lng: number },
): Promise<{ id: string }> {
  return as(person, Sitter).post('/v1/sitters', {
    homeCeiling,
    headline,
    bio: 'A quiet house at the edge of town with a fenced garden, and somebody at home all day.',
    placeId,
    ...position,
    status: 'published',
    services,
  })
}

/** An adult cat, which every sitter of these tests accepts. */
export const addCat = (person: Person, name: string): Promise<{ id: string }> =>
  as(person, Pet).post('/v1/pets', { name, species: 'cat', birthOn: '2020-05-01', weightKg: 4 })

/** Requests a booking at its present price. `draft` has the sitter, the service, the days or visits and the pets. */
export async function requestBooking(owner: Person, draft: object): Promise<Booking> {
  const { quoteHash } = await as(owner, Quote).post('/v1/bookings/calculate-cost', draft)
  return as(owner, Booking).post('/v1/bookings', { ...draft, quoteHash })
}

const sittersFoundIn = async (placeId: number): Promise<string[]> => {
  const answer = await call('GET', `/v1/sitters?place=${placeId}&limit=100`)
  return searchSitters.response.parse(answer).items.map(({ id }) => id)
}

/** Waits until an anonymous search finds the new sitter in the town. */
export const untilFound = (sitter: { id: string }, placeId: number): Promise<void> =>
  expect.poll(() => sittersFoundIn(placeId)).toContain(sitter.id)

/** Waits until an anonymous search no longer finds the sitter in the town. */
export const untilGone = (sitter: { id: string }, placeId: number): Promise<void> =>
  expect.poll(() => sittersFoundIn(placeId)).not.toContain(sitter.id)

/** A unique name, so that tests can run in parallel. */
export const unique = (name: string): string => `${name} ${randomLetters(6)}`
const randomLetters = (count: number) =>
  [...randomBytes(count)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')

/** Signs in without opening a page of the product; the next page is the first one with the session. */
export const openSession = (page: Page, { email, password }: Pick<Person, 'email' | 'password'>) =>
  storeSession(page, { email, password, key })

/** Opens a page with a new session and waits until it is hydrated. */
export async function signInHere(
  page: Page,
  person: Pick<Person, 'email' | 'password'>,
  next = '/account',
): Promise<void> {
  await openSession(page, person)
  await page.goto(next)
  await expect(page).toHaveURL(next)
  await expect(page.locator('#main h1')).toBeVisible()
  await isComplete(page)
}

/** Signs in through the form and waits for the next page; for tests about signing in and sessions. */
export async function signInByForm(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
  next = '/account',
): Promise<void> {
  await page.goto(`/auth/sign-in?next=${encodeURIComponent(next)}`)
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => `${url.pathname}${url.search}` === next)
  await expect(page.locator('#main h1')).toBeVisible()
}

/**
 * Answers the event stream like a server at its limit: the page receives no live events, and its network can become
 * idle, which is impossible with an open stream. In the page, because a route would disable the browser's cache.
 */
export const withoutStream = (page: Page) =>
  page.addInitScript(() => {
    const { fetch } = window
    const end = `event: end\ndata: ${JSON.stringify({ why: 'full', waitMs: 600_000 })}\n\n`
    window.fetch = (...request) =>
      `${request[0] instanceof Request ? request[0].url : request[0]}`.endsWith('/v1/events')
        ? Promise.resolve(new Response(end, { headers: { 'content-type': 'text/event-stream' } }))
        : fetch(...request)
  })

/** Ends the page session, so that the browser requests the data of the next account page itself. */
export const endPageSession = (page: Page) => page.context().clearCookies({ name: /^sitwell\.page/ })

/** An init script that hides all interaction from the page, because the first interaction loads more code. */
export function ignoreInteraction() {
  for (const name of ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'wheel', 'focusin'])
    window.addEventListener(name, (event) => event.stopImmediatePropagation(), true)
}

/** Waits for hydration. Only the page's script sets this mark; everything else may be in the server's HTML already. */
export const isComplete = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-ready', 'yes')

const Mailbox = z.object({
  items: z.array(
    z.object({ id: z.string(), recipient: z.string(), subject: z.string(), text_body: z.string() }),
  ),
})

/** Asks for the mail with which a forgotten password is replaced. */
export const askForNewPassword = ({ email }: Person) =>
  call('POST', `/identity/v1/accounts:sendOobCode?key=${key}`, { requestType: 'PASSWORD_RESET', email })

/** Returns the newest mail to an address (with a matching subject), once it is in the instance's mailbox. */
export async function mailTo(
  email: string,
  about = /./,
): Promise<{ id: string; subject: string; text: string }> {
  const find = async () => {
    const { items } = Mailbox.parse(await call('GET', '/dev/mailbox.json'))
    return items.find(({ recipient, subject }) => recipient === email && about.test(subject))
  }
  await expect.poll(find).toBeDefined()
  const { id, subject, text_body: text } = (await find())!
  return { id, subject, text }
}

/** The day a number of days after the start of the run, even if midnight has passed meanwhile. */
export const dayFromToday = (days: number): string => addDays(process.env['TODAY']!, days)
