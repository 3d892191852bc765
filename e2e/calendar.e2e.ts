import { expect, test } from '@playwright/test'
import {
  addCat,
  becomeSitter,
  dayFromToday,
  findTown,
  requestBooking,
  signInHere,
  signUp,
  unique,
} from './people.ts'
import { accept, main } from './stay.ts'
import { inDatabase } from './time.ts'

const photograph = process.env['PHOTOGRAPH']

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
  const [from, to] = [8, 10].map((ahead) => `[data-day="${dayFromToday(ahead)}"]`)
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

  const busy = dayFromToday(12)
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
