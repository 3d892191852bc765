import { expect, test } from '@playwright/test'
import { addDays, daysFrom } from '#server/kernel/day.ts'
import { Quote } from '#contract/bookings/bookings.ts'
import { showSitterHolidays } from '#contract/calendar/calendar.ts'
import { HolidayYear } from '#contract/holidays.ts'
import {
  as,
  becomeSitter,
  boarding,
  dayFromToday,
  findTown,
  makeOperator,
  signInHere,
  signUp,
  unique,
} from './people.ts'
import { main, press } from './stay.ts'

test('an operator disables, renames and adds holidays, and the public page shows them', async ({ page }) => {
  const ada = await signUp(unique('Ada'))
  await makeOperator(ada)
  const year = Number(dayFromToday(0).slice(0, 4)) + 2
  // A country in which no other test has bookings.
  const address = `/admin/holidays?country=MT&year=${year}`
  const { periods } = await as(ada, HolidayYear).get(`/v1${address}`)
  const isFree = (on: string) => periods.every(({ startOn, endOn }) => on < startOn || on > endOn)
  // Holidays must not overlap, and an earlier run may have added one.
  const villageOn = daysFrom(`${year}-10-05`, 80).find((on) => !on.endsWith('-01') && isFree(on))!
  await signInHere(page, ada, address)

  // Only active periods, because an earlier run may have switched others off.
  const on = main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('switch', { checked: true }) })
  const renamed = unique('Feast')
  await on.nth(1).getByLabel('Name').fill(renamed)
  const switchedOff = unique('Quiet day')
  await on.first().getByLabel('Name').fill(switchedOff)
  await on.first().getByRole('switch').click()
  await press(page, 'Add a period')
  await press(page, 'Save the holidays')
  await expect(page.getByRole('alert')).toContainText('Give the period a name')
  const added = main(page).getByRole('listitem').last()
  const village = unique('Village day')
  await added.getByLabel('Name').fill(village)
  for (const field of ['First day', 'Last day'])
    await added.getByLabel(field).fill(field === 'First day' ? villageOn : addDays(villageOn, -1))
  await press(page, 'Save the holidays')
  await expect(page.getByRole('alert')).toContainText('The last day must not come before the first')
  await added.getByRole('spinbutton', { name: 'day, Last day' }).press('ArrowUp')
  await press(page, 'Save the holidays')
  await expect(page.getByText(`The holidays of ${year} are saved`)).toBeVisible()

  await page.goto('/legal/holidays?country=MT')
  await expect(main(page)).toContainText(renamed)
  await expect(main(page)).toContainText(village)
  await expect(main(page)).not.toContainText(switchedOff)
})

test('a sitter adds a peak day, and a quote for it has the surcharge and its reason', async ({ page }) => {
  const [olga, sam, town] = await Promise.all([
    signUp(unique('Olga')),
    signUp(unique('Sam')),
    findTown('Ponta Delgada'),
  ])
  const sitter = await becomeSitter(sam, town.id, unique('Peaks above the harbour'), [
    { ...boarding, rates: { ...boarding.rates, holidayExtra: 5_00 } },
  ])
  const { periods } = await as(sam, showSitterHolidays.response).get(`/v1/sitters/${sitter.id}/holidays`)
  const isFree = (on: string) => periods.every(({ startOn, endOn }) => on < startOn || on > endOn)
  const ahead = [70, 75, 80, 85].find((days) => isFree(dayFromToday(days)))!
  const peak = dayFromToday(ahead)
  await signInHere(page, sam, `/account/sitters/${sitter.id}?tab=calendar`)
  const holidays = page.getByRole('list', { name: 'Holidays' })
  await holidays.getByRole('switch').first().click()
  await page.getByLabel('Another peak day').fill(peak)
  await press(page, 'Add the day')
  await press(page, 'Save the holidays')
  await expect(page.getByText('Your holidays are saved')).toBeVisible()
  await page.reload()
  await expect(holidays.getByRole('switch').first()).not.toBeChecked()
  await expect(page.getByRole('list', { name: 'Peak days' }).getByRole('listitem')).toHaveCount(1)

  const quote = await as(olga, Quote).post('/v1/bookings/calculate-cost', {
    sitterId: sitter.id,
    service: 'boarding',
    startOn: peak,
    endOn: dayFromToday(ahead + 1),
    pets: [{ species: 'cat', weightKg: 4, birthOn: '2020-05-01' }],
  })
  expect(quote.lines).toContainEqual(expect.objectContaining({ code: 'holiday', amount: 5_00 }))
  expect(quote.holidays).toEqual([expect.objectContaining({ name: 'Peak day', startOn: peak })])
})
