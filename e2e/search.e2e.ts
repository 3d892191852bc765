import { expect, type Page, test } from '@playwright/test'
import { Sitter } from '#contract/sitters/sitters.ts'
import {
  as,
  dayFromToday,
  findTown,
  isComplete,
  type Person,
  openSession,
  signInHere,
  signUp,
  unique,
  untilFound,
} from './people.ts'
import { open } from './shared-fixture.ts'
import { main } from './stay.ts'

/** Separate towns for each kind of screen, so that other tests' sitters are not counted. */
const towns: Record<string, readonly string[]> = {
  desktop: ['Thurso', 'Stromness', 'Belmullet', 'Golspie', 'Dornoch'],
  phone: ['Killybegs', 'Clifden', 'Skibbereen', 'Dingle', 'Tralee'],
}
const townOf = (test: number) => findTown(towns[testInfo().project.name]![test]!)
const testInfo = () => test.info()

async function sitterIn(placeId: number, profile: object): Promise<{ id: string; person: Person }> {
  const person = await signUp(unique('Morag'))
  const { id } = await as(person, Sitter).post('/v1/sitters', {
    headline: 'Long walks along the water',
    placeId,
    status: 'published',
    services: [{ service: 'boarding', rates: { base: 30_00 }, capacity: 2, policy: 'moderate' }],
    ...profile,
  })
  await untilFound({ id }, placeId)
  return { id, person }
}

const idsIn = (page: Page) =>
  main(page)
    .locator('[id^=result-] h2 a')
    .evaluateAll((links) => links.map((link) => new URL(link.getAttribute('href')!, location.href).pathname))

async function openFilters(page: Page) {
  await page.getByRole('link', { name: /filters/i }).click()
  const sheet = page.getByRole('dialog', { name: 'All filters' })
  await expect(sheet).toBeVisible()
  return sheet
}

test('filters show their result counts and are stored in the URL, which gives others the same list', async ({
  page,
  browser,
}) => {
  const { id } = await townOf(0)
  const alone = { home: { aloneMaxHours: 0 }, languages: ['en', 'fr'] }
  const wanted = [await sitterIn(id, alone), await sitterIn(id, { ...alone, skills: ['seniors'] })]
  await sitterIn(id, { languages: ['en'], skills: ['seniors'] })

  await page.goto(`/sitters?place=${id}&radiusKm=5`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('3 sitters')
  const sheet = await openFilters(page)
  await expect(sheet.getByLabel('French 2 sitters')).toBeVisible()
  await sheet.getByLabel(/^French/).check()
  await sheet.getByLabel(/^Never leaves pets alone/).check()
  await expect(sheet.getByLabel(/^Used to old pets/)).toHaveAccessibleName('Used to old pets 1 sitter')
  await sheet.getByRole('button', { name: 'Show 2 sitters' }).click()

  // On a wide screen each change is also shown by itself, so the first one may be in the address alone.
  await page.waitForURL(({ searchParams }) => searchParams.has('languages') && searchParams.has('has'))
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    place: `${id}`,
    radiusKm: '5',
    has: 'never_alone',
    languages: 'fr',
  })
  const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('link', { name: /^Remove/ })
  await expect(chips).toHaveCount(3)
  await expect(main(page).locator('[id^=result-]')).toHaveCount(2)
  const ids = await idsIn(page)
  expect(ids.toSorted()).toEqual(wanted.map((one) => `/sitters/${one.id}`).sort())

  const other = await browser.newPage({ javaScriptEnabled: false })
  await other.goto(page.url())
  expect(await idsIn(other)).toEqual(ids)
  await other.close()

  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('3 sitters')
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ place: `${id}` })
})

test('the price slider works by keyboard, and an unmoved end sets no limit', async ({ page }) => {
  const { id } = await townOf(1)
  const rate = (base: number) => ({ services: [{ service: 'boarding', rates: { base }, capacity: 2 }] })
  await sitterIn(id, rate(20_00))
  await sitterIn(id, rate(50_00))

  await page.goto(`/sitters?place=${id}&radiusKm=5&service=boarding`)
  const sheet = await openFilters(page)
  const highest = sheet.getByLabel('Highest price')
  await highest.focus()
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft')
  await expect(sheet.getByText('Up to €53')).toBeVisible()
  await sheet.getByRole('button', { name: 'Show 1 sitter', exact: true }).click()
  await page.waitForURL(/maxTotal=\d+/)
  await expect(main(page).locator('[id^=result-]')).toHaveCount(1)
  expect(new URL(page.url()).searchParams.has('minTotal')).toBe(false)
})

