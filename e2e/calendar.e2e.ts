import { expect, type Locator, test } from '@playwright/test'
import { Booking } from '#contract/bookings/bookings.ts'
import { localOf } from '#server/kernel/day.ts'
import { addDays, addMonths, type Day, weekdayOf } from '#web/ui/dates/days.ts'
import { firstOfMonth } from '#web/ui/dates/whole-weeks.ts'
import { findBarriers } from './barriers.ts'
import {
  addCat,
  as,
  becomeSitter,
  boarding,
  dayFromToday,
  findTown,
  requestBooking,
  signInHere,
  signUp,
  unique,
} from './people.ts'
import { accept, main } from './stay.ts'
import { beginInHours, inDatabase } from './time.ts'

const photograph = process.env['PHOTOGRAPH']

const nextMonth = addMonths(firstOfMonth(dayFromToday(0)), 1)
const ofNextMonth = (date: number) => addDays(nextMonth, date - 1)
/** The calendar page with next month, whose days are all shown and can all be changed. */
const nextMonthPage = `/account/calendar?month=${nextMonth.slice(0, 7)}`

test('a sitter closes days by keyboard and mouse with undo, and sees days closed by an imported calendar', async ({
  page,
}) => {
  const [sam, town] = await Promise.all([signUp(unique('Sam')), findTown('Horta')])
  const sitter = await becomeSitter(sam, town.id, unique('A calendar for everything'))
  await signInHere(page, sam, '/account/calendar')
  const days = main(page).getByRole('region', { name: 'Your days' })
  const first = days.locator('td[tabindex="0"]')
  await first.focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowRight', 'Space']) await page.keyboard.press(key)
  await expect(days.locator('[aria-live]')).toContainText('2 days from')
  const closed = days.getByRole('gridcell', { name: /not available$/ })
  await expect(closed.first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(days.locator(`[data-day="${dayFromToday(3)}"]`)).toHaveAttribute('aria-label', /free/)

  // The same with the mouse.
  await page.goto(nextMonthPage)
  const [from, to] = [8, 10].map((date) => `[data-day="${ofNextMonth(date)}"]`)
  await days.locator(from!).hover()
  await page.mouse.down()
  await days.locator(to!).hover()
  await page.mouse.up()
  await expect(days.locator('[aria-live]')).toContainText('3 days from')
  await expect(days.locator(to!)).toHaveAttribute('aria-label', /not available$/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(days.locator(to!)).toHaveAttribute('aria-label', /free/)

  await main(page).getByRole('button', { name: 'Add a calendar' }).click()
  const form = main(page).getByRole('form', { name: 'Add a calendar' })
  await form.getByLabel('Name').fill('Work')
  await form.getByLabel('Secret address in iCal format').fill('https://192.168.1.1/work.ics')
  await form.getByRole('button', { name: 'Add the calendar' }).click()
  await expect(main(page)).toContainText('does not lead to a public server')
  await form.getByLabel('Secret address in iCal format').fill('webcal://calendar.sitwell.pet/work.ics')
  await form.getByRole('button', { name: 'Add the calendar' }).click()
  await expect(main(page).getByRole('list', { name: 'Your other calendars' })).toContainText(
    'Work (calendar.sitwell.pet)',
  )

  const busy = ofNextMonth(12)
  await inDatabase(async (client) => {
    await client.query(
      `insert into calendar_feed_day (feed_id, sitter_id, service, on_date)
       select id, sitter_id, 'boarding', $2 from calendar_feed where sitter_id = $1`,
      [sitter.id, busy],
    )
    await client.query(
      `update calendar_feed set fetched_at = now() - interval '8 minutes' where sitter_id = $1`,
      [sitter.id],
    )
  })
  await page.reload()
  await expect(days.locator(`[data-day="${busy}"]`)).toHaveAttribute('aria-label', /busy in “Work”/)
  await expect(days.locator(`[data-day="${busy}"]`)).toHaveAttribute('aria-disabled', 'true')
  await expect(main(page)).toContainText(/Read (8|9) minutes ago, 1 busy day/)
  await main(page).getByRole('button', { name: 'Make a secret address' }).click()
  const address = await main(page).getByLabel('Secret address', { exact: true }).inputValue()
  const read = await page.request.get(new URL(address).pathname)
  expect(await read.text()).toContain('BEGIN:VCALENDAR')
  if (photograph) {
    await page.screenshot({ path: `${photograph}/calendar-1280.png`, fullPage: true })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.screenshot({ path: `${photograph}/calendar-360.png`, fullPage: true })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  }
})

test('the sitter can view the owner’s door code only close to the visit, and the owner sees the view logged', async ({
  page,
  browser,
}) => {
  const [olga, sam, town] = await Promise.all([
    signUp(unique('Olga')),
    signUp(unique('Sam')),
    findTown('Horta'),
  ])
  const visits = { service: 'drop_in', rates: { base: 15_00 }, capacity: 4, maxPets: 1, noticeHours: 0 }
  const [sitter, cat] = await Promise.all([
    becomeSitter(sam, town.id, unique('Visits at noon'), [visits]),
    addCat(olga, 'Miso'),
  ])
  await signInHere(page, olga, '/account/household')
  await main(page).getByLabel('Address').fill('4 Hidden Lane')
  await main(page).getByLabel('Door code').fill('4711')
  await main(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your home is saved')).toBeVisible()
  if (photograph) await page.screenshot({ path: `${photograph}/household-1280.png`, fullPage: true })

  const draft = {
    sitterId: sitter.id,
    service: 'drop_in',
    visits: [{ on: dayFromToday(2), time: '12:00', minutes: 30 }],
    petIds: [cat.id],
  }
  const booking = await requestBooking(olga, draft)
  await accept(sam, booking)
  const context = await browser.newContext({
    baseURL: process.env['BASE_URL']!,
    viewport: { width: 360, height: 740 },
  })
  const phone = await context.newPage()
  await signInHere(phone, sam, `/account/bookings/${booking.id}`)
  const card = main(phone).getByRole('region', { name: 'Address and codes' })
  await expect(card).toContainText('You can see them from')
  await inDatabase((client) =>
    client.query(`update booking set starts_at = now() + interval '2 hours' where id = $1`, [booking.id]),
  )
  await phone.reload()
  await card.getByRole('button', { name: 'Show' }).click()
  await expect(card).toContainText('4711')
  if (photograph) await card.screenshot({ path: `${photograph}/codes-360.png` })
  await context.close()

  await page.goto(`/account/bookings/${booking.id}`)
  const seen = main(page).getByRole('region', { name: 'What your sitter sees of your home' })
  await expect(seen.getByRole('list', { name: 'Views' })).toContainText('Address and door code')
  if (photograph) await seen.screenshot({ path: `${photograph}/views-1280.png` })
})

test('a sitter looks at past months, from a shared address, by keyboard and by touch, and changes nothing', async ({
  page,
  browser,
}) => {
  const [olga, sam, town] = await Promise.all([
    signUp(unique('Olga')),
    signUp(unique('Sam')),
    findTown('Horta'),
  ])
  const [sitter, cat] = await Promise.all([
    becomeSitter(sam, town.id, unique('A house that has seen many cats')),
    addCat(olga, 'Miso'),
  ])
  const stay = { startOn: dayFromToday(20), endOn: dayFromToday(23), petIds: [cat.id] }
  const booking = await requestBooking(olga, { sitterId: sitter.id, service: 'boarding', ...stay })
  const today = localOf(new Date(), town.timeZone).on
  const [thisMonth, lastMonth, first] = [0, -1, -2].map((by) => addMonths(firstOfMonth(today), by))
  const startOn = addDays(lastMonth!, 9)
  const { id, version } = await accept(sam, booking)
  await beginInHours(id, 1)
  const begun = await as(sam, Booking).put('/v1/bookings', { id, version, event: 'check_in' })
  // The stay lasts 68 hours, and can be checked out for a day after its end.
  await beginInHours(id, -70)
  await as(sam).put('/v1/bookings', { id, version: begun.version, event: 'check_out' })
  await beginInHours(id, (Date.parse(`${startOn}T15:00:00Z`) - Date.now()) / 3_600_000)
  await inDatabase((client) =>
    client.query(`update account set created_at = $2 where id = $1`, [sam.accountId, `${first}T12:00:00Z`]),
  )

  await signInHere(page, sam, '/account/calendar')
  const days = main(page).getByRole('region', { name: 'Your days' })
  await days.locator('td[tabindex="0"]').focus()
  await page.keyboard.press('PageUp')
  const bar = days.getByRole('link', { name: /^Miso · Olga .*, boarding, completed$/ })
  await expect(bar.first()).toHaveAttribute('href', `/account/bookings/${booking.id}`)
  await expect(page).toHaveURL(new RegExp(`month=${lastMonth!.slice(0, 7)}`))
  await expect(days.locator(':focus')).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Space')
  await expect(days.locator('[aria-live]')).toContainText('cannot be changed here')
  const cell = days.locator(`[data-day="${startOn}"]`)
  await expect(cell).toHaveAccessibleName(/, past: Miso arrives \(Olga\)/)
  // Playwright presses nothing that is disabled without being told to.
  await cell.click({ position: { x: 12, y: 12 }, force: true })
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  expect(await findBarriers(page)).toEqual([])
  await main(page).getByRole('button', { name: 'Previous month' }).click()
  await expect(main(page).getByRole('button', { name: 'Previous month' })).toBeDisabled()
  await main(page).getByRole('link', { name: 'This month' }).click()
  await expect(page).toHaveURL(new RegExp(`month=${thisMonth!.slice(0, 7)}`))
  await expect(main(page).getByRole('link', { name: 'This month' })).toHaveCount(0)

  const context = await browser.newContext({
    baseURL: process.env['BASE_URL']!,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  const phone = await context.newPage()
  await signInHere(phone, sam, `/account/calendar?month=${first!.slice(0, 7)}`)
  const agenda = main(phone).getByRole('region', { name: 'Agenda' })
  await expect(agenda).toContainText('Nobody came or went in')
  await agenda.getByRole('button', { name: 'Next month' }).tap()
  await expect(agenda.getByRole('link', { name: 'Miso arrives' })).toBeVisible()
  await expect(phone).toHaveURL(new RegExp(`month=${lastMonth!.slice(0, 7)}`))
  await agenda.getByRole('button', { name: 'Previous month' }).tap()
  await expect(agenda).toContainText('Nobody came or went in')
  await context.close()
})

const boxOf = async (locator: Locator) => (await locator.boundingBox())!

test('a sitter sees bookings as bars over their days, in the agenda, and can close days below them', async ({
  page,
}) => {
  const [olga, rui, sam] = await Promise.all(['Olga', 'Rui', 'Sam'].map((name) => signUp(unique(name))))
  const town = await findTown('Horta')
  const sitter = await becomeSitter(sam!, town.id, unique('A house with two sofas'), [
    { ...boarding, capacity: 3 },
  ])
  // The first whole week after the first seven days, and the one after it.
  const monday = addDays(ofNextMonth(8), (7 - weekdayOf(ofNextMonth(8))) % 7)
  const request = async (owner: typeof olga, cat: string, startOn: Day, nights: number) => {
    const { id } = await addCat(owner!, cat)
    const stay = { startOn, endOn: addDays(startOn, nights), petIds: [id] }
    return requestBooking(owner!, { sitterId: sitter.id, service: 'boarding', ...stay })
  }
  const miso = await request(olga, 'Miso', monday, 3)
  await accept(sam!, miso)
  const kiki = await request(rui, 'Kiki', addDays(monday, 2), 6)

  await signInHere(page, sam!, nextMonthPage)
  const days = main(page).getByRole('region', { name: 'Your days' })
  const cell = (offset: number) => days.locator(`[data-day="${addDays(monday, offset)}"]`)
  const misoBar = days.getByRole('link', { name: /^Miso · Olga .*, boarding, confirmed$/ })
  const kikiBars = days.getByRole('link', { name: /^Kiki · Rui .*, waiting for your answer$/ })
  await expect(misoBar).toHaveAttribute('href', `/account/bookings/${miso.id}`)
  await expect(kikiBars).toHaveCount(2)
  await expect(kikiBars.last()).toHaveAttribute('tabindex', '-1')
  await expect(cell(0)).toHaveAccessibleName(/: Miso arrives \(Olga\)/)
  await expect(cell(2)).toHaveAccessibleName(/Boarding: Miso \(Olga\); not agreed yet: Kiki arrives/)
  // The sitter's navigation moves the page when it appears.
  await expect(page.getByRole('navigation', { name: 'Sitting' })).toBeVisible()
  const bar = await boxOf(misoBar)
  const [first, last] = [await boxOf(cell(0)), await boxOf(cell(3))]
  expect(bar.x - first.x).toBeCloseTo(last.x + last.width - bar.x - bar.width, 0)
  expect(bar.x - first.x).toBeLessThan(8)
  expect((await boxOf(kikiBars.first())).y).toBeGreaterThanOrEqual(bar.y + bar.height)
  expect(await findBarriers(page)).toEqual([])

  // Kiki's bar covers the middle of Sunday.
  await cell(5).hover({ position: { x: 12, y: 12 } })
  await page.mouse.down()
  const sunday = await boxOf(cell(6))
  await page.mouse.move(sunday.x + sunday.width / 2, (await boxOf(kikiBars.first())).y + 8)
  await page.mouse.up()
  await expect(days.locator('[aria-live]')).toContainText('2 days from')
  await expect(cell(6)).toHaveAttribute('aria-label', /not available: /)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cell(6)).toHaveAttribute('aria-label', /, free: /)

  await main(page).getByRole('link', { name: 'Agenda' }).click()
  await expect(page).toHaveURL(/view=agenda/)
  const agenda = main(page).getByRole('region', { name: 'Agenda' })
  const arrival = agenda.locator('li').filter({ has: page.getByRole('link', { name: 'Kiki arrives' }) })
  await expect(arrival.last()).toContainText('Waiting for your answer')
  await expect(arrival.first()).toContainText('Staying: Miso')
  expect(await findBarriers(page)).toEqual([])
  await agenda.getByRole('button', { name: 'Next month' }).click()
  await expect(agenda).toContainText('Nobody comes or goes in')
  await expect(page).toHaveURL(new RegExp(`month=${addMonths(nextMonth, 1).slice(0, 7)}`))
  await page.goBack()
  await expect(misoBar).toBeVisible()
  await kikiBars.last().click()
  await expect(page).toHaveURL(`/account/bookings/${kiki.id}`)

  // Phones show the agenda unless the address says otherwise.
  await page.setViewportSize({ width: 360, height: 740 })
  for (const [path, shown] of [
    [nextMonthPage, agenda],
    [`${nextMonthPage}&view=month`, days],
  ] as const) {
    await page.goto(path)
    await expect(shown).toContainText('Miso')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  }
})
