import { expect, type Locator, type Page, test } from '@playwright/test'
import { listBookings } from '#contract/bookings/bookings.ts'
import { Pet } from '#contract/pets.ts'
import { nameOfDay } from './day-names.ts'
import {
  as,
  becomeSitter,
  dayFromToday,
  findTown,
  isComplete,
  type Person,
  requestBooking,
  signInHere,
  signUp,
  unique,
  untilFound,
} from './people.ts'

const start = dayFromToday(70)
const end = dayFromToday(73)
const typed = (day: string) => day.split('-').reverse().join('')

const mostStops = 80

/**
 * Presses Tab until the element has the focus. A field that is replaced by its rich version while focused loses the
 * focus for a moment; the next key press waits for that, as a user would.
 */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  let stops = 0
  const pressTabUnlessThere = async () => {
    const where = await target.evaluate((element, started) => {
      const { activeElement, body } = document
      if (!element.isConnected || (started && activeElement === body)) return 'changing'
      return element.contains(activeElement) ? 'there' : 'elsewhere'
    }, stops > 0)
    if (where === 'elsewhere' && stops++ < mostStops) await page.keyboard.press('Tab')
    return where
  }
  await expect.poll(pressTabUnlessThere, { intervals: [5], timeout: 20_000 }).toBe('there')
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

async function write(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** Focuses the date fields, which are replaced by their rich version while focused. */
async function reachDays(page: Page, days: Locator): Promise<void> {
  await tabTo(page, days)
  await expect(days.getByRole('spinbutton').first()).toBeFocused()
}

/** Fails the test if a pointer is used. */
const forbidMouse = (page: Page) =>
  page.addInitScript(() =>
    window.addEventListener(
      'pointerdown',
      () => {
        throw new Error('A pointer was used')
      },
      { capture: true },
    ),
  )

async function makeSitter(): Promise<{ sitting: Person; sitter: { id: string }; headline: string }> {
  const sitting = await signUp(unique('Jona'))
  const town = await findTown('Kirkwall')
  const headline = unique('A croft with hens')
  const sitter = await becomeSitter(sitting, town.id, headline)
  await untilFound(sitter, town.id)
  return { sitting, sitter, headline }
}

test('an owner can search, request a booking and withdraw it using only the keyboard', async ({ page }) => {
  await forbidMouse(page)
  const { sitting, sitter, headline } = await makeSitter()

  await page.goto('/', { waitUntil: 'networkidle' })
  await isComplete(page)
  const search = page.getByRole('search')
  await tabTo(page, search.getByLabel('Care'))
  await page.keyboard.type('Boar')
  const where = search.getByLabel('Where')
  await tabTo(page, where)
  await expect(where).toHaveRole('combobox')
  await page.keyboard.type('Kirkwall')
  await expect(page.getByRole('option').first()).toHaveAccessibleName(/^Kirkwall/)
  await expect(where).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(where).toHaveAttribute('aria-activedescendant', /./)
  await page.keyboard.press('Enter')
  await expect(where).toHaveValue('Kirkwall')
  await expect(where).toHaveAttribute('aria-expanded', 'false')
  await reachDays(page, search.getByRole('group', { name: 'When' }))
  await page.keyboard.type(typed(start))
  await tabTo(page, search.getByRole('group', { name: 'To', exact: true }))
  await page.keyboard.type(typed(end))
  const who = search.locator('summary').filter({ hasText: 'Who' })
  await press(page, who)
  await tabTo(page, search.getByLabel('Kind of pet'))
  await page.keyboard.type('Cat')
  await page.keyboard.press('Escape')
  await expect(who).toBeFocused()
  await expect(who).toContainText('1 cat')
  await press(page, search.getByRole('button', { name: 'Search' }))
  await expect(page).toHaveURL(/\/sitters\?/)
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    service: 'boarding',
    place: '2645198',
    start,
    end,
    pets: 'cat',
  })

  const card = page.getByRole('listitem').filter({ hasText: headline })
  await press(page, card.getByRole('link').first())
  await expect(page).toHaveURL(new RegExp(`/sitters/${sitter.id}`))
  await expect(page.locator('#main h1')).toBeFocused()
  const box = page.getByRole('complementary', { name: 'Price and request' })
  await expect(box).toContainText('Service fee')
  await press(page, box.getByRole('link', { name: 'Request to book' }))

  await expect(page).toHaveURL(/\/auth\/sign-up\?next=/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const name = unique('Una')
  await write(page, page.getByLabel('Your name'), name)
  await write(page, page.getByLabel('E-mail', { exact: true }), `${name.replace(' ', '.')}@example.org`)
  await write(page, page.getByLabel('Password', { exact: true }), 'seven-hens-in-the-wind')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/sitters/${sitter.id}`))

  const check = page.getByRole('dialog', { name: 'Check your request' })
  await expect(check).toContainText('needs to know a little more about your cat')
  const goOn = check.getByRole('button', { name: 'Continue' })
  await press(page, goOn)
  await expect(check.getByRole('alert')).toBeFocused()
  await write(page, check.getByLabel('Name', { exact: true }), 'Freya')
  await tabTo(page, check.getByLabel('Born'))
  await page.keyboard.type('About 2020')
  await write(page, check.getByLabel('Weight'), '4')
  await press(page, goOn)
  await expect(check).toContainText('Freya')
  await write(page, check.getByLabel(/^A few words to/), 'Freya likes quiet rooms.')
  const send = check.getByRole('button', { name: /^Send request, €/ })
  const total = (await send.textContent())!.replace('Send request, ', '')
  await press(page, send)
  await expect(page).toHaveURL(/\/account\/bookings\/[0-9a-f-]{36}\?sent=1$/)
  await expect(page.locator('#main h1')).toBeFocused()
  await expect(page.getByText(/^Your request to \w+ has been sent\. Its number is/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Price' })).toContainText(total)

  const withdraw = page.getByRole('button', { name: 'Withdraw the request' })
  await press(page, withdraw)
  const confirmDialog = page.getByRole('alertdialog', { name: 'Withdraw your request?' })
  await expect(confirmDialog.getByRole('button', { name: 'Keep the request' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(confirmDialog).toBeHidden()
  await expect(withdraw).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, confirmDialog.getByRole('button', { name: 'Withdraw the request' }))
  await expect(page.getByText('Withdrawn').first()).toBeVisible()

  const { items } = await as(sitting, listBookings.response).get(
    `/v1/accounts/${sitting.accountId}/bookings?role=sitter&scope=past`,
  )
  expect(items).toMatchObject([{ status: 'withdrawn', message: 'Freya likes quiet rooms.' }])
})

test('a sitter can accept a booking using only the keyboard', async ({ page }) => {
  await forbidMouse(page)
  const { sitting, sitter } = await makeSitter()
  const owner = await signUp(unique('Finn'))
  const pet = await as(owner, Pet).post('/v1/pets', {
    name: 'Sula',
    species: 'cat',
    birthOn: '2020-05-01',
    weightKg: 4,
  })
  const draft = { sitterId: sitter.id, service: 'boarding', startOn: start, endOn: end, petIds: [pet.id] }
  const booking = await requestBooking(owner, draft)

  await signInByKeys(page, sitting, '/account/bookings')
  await press(page, page.locator(`a[href="/account/bookings/${booking.id}"]`))
  await expect(page.locator('#main h1')).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Accept booking' }))
  await expect(page.getByText('Confirmed', { exact: true }).first()).toBeVisible()
})

async function signInByKeys(page: Page, { email, password }: Person, next: string): Promise<void> {
  await page.goto(`/auth/sign-in?next=${encodeURIComponent(next)}`, { waitUntil: 'networkidle' })
  await isComplete(page)
  await write(page, page.getByLabel('E-mail', { exact: true }), email)
  await write(page, page.getByLabel('Password', { exact: true }), password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(next)
}

const monthTitles = (page: Page) => page.getByRole('dialog').getByRole('grid')
const focusedDay = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
const moved = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
const nextMonth = (day: string) => {
  const date = new Date(`${day}T12:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + 1)
  return date.toISOString().slice(0, 10)
}

