// Expectations of what users may rely on everywhere, each in one short test.
import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'
import type { z } from 'zod'
import { listBookings, Quote } from '#contract/bookings/bookings.ts'
import { searchSitters } from '#contract/search/search.ts'
import { Settings } from '#contract/settings.ts'
import { Sitter } from '#contract/sitters/sitters.ts'
import { policyInWords } from '#web/sitters/public/policy-words.ts'
import { longDay } from '#web/ui/dates/days.ts'
import { nameOfDay } from './day-names.ts'
import {
  addCat,
  as,
  becomeSitter,
  boarding,
  dayFromToday,
  findTown,
  isComplete,
  mailTo,
  type Person,
  requestBooking,
  openSession,
  signInHere,
  signUp,
  unique,
} from './people.ts'
import { textsInPdf } from './pdf-text.ts'
import { accept, dialog, euros, main, press, readAs, twoPeople, typeDay, unfold } from './stay.ts'

test.describe.configure({ mode: 'parallel' })

async function sitterIn(town: string) {
  const [sam, place] = await Promise.all([signUp(unique('Sam')), findTown(town)])
  return { sam, sitter: await becomeSitter(sam, place.id, unique('A quiet house')) }
}

const requestStay = (olga: Person, sitter: { id: string }, cat: { id: string }) =>
  requestBooking(olga, {
    sitterId: sitter.id,
    service: 'boarding',
    startOn: dayFromToday(40),
    endOn: dayFromToday(44),
    petIds: [cat.id],
  })

async function read<T>(path: string, answer: z.ZodType<T>): Promise<T> {
  const response = await fetch(`${process.env['BASE_URL']!}/v1${path}`)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return answer.parse(await response.json())
}

/** The best-rated sitters of the demo town, read one by one, because the server may refuse dozens of reads at once. */
async function ratedSitters(): Promise<Sitter[]> {
  const { items } = await read('/sitters?sort=rating&limit=24', searchSitters.response)
  const sitters: Sitter[] = []
  for (const { id } of items) sitters.push(await read(`/sitters/by-id/${id}`, Sitter))
  return sitters
}

function firstOf<T>(all: readonly T[], isWanted: (one: T) => boolean): T {
  const found = all.find(isWanted)
  if (!found) throw new Error('The demo town has no such sitter')
  return found
}

test('the home page searches with one bar, whose fields follow each other with Tab, and needs only a place', async ({
  page,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  await isComplete(page)
  const search = page.getByRole('search')
  // The fields are replaced by their rich versions once somebody uses the bar.
  await search.getByRole('group', { name: 'When' }).hover()
  await expect(search.getByRole('spinbutton').first()).toBeVisible()
  const where = search.getByLabel('Where')
  await where.focus()
  await expect(where).toHaveRole('combobox')
  await search.getByLabel('Care').focus()
  const reached: string[] = []
  const focusedPart = () =>
    search.evaluate((form) => {
      const part = [...form.children].find((child) => child.contains(document.activeElement))
      return part instanceof HTMLElement ? part.innerText.trim().split('\n')[0]! : ''
    })
  for (let part = await focusedPart(); part !== ''; part = await focusedPart()) {
    if (part !== reached.at(-1)) reached.push(part)
    await page.keyboard.press('Tab')
  }
  expect(reached).toEqual(['Care', 'Where', 'When', 'Who', 'Search'])

  await where.click()
  await page.keyboard.type('Le')
  const towns = page.getByRole('listbox').getByRole('option')
  await expect(towns.first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(towns).toHaveCount(0)
  await expect(where).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.type('rwick')
  await expect(towns.first()).toHaveAccessibleName(/^Lerwick/)
  await towns.first().click()
  await expect(where).toHaveValue('Lerwick')
  await expect(where).toHaveAttribute('aria-expanded', 'false')
  await search.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**/sitters?**')
  const { id } = await findTown('Lerwick')
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ place: `${id}` })
})

const scrollToEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight))

for (const width of [320, 768, 1280])
  test(`a sitter’s main action is in sight at ${width} px, at the top and at the end of the page`, async ({
    page,
  }) => {
    const { sitter } = await sitterIn('Tavira')
    await page.setViewportSize({ width, height: 740 })
    await page.goto(`/sitters/${sitter.id}?service=boarding`, { waitUntil: 'networkidle' })
    await isComplete(page)
    const place = width < 1024 ? page.locator('.action-bar') : page.getByRole('complementary')
    const action = place.getByRole('link', { name: 'Request to book' })
    await expect(action).toBeInViewport({ ratio: 1 })
    await scrollToEnd(page)
    await expect(action).toBeInViewport({ ratio: 1 })
  })