test('an empty result names the narrowest filter and lists partly available sitters', async ({ page }) => {
  const { id } = await townOf(2)
  const { id: sitterId, person } = await sitterIn(id, { skills: ['injections'] })
  const [start, end] = [dayFromToday(50), dayFromToday(54)]

  await page.goto(
    `/sitters?service=boarding&place=${id}&radiusKm=5&start=${start}&end=${end}&has=injections,training`,
  )
  await expect(main(page)).toContainText('What narrows it most is “Trains dogs”')
  await main(page)
    .getByRole('link', { name: /Without “Trains dogs” \(1 sitter\)/ })
    .click()
  await page.waitForURL((url) => url.searchParams.get('has') === 'injections')
  await expect(main(page).locator('[id^=result-]')).toHaveCount(1)

  await as(person).put(`/v1/sitters/${sitterId}/calendar`, { days: [{ on: dayFromToday(51), capacity: 0 }] })
  await page.goto(`/sitters?service=boarding&place=${id}&radiusKm=5&start=${start}&end=${end}`)
  await expect(main(page).locator('[id^=result-]')).toHaveCount(0)
  const partial = page.getByRole('region', { name: 'Free for part of your dates' })
  await expect(partial).toContainText('Free 3 of 4 nights')
  await expect(partial.getByRole('link', { name: person.name.split(' ')[0]! })).toHaveCount(1)
  await main(page)
    .getByRole('link', { name: /\(1 sitter\)$/ })
    .first()
    .click()
  await expect(main(page).locator('[id^=result-]')).toHaveCount(1)
})

test('an empty result offers a wider distance and other dates, each of which leads to results', async ({
  page,
}) => {
  const [{ id: far }, { id }] = [await townOf(3), await townOf(4)]
  await sitterIn(far, {})
  const results = main(page).locator('[id^=result-]')
  await page.goto(`/sitters?place=${id}&radiusKm=5`)
  await expect(results).toHaveCount(0)
  await main(page)
    .getByRole('link', { name: /^Within \d+ km \(\d+ sitters?\)$/ })
    .first()
    .click()
  await page.waitForURL((url) => Number(url.searchParams.get('radiusKm')) > 5)
  await expect(results.first()).toBeVisible()

  const { id: sitterId, person } = await sitterIn(id, {})
  const [start, end] = [dayFromToday(50), dayFromToday(54)]
  await as(person).put(`/v1/sitters/${sitterId}/calendar`, { days: [{ on: dayFromToday(51), capacity: 0 }] })
  await page.goto(`/sitters?service=boarding&place=${id}&radiusKm=5&start=${start}&end=${end}`)
  await expect(results).toHaveCount(0)
  await main(page)
    .getByRole('link', { name: /^\w{3} \d.* – .*\(1 sitter\)$/ })
    .first()
    .click()
  await page.waitForURL((url) => url.searchParams.get('start') !== start)
  expect(new URL(page.url()).searchParams.get('end')).not.toBe(end)
  await expect(results).toHaveCount(1)
})

test('a saved pet fills in a search row with only the data that the row asks for', async ({ page }) => {
  const olga = await signUp(unique('Olga'))
  await as(olga).post('/v1/pets', { name: 'Rex', species: 'dog', birthOn: '2020-05-01', weightKg: 22 })
  await openSession(page, olga)
  await page.goto('/sitters')
  await page.getByText('Change the search: ').locator('..').click()
  const form = page.getByRole('search')
  await form.getByText('Add your pet').click()
  await form.getByRole('button', { name: 'Rex', pressed: false }).click()
  await expect(form.getByRole('button', { name: 'Rex', pressed: true })).toBeVisible()
  await form.getByRole('button', { name: 'Done' }).click()
  await form.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL(/pets=/)
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ pets: 'dog:22', petNames: 'Rex' })
})