test('the calendar supports the standard keys, and Escape returns the focus', async ({ page }) => {
  const { sitter } = await makeSitter()
  const middle = `${start.slice(0, 8)}15`
  await page.goto(`/sitters/${sitter.id}?service=boarding&start=${middle}&end=${moved(middle, 3)}`, {
    waitUntil: 'networkidle',
  })
  await isComplete(page)
  const box = page.getByRole('complementary', { name: 'Price and request' })
  await reachDays(page, box.getByRole('group', { name: 'When' }))
  const opener = box.getByRole('button', { name: 'Drop-off: choose in a calendar' })
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  await expect(monthTitles(page).first()).toBeVisible()
  const weekday = (new Date(`${middle}T12:00:00Z`).getUTCDay() + 6) % 7
  const steps: [string, string][] = [
    ['ArrowRight', moved(middle, 1)],
    ['ArrowLeft', middle],
    ['ArrowDown', moved(middle, 7)],
    ['ArrowUp', middle],
    ['Home', moved(middle, -weekday)],
    ['End', moved(middle, 6 - weekday)],
    ['PageDown', nextMonth(moved(middle, 6 - weekday))],
    ['PageUp', moved(middle, 6 - weekday)],
  ]
  await expect.poll(() => focusedDay(page)).toContain(nameOfDay(middle))
  for (const [key, day] of steps) {
    await page.keyboard.press(key)
    await expect.poll(() => focusedDay(page), key).toContain(nameOfDay(day))
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('Tab keeps the focus inside a dialog, and Escape closes it', async ({ page }) => {
  const { sitter } = await makeSitter()
  const owner = await signUp(unique('Gro'))
  const pet = await as(owner, Pet).post('/v1/pets', {
    name: 'Moa',
    species: 'cat',
    birthOn: '2020-05-01',
    weightKg: 4,
  })
  await signInHere(
    page,
    owner,
    `/sitters/${sitter.id}?service=boarding&start=${start}&end=${end}&petIds=${pet.id}`,
  )
  const box = page.getByRole('complementary', { name: 'Price and request' })
  await expect(box.getByRole('checkbox', { name: 'Moa' })).toBeChecked()
  await press(page, box.getByRole('link', { name: 'Request to book' }))
  const check = page.getByRole('dialog', { name: 'Check your request' })
  await expect(check).toContainText('Moa')
  for (let stop = 0; stop < 20; stop++) {
    await page.keyboard.press('Tab')
    const outside = await page.evaluate(
      () =>
        !document.activeElement?.closest('dialog, [role=dialog]') && document.activeElement !== document.body,
    )
    expect(outside).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(check).toBeHidden()
})
