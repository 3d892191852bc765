import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { formatMoney } from '#contract/words.ts'
import { localOf } from '#server/kernel/day.ts'
import { findBarriers } from './barriers.ts'
import { as, becomeSitter, boarding, findTown, signInHere, signUp, unique } from './people.ts'
import { accept, euros, main, press, readAs, twoPeople } from './stay.ts'
import { beginInHours, inDatabase, runClockJob } from './time.ts'

/** A stay that has ended and whose earnings are settled now. */
async function settledStay() {
  const people = await twoPeople(20)
  const { sam, booking } = people
  const { id, version } = await accept(sam, booking)
  await beginInHours(id, 1)
  await as(sam).put('/v1/bookings', { id, version, event: 'check_in' })
  await beginInHours(id, -200)
  await inDatabase((client) => client.query('update booking set due_at = now() where id = $1', [id]))
  await expect
    .poll(async () => {
      await runClockJob()
      return (await readAs(sam, booking)).timeline.map(({ event }) => event)
    })
    .toContain('release_payout')
  return people
}

const figure = (page: Page, label: string) => main(page).locator('dl > div').filter({ hasText: label })
const table = (page: Page, name: string) => main(page).getByRole('table', { name, exact: true })

async function download(page: Page, button: string) {
  const waiting = page.waitForEvent('download')
  await press(page, button)
  const file = await waiting
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('a sitter sees what a settled stay earned, in figures, by month and by service, as in the statement', async ({
  page,
}) => {
  const { sam, booking } = await settledStay()
  const { quote } = await readAs(sam, booking)
  const earned = formatMoney(quote.sitterPayout!, quote.currency)
  // Months and years are those at the place of care.
  const today = localOf(new Date(), 'Atlantic/Azores').on
  const year = Number(today.slice(0, 4))

  await page.setViewportSize({ width: 360, height: 740 })
  await signInHere(page, sam, '/account/earnings')
  await expect(figure(page, 'This month')).toContainText(earned)
  await expect(figure(page, 'Expected')).toContainText(euros(0))
  await expect(figure(page, 'Earned so far')).toContainText(earned)
  await expect(table(page, 'By service').getByRole('row', { name: /Boarding/ })).toContainText(earned)
  await expect(table(page, 'Settled').getByRole('link')).toHaveAttribute(
    'href',
    `/account/bookings/${booking.id}`,
  )
  expect(await findBarriers(page)).toEqual([])
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0)

  // The axes and bars of both charts, which load late.
  await expect(main(page).locator('figure svg').first()).toBeVisible()
  await expect(main(page).locator('figure .recharts-bar-rectangle path')).toHaveCount(2)
  const [pdf, csv] = [await download(page, 'Download as PDF'), await download(page, 'Download as CSV')]
  expect(pdf.name).toMatch(/^earnings-20\d\d-\d\d-to-20\d\d-\d\d\.pdf$/)
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(csv.name).toBe(pdf.name.replace('.pdf', '.csv'))
  const [, line = ''] = csv.bytes.toString('utf8').split('\r\n')
  expect(line.split(',')).toEqual(
    expect.arrayContaining([today.slice(0, 7), booking.number, 'Boarding', `${quote.sitterPayout! / 100}`]),
  )

  const periods = main(page).getByRole('navigation', { name: 'Period' })
  await periods.getByRole('link', { name: `${year}`, exact: true }).click()
  await expect(page).toHaveURL(`/account/earnings?year=${year}`)
  await expect(main(page)).toContainText(`You earned ${earned} in ${year}`)
  await page.goto(`/account/earnings?year=${year - 1}`)
  await expect(main(page)).toContainText(`You earned nothing in ${year - 1}.`)
  await expect(figure(page, 'Earned so far')).toContainText(earned)
  await periods.getByRole('link', { name: 'Last 12 months' }).click()
  await table(page, 'By month').getByRole('link').click()
  await expect(page).toHaveURL(`/account/statements?role=sitter&month=${today.slice(0, 7)}`)
  await expect(main(page).locator('dl div').filter({ hasText: 'You earned' })).toContainText(earned)
})

test('the earnings of a new sitter and of an owner are empty and lead on', async ({ page }) => {
  const [sam, olga] = await Promise.all([signUp(unique('Sam')), signUp(unique('Olga'))])
  const town = await findTown('Horta')
  const { id } = await becomeSitter(sam, town.id, unique('A house by the marina'), [boarding])
  await signInHere(page, sam, '/account/earnings')
  await expect(main(page).getByRole('heading', { name: 'Nothing earned yet' })).toBeVisible()
  const calendar = main(page).getByRole('link', { name: 'Look at your calendar' })
  await expect(calendar).toHaveAttribute('href', `/account/sitters/${id}?tab=calendar`)
  await expect(main(page).getByRole('table')).toHaveCount(0)

  await page.goto('/account')
  await main(page).getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await signInHere(page, olga, '/account/earnings')
  await expect(main(page).getByRole('heading', { name: 'You are not a sitter yet' })).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Become a sitter' })).toBeVisible()
})