for (const width of [320, 768, 1280])
  test(`a profile shows at ${width} px, before scrolling, who it is about and what matters`, async ({
    page,
  }) => {
    const sitter = firstOf(
      await ratedSitters(),
      ({ rating, responseMinutes, repeatClients }) =>
        rating.average !== null && responseMinutes !== null && repeatClients > 0,
    )
    const { service } = sitter.services.find(({ active }) => active)!
    await page.setViewportSize({ width, height: 740 })
    await page.goto(`/sitters/${sitter.id}?service=${service}`, { waitUntil: 'networkidle' })
    await isComplete(page)
    const header = main(page).locator('header')
    const price = width < 1024 ? page.locator('.action-bar') : page.getByRole('complementary')
    for (const shown of [
      header.getByRole('button', { name: /^Show photo 1 of/ }),
      page.getByRole('heading', { level: 1, name: sitter.name }),
      header.getByText(sitter.headline, { exact: true }),
      header.locator('a[href="#reviews"]'),
      header.getByText(/^usually answers within/),
      header.getByText(/repeat client/),
      price.getByText(/€\d/).first(),
    ])
      await expect(shown).toBeInViewport()
  })

test('a visitor sees which days are taken and why, and cannot pick them; rates have the sitter’s own rule beside them', async ({
  page,
}) => {
  const [sam, town] = await Promise.all([signUp(unique('Sam')), findTown('Tavira')])
  const sitter = await becomeSitter(sam, town.id, unique('A quiet house'), [
    { ...boarding, policy: 'strict' },
  ])
  const [start, taken] = [dayFromToday(8), dayFromToday(12)]
  await as(sam).put(`/v1/sitters/${sitter.id}/calendar`, { days: [{ on: taken, capacity: 0 }] })
  await page.goto(`/sitters/${sitter.id}?service=boarding&start=${start}&end=${dayFromToday(10)}`, {
    waitUntil: 'networkidle',
  })
  await isComplete(page)
  const free = main(page).getByRole('region', { name: 'Free days' })
  const markOf = (day: string) =>
    free
      .locator('td')
      .filter({ hasText: longDay(day) })
      .locator('[class*=size-9]')
  await expect(markOf(start)).not.toHaveAttribute('aria-disabled')
  await expect(markOf(taken)).toHaveAttribute('aria-disabled', 'true')
  await expect(markOf(taken)).toContainText('not available, ')

  const rule = policyInWords('strict', Settings.parse({}).policy, town.timeZone, start)
  await expect(main(page).getByRole('region', { name: 'If plans change' })).toContainText(rule.sentences[0]!)
  const box = page.getByRole('complementary', { name: 'Price and request' })
  await box.getByRole('group', { name: 'When' }).hover()
  await expect(box.getByRole('spinbutton').first()).toBeVisible()
  await box.getByRole('button', { name: 'Drop-off: choose in a calendar' }).click()
  const day = page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`${nameOfDay(taken)}.*not available: `) })
  await expect(day).toHaveAttribute('aria-disabled', 'true')
  await day.click({ force: true })
  await expect(page).toHaveURL((url) => url.searchParams.get('start') === start)
})

test('the price follows the dates line by line, adds up to the cent, stays in its place and is announced once', async ({
  page,
}) => {
  const { sitter } = await sitterIn('Tavira')
  const olga = await signUp(unique('Olga'))
  const cat = await addCat(olga, 'Miso')
  const query = `service=boarding&start=${dayFromToday(40)}&end=${dayFromToday(43)}&petIds=${cat.id}`
  await signInHere(page, olga, `/sitters/${sitter.id}?${query}`)
  await isComplete(page)
  const box = page.getByRole('complementary', { name: 'Price and request' })
  const lines = box.locator('.figures').filter({ hasText: 'Service fee' }).last()
  const quoted = async (nights: number) => {
    const [startOn, endOn] = [dayFromToday(40), dayFromToday(40 + nights)]
    const draft = { sitterId: sitter.id, service: 'boarding', startOn, endOn, petIds: [cat.id] }
    return as(olga, Quote).post('/v1/bookings/calculate-cost', draft)
  }
  const amounts = async () => {
    const cells = lines.getByRole('listitem').locator(':is(summary, div) > .whitespace-nowrap:last-child')
    const shown = await cells.allTextContents()
    return shown.map((text) => Math.round(Number(text.slice(1)) * 100))
  }
  const [three, five] = [await quoted(3), await quoted(5)]
  await expect(lines).toContainText(euros(three.total))
  expect((await amounts()).reduce((sum, amount) => sum + amount, 0)).toBe(three.total)
  const place = async () => (await lines.boundingBox())!.y - (await box.boundingBox())!.y
  const before = await place()
  const news = box.locator('.min-h-36 > [aria-live=polite]')
  await expect(news).toHaveText('')

  await typeDay(box, 'Pick-up', 45)
  await expect(news).toHaveText(`Total ${euros(five.total)}`)
  await expect(lines.getByText(euros(five.total), { exact: true })).toHaveCount(1)
  expect((await amounts()).reduce((sum, amount) => sum + amount, 0)).toBe(five.total)
  expect(await place()).toBe(before)
})