test('“Why here?” opens with the keyboard and keeps the focus, and only one is open', async ({ page }) => {
  await open(page, '/sitters')
  const closed = main(page).getByRole('button', { name: 'Why here?' })
  const shown = main(page).locator('details[name=why][open]')
  await closed.first().focus()
  await page.keyboard.press('Enter')
  await expect(shown).toContainText('A longer bar counts more.')
  await expect(shown.getByText('Why here?')).toBeFocused()
  await closed.first().focus()
  await page.keyboard.press('Space')
  await expect(shown).toHaveCount(1)
  await expect(shown.getByText('Why here?')).toBeFocused()
  await expect(main(page).locator('details[name=why]')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(shown).toHaveCount(0)
})

test('a sitter sees their position in a search and what would change it', async ({ page }) => {
  const town = await findTown('Portree')
  const { id, person } = await sitterIn(town.id, {})
  await signInHere(page, person, `/account/sitters/${id}?tab=statistics`)
  const panel = page.getByRole('region', { name: 'Your place in the search' })
  await expect(panel).toContainText(/You are \d+(st|nd|rd|th) of \d+ for boarding in Portree/)
  await expect(panel).toContainText('Nobody can pay for a place')
  await expect(panel.getByRole('link', { name: /^Add a text about you/ })).toBeVisible()
  await panel.getByLabel('Kind of pet').selectOption('horse')
  await panel.getByRole('button', { name: 'Show my place' }).click()
  await expect(panel).toContainText('You do not take these pets')
})

test('two filters that exclude each other are named, each with the results without it', async ({ page }) => {
  const { id } = await townOf(2)
  await sitterIn(id, { skills: ['seniors'], languages: ['fi'] })
  await sitterIn(id, { skills: ['special_needs'], languages: ['et'] })

  await page.goto(`/sitters?place=${id}&radiusKm=5&has=seniors&languages=et`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'No sitter who fits the rest both offers “Used to old pets” and speaks Estonian',
  )
  await expect(main(page).getByRole('link', { name: 'Any language (1 sitter)' })).toBeVisible()
  await main(page).getByRole('link', { name: 'Without “Used to old pets” (1 sitter)' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('1 sitter')

  // Two filters have to go at once here, whose names are longer than the line of a phone.
  await page.goto(`/sitters?place=${id}&radiusKm=5&has=seniors,special_needs&languages=sv`)
  await expect(
    main(page)
      .getByRole('link', { name: /^Without .* and .* sitters?\)$/ })
      .first(),
  ).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(
    await page.evaluate(() => document.documentElement.clientWidth),
  )
})

test('on wide screens the results follow each filter at once, and Back restores filters and position', async ({
  page,
  isMobile,
}) => {
  const { id } = await townOf(3)
  for (const languages of [['sv'], ['sv'], ['sv'], ['da']])
    await sitterIn(id, { languages, home: { smokeFree: true } })
  const results = main(page).locator('[id^=result-]')
  const heading = page.getByRole('heading', { level: 1 })

  await page.goto(`/sitters?place=${id}&radiusKm=5&languages=sv`)
  await expect(results).toHaveCount(3)
  if (isMobile) {
    const sheet = await openFilters(page)
    await sheet.getByLabel(/^Danish/).check()
    await sheet.getByRole('button', { name: 'Show 4 sitters' }).click()
    await expect(results).toHaveCount(4)
    return
  }

  await page.locator('summary', { hasText: 'Home & garden' }).click()
  const smokeFree = page.getByLabel(/^Smoke-free/)
  await smokeFree.focus()
  await page.keyboard.press('Space')
  await page.waitForURL(/has=smoke_free/)
  await expect(results).toHaveCount(3)
  await expect(smokeFree).toBeFocused()
  await expect(heading).toHaveAttribute('aria-live', 'polite')

  await page.getByRole('link', { name: 'Remove Smoke-free home' }).click()
  await page.waitForURL((url) => !url.searchParams.has('has'))
  await page.locator('summary', { hasText: 'Home & garden' }).click()
  await expect(smokeFree).not.toBeChecked()
  await page.keyboard.press('Escape')

  await page.goBack()
  await page.waitForURL(/has=smoke_free/)
  await results.last().scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  await results.last().getByRole('link').first().click()
  await page.waitForURL(/\/sitters\/[\w-]+/)
  await page.goBack()
  await expect(results).toHaveCount(3)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Smoke-free')
})

test('the results come back where they were left, also with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/sitters?service=boarding')
  await isComplete(page)
  const result = main(page).locator('[id^=result-]').nth(9)
  await result.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  await result.getByRole('link').first().click()
  await page.waitForURL(/\/sitters\/[\w-]+/)
  await page.goBack()
  await expect(result).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
})