test('a request is checked with links to change it, confirmed with its number and by mail, and never sent twice', async ({
  page,
}) => {
  const { sitter } = await sitterIn('Tavira')
  const olga = await signUp(unique('Olga'))
  const cat = await addCat(olga, 'Miso')
  const query = `service=boarding&start=${dayFromToday(40)}&end=${dayFromToday(43)}&petIds=${cat.id}`
  await signInHere(page, olga, `/sitters/${sitter.id}?${query}`)
  const box = page.getByRole('complementary', { name: 'Price and request' })
  await box.getByRole('link', { name: 'Request to book' }).click()
  const check = page.getByRole('dialog', { name: 'Check your request' })
  await expect(check).toContainText('Miso')
  await check
    .getByRole('button', { name: /^Change/ })
    .first()
    .click()
  await expect(check).toBeHidden()
  await expect(box.locator(':focus')).toHaveCount(1)
  await box.getByRole('link', { name: 'Request to book' }).click()
  await check.getByRole('button', { name: /^Send request, €/ }).click()
  await page.waitForURL(/\/account\/bookings\/[\da-f-]{36}\?sent=1$/)
  const answer = listBookings.response
  const bookings = () => as(olga, answer).get(`/v1/accounts/${olga.accountId}/bookings`)
  const { number } = (await bookings()).items[0]!
  const sent = page.getByText(`Your request to Sam has been sent. Its number is ${number}.`)
  await expect(sent).toBeVisible()
  await expect(main(page)).toContainText(/What happens next: .* accepts or declines/)
  await expect(main(page)).toContainText('Nothing is due until Sam accepts')
  expect((await mailTo(olga.email, /request/i)).text).toContain(number)

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect((await bookings()).items).toHaveLength(1)
})

test('a booking can be saved in a calendar, and its receipt as a PDF, both with what the page says', async ({
  page,
}) => {
  const { olga, sam, booking, path } = await twoPeople(30)
  await accept(sam, booking)
  await signInHere(page, olga, path)
  await expect(
    main(page)
      .getByRole('link', { name: /^(Write to|Message) Sam/ })
      .first(),
  ).toBeVisible()
  const download = async (button: string) => {
    const waiting = page.waitForEvent('download')
    await press(page, button)
    const file = await waiting
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
  }
  const calendar = await download('Add to calendar')
  expect(calendar.name).toBe(`booking-${booking.number}.ics`)
  const event = calendar.bytes.toString()
  expect(event).toContain('BEGIN:VEVENT')
  expect(event).toContain(booking.startOn.replaceAll('-', ''))
  expect(event).toContain(booking.endOn.replaceAll('-', ''))

  await page.goto(`${path}/receipt`)
  await expect(page.locator('#main h1')).toHaveText('Payment summary')
  const fact = (label: string) =>
    main(page)
      .locator('dl > div')
      .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}`) }) })
      .locator('dd')
  const { number, quote } = booking
  await expect(fact('Booking')).toHaveText(number)
  await expect(fact('Owner')).toHaveText(olga.name)
  await expect(fact('Sitter')).toHaveText(/^Sam [A-Z]\.$/)
  for (const { label, amount } of quote.lines) await expect(fact(label)).toHaveText(euros(amount))
  await expect(fact('Service fee')).toHaveText(euros(quote.ownerFee))
  expect(quote.lines.reduce((sum, { amount }) => sum + amount, quote.ownerFee)).toBe(quote.total)
  await expect(fact('Total')).toHaveText(euros(quote.total))
  const receipt = await download('Download as PDF')
  expect(receipt.name).toMatch(new RegExp(`^R-${number}-\\d+\\.pdf$`))
  const written = textsInPdf(receipt.bytes).join('\n')
  const shown = [number, olga.name, ...quote.lines.map(({ label }) => label)]
  const amounts = [...quote.lines.map(({ amount }) => amount), quote.ownerFee, quote.total].map(euros)
  for (const text of [...shown, 'Service fee', ...amounts]) expect(written).toContain(text)
})

test('the pet form asks only what matters for the kind of pet, and requires name, kind, age and weight', async ({
  page,
}) => {
  await signInHere(page, await signUp(unique('Olga')), '/account/pets/new')
  const leash = main(page).getByLabel(/^On the lead/)
  await main(page).getByRole('radio', { name: 'Dog' }).check()
  for (const group of await main(page).locator('form details').all())
    await group.evaluate((element) => element.setAttribute('open', ''))
  await expect(leash.first()).toBeVisible()
  await main(page).getByRole('radio', { name: 'Cat' }).check()
  await expect(leash).toHaveCount(0)
  for (const required of ['Name', 'Weight'])
    await expect(main(page).getByLabel(required, { exact: true })).toBeVisible()
  await main(page).getByRole('radio', { name: 'Fish' }).check()
  await expect(main(page).getByLabel(/^Weight.*optional/)).toBeVisible()
})

test('nobody can review a booking that is not finished', async () => {
  const { olga, sam, booking } = await twoPeople(30)
  const review = { bookingId: booking.id, overall: 5, text: 'A wonderful week by the harbour.' }
  await expect(as(olga).post('/v1/reviews', review)).rejects.toThrow(/422.*review-not-allowed/)
  await accept(sam, booking)
  await expect(as(olga).post('/v1/reviews', review)).rejects.toThrow(/422.*review-not-allowed/)
})

test('cancelling shows the refund and its rule in a dialog of the page, asks why, and is safe at first', async ({
  page,
}) => {
  const { olga, sam, booking, path } = await twoPeople(30)
  await accept(sam, booking)
  const { refundNow } = await readAs(olga, booking)
  await signInHere(page, olga, path)
  const browserDialogs: string[] = []
  page.on('dialog', (shown) => {
    browserDialogs.push(shown.message())
    void shown.dismiss()
  })
  await unfold(page, 'If you cancel')
  await press(page, 'Cancel booking')
  await expect(dialog(page).getByRole('button', { name: 'Keep the booking' })).toBeFocused()
  await expect(dialog(page)).toContainText(euros(refundNow!.total))
  await expect(dialog(page)).toContainText(`The rule: ${refundNow!.rule}`)
  await expect(dialog(page).getByLabel(/^Why are you cancelling\?/)).toBeEditable()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  expect((await readAs(olga, booking)).status).toBe('confirmed')
  expect(browserDialogs).toEqual([])
})

/** The background of the status, which is the part of a booking's card with an icon of its own. */
const badgeOf = (card: Locator, words: string) => card.getByText(words, { exact: true })
const colourOf = (badge: Locator) => badge.evaluate((element) => getComputedStyle(element).backgroundColor)

test('bookings are listed by what they wait for, each with its status in words, a colour and an icon', async ({
  page,
}) => {
  const [olga, sam, town] = await Promise.all([
    signUp(unique('Olga')),
    signUp(unique('Sam')),
    findTown('Tavira'),
  ])
  const sitter = await becomeSitter(sam, town.id, unique('A quiet house'))
  const cat = await addCat(olga, 'Miso')
  const ask = (from: number) =>
    requestBooking(olga, {
      sitterId: sitter.id,
      service: 'boarding',
      startOn: dayFromToday(from),
      endOn: dayFromToday(from + 2),
      petIds: [cat.id],
    })
  await accept(sam, await ask(20))
  const cancelled = await accept(sam, await ask(30))
  const { id, version } = cancelled
  await as(sam).put('/v1/bookings', { id, version, event: 'cancel_by_sitter', reason: 'The roof leaks.' })
  await ask(40)

  await signInHere(page, sam, '/account/bookings?role=sitter')
  const card = main(page).getByRole('listitem').filter({ hasText: 'Boarding' })
  const colours: string[] = []
  for (const [tab, words, next] of [
    ['Requests', 'Waiting for your answer', /Answer by \w{3} \d/],
    ['Upcoming', 'Confirmed', /Begins/],
    ['Past', 'Cancelled', null],
  ] as const) {
    await main(page).getByRole('link', { name: tab, exact: true }).click()
    await expect(card).toHaveCount(1)
    const badge = badgeOf(card, words)
    await expect(badge.locator('svg, [class*=icon]')).toHaveCount(1)
    colours.push(await colourOf(badge))
    // What to do comes before what the booking is about.
    if (next) await expect(card).toContainText(new RegExp(`${next.source}.* nights`))
  }
  expect(new Set(colours).size).toBe(3)
})

test('a booking in a list says its status and next step in words, even without styles', async ({ page }) => {
  const { sitter } = await sitterIn('Tavira')
  const olga = await signUp(unique('Olga'))
  const cat = await addCat(olga, 'Miso')
  await requestStay(olga, sitter, cat)
  await page.route(/\.css$/, (route) => route.abort())
  await openSession(page, olga)
  await page.goto('/account/bookings?scope=requests')
  const card = main(page).getByRole('listitem').filter({ hasText: 'Boarding' })
  await expect(card).toContainText('Waiting for the answer')
  await expect(card).toContainText(/answers? by|Expires|until/i)
})

test('the first steps of a new account are ticked off and disappear when all are done', async ({ page }) => {
  const olga = await signUp(unique('Olga'))
  const { sitter } = await sitterIn('Tavira')
  await signInHere(page, olga)
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByRole('listitem')).toHaveText([
    /Add a pet/,
    /Complete your profile/,
    /Find a sitter/,
  ])
  await expect(steps).toContainText('0 of 3')

  const cat = await addCat(olga, 'Miso')
  await page.reload()
  await expect(steps.getByRole('listitem').first()).toContainText('(done)')
  await expect(steps).toContainText('1 of 3')

  await requestStay(olga, sitter, cat)
  await page.reload()
  await expect(steps).toContainText('2 of 3')

  await as(olga).put(`/v1/accounts/${olga.accountId}`, {
    name: olga.name,
    phoneNumber: '+351912345678',
    location: 'Tavira',
  })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(steps).toHaveCount(0)
})

test('a pet that cannot be saved yet says why, with links to the fields, and keeps what was entered', async ({
  page,
}) => {
  const olga = await signUp(unique('Olga'))
  const cat = await addCat(olga, 'Miso')
  await signInHere(page, olga, `/account/pets/${cat.id}`)
  await main(page).getByText('Health').first().click()
  await press(page, 'Add a vaccination')
  await main(page).getByLabel('Against', { exact: true }).fill('Rabies')
  const proof = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(500, 'x')])
  await main(page)
    .getByLabel('Proof', { exact: true })
    .setInputFiles({ name: 'rabies.pdf', mimeType: 'application/pdf', buffer: proof })
  await expect(main(page).getByText(/rabies\.pdf/)).toBeVisible()
  await main(page).getByLabel('Name', { exact: true }).fill('')
  await main(page).getByLabel('Weight').fill('a lot')
  await press(page, 'Save changes')

  const summary = page.getByRole('alert', { name: 'There is a problem' })
  await expect(summary).toBeFocused()
  await expect(page).toHaveTitle(/^Error: /)
  await expect(summary.getByRole('link')).toHaveText([
    'Fill in the name',
    'Write the weight as a number, such as 4.5',
  ])
  for (const [message, label] of [
    ['Fill in the name', 'Name'],
    ['Write the weight as a number, such as 4.5', 'Weight'],
  ] as const) {
    await summary.getByRole('link', { name: message }).press('Enter')
    const field = main(page).getByRole('textbox', { name: label })
    await expect(field).toBeFocused()
    await expect(field).toBeInViewport()
    await expect(field).toHaveAccessibleDescription(new RegExp(`Error: ${message}`))
  }
  await expect(main(page).getByLabel('Weight')).toHaveValue('a lot')
  await expect(main(page).getByLabel('Against', { exact: true })).toHaveValue('Rabies')
  await expect(main(page).getByText(/rabies\.pdf/)).toBeVisible()

  await main(page).getByLabel('Name', { exact: true }).fill('Miso')
  await main(page).getByLabel('Weight').fill('4')
  await press(page, 'Save changes')
  await expect(page.getByText('Miso is saved')).toBeVisible()
  await expect(page).not.toHaveTitle(/^Error: /)
})

test('on a phone the filters keep the focus inside, Escape closes them, and the focus returns', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/sitters', { waitUntil: 'networkidle' })
  await isComplete(page)
  const opener = page.getByRole('link', { name: /filters/i })
  await opener.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'All filters' })
  await expect(sheet).toBeVisible()
  const isInside = () =>
    sheet.evaluate((element) => element.contains(document.activeElement) || !document.hasFocus())
  const seen = new Set<string>()
  // Further than there are controls, so that the focus has to go round.
  const stops = 2 + (await sheet.locator('a, button, input, select, summary').count())
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab')
    expect(await isInside(), `stop ${stop}`).toBe(true)
    seen.add(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? ''))
  }
  expect(seen.size).toBeGreaterThan(3)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(opener).toBeFocused()
})
