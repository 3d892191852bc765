import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { findBarriers } from './barriers.ts'
import { giveRoles, makeOperator, signInHere, signUp, unique } from './people.ts'
import { accept, deskMenu, dialog, main, openAs, press, twoPeople } from './stay.ts'

test('an accountant reads the trial balance, finds the entries of a booking, and downloads them', async ({
  page,
}) => {
  const { olga, sam, booking } = await twoPeople(20)
  await accept(sam, booking)
  const fay = await signUp(unique('Fay'))
  await giveRoles(fay, ['accountant'])

  await signInHere(page, fay, '/admin')
  await deskMenu(page).getByRole('link', { name: 'Ledger' }).click()
  const balance = page.getByRole('table', { name: 'Accounts in EUR' })
  await expect(balance.getByRole('row', { name: /^1200 Bank/ })).toBeVisible()
  await expect(balance.getByRole('row', { name: /^Sum/ })).toContainText('€0.00')
  await expect(main(page)).toContainText('Debits and credits are equal')
  expect(await findBarriers(page)).toEqual([])

  await balance.getByRole('link', { name: '1594 Escrow' }).click()
  await expect(page).toHaveURL(/account=escrow/)
  await page.getByLabel('Number of a booking').fill(booking.number)
  await press(page, 'Search')
  await expect(page).toHaveURL(new RegExp(`booking=${booking.number}`))
  const transfers = page.getByRole('table', { name: 'Newest first' })
  // The rows of other bookings stay until the answer to the search is there.
  const captured = transfers.getByRole('row', {
    name: new RegExp(`^Price of the booking.*booking ${booking.number}`),
  })
  await expect(captured).toContainText(`Owners: ${olga.name}`)
  await expect(captured).toContainText('Escrow')
  await expect(transfers.getByRole('row', { name: /^Payment by the owner/ })).toHaveCount(0)
  expect(await findBarriers(page)).toEqual([])

  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download as CSV')])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines.join()).toContain(booking.number)

  await captured.getByRole('link', { name: `booking ${booking.number}` }).click()
  await page.getByRole('link', { name: 'Its transfers in the ledger' }).click()
  await expect(transfers.getByRole('row', { name: /^Payment by the owner/ })).toBeVisible()
  await page.getByRole('columnheader', { name: 'Transfer' }).getByRole('link').click()
  await expect(page).toHaveURL(/sort=kind/)
  await expect(main(page).getByRole('rowheader')).toHaveText([
    /^Payment by the owner/,
    /^Price of the booking/,
  ])
  await page.getByRole('columnheader', { name: 'Transfer' }).getByRole('link').click()
  await expect(page).toHaveURL(/sort=-kind/)
  await expect(main(page).getByRole('rowheader')).toHaveText([
    /^Price of the booking/,
    /^Payment by the owner/,
  ])
})

test('an accountant downloads a month as CSV and PDF', async ({ page }) => {
  const { sam, booking } = await twoPeople(20)
  await accept(sam, booking)
  const fay = await signUp(unique('Fay'))
  await giveRoles(fay, ['accountant'])
  const month = new Date().toISOString().slice(0, 7)

  await signInHere(page, fay, `/admin/ledger?view=month&month=${month}`)
  await expect(page.getByRole('table', { name: 'Accounts in EUR' })).toContainText('1594 Escrow')
  await expect(main(page)).toContainText('The closing balances sum to zero')
  await expect(main(page)).toContainText('Not over yet')
  expect(await findBarriers(page)).toEqual([])
  const save = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, name)])
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
  }
  const csv = await save('Entries for DATEV (CSV)')
  expect(csv.name).toBe(`EXTF_Buchungsstapel_${month}.csv`)
  expect(csv.bytes.toString()).toMatch(/^\uFEFF"EXTF";700;21;"Buchungsstapel";13;/)
  expect(csv.bytes.toString()).toContain(`;"${booking.number}";"";;"Price of the booking ${booking.number}`)
  const pdf = await save('Closing (PDF)')
  expect(pdf.name).toBe(`closing-${month}.pdf`)
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
})

test('a correction above the limit is posted after another operator has approved it', async ({
  page,
  browser,
}) => {
  const { sam, booking } = await twoPeople(20)
  await accept(sam, booking)
  const [ada, ben] = await Promise.all([signUp(unique('Ada')), signUp(unique('Ben'))])
  await Promise.all([makeOperator(ada), makeOperator(ben)])
  const why = unique('The payment in cash was not recorded')

  await page.setViewportSize({ width: 360, height: 740 })
  await signInHere(page, ada, '/admin/ledger?view=corrections')
  await expect(page.getByRole('link', { name: 'Corrections' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1280, height: 900 })
  const form = page.getByRole('region', { name: 'New correction' })
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toContainText('Choose an account to debit')
  await form.getByLabel('Debit').selectOption('Losses')
  await form.getByLabel('Credit').selectOption('Sitter of the booking')
  await form.getByLabel('Amount').fill('120')
  await form.getByLabel(/^Number of the booking/).fill(booking.number)
  await form.getByLabel('Why?').fill(why)
  expect(await findBarriers(page)).toEqual([])
  await form.getByRole('button', { name: 'Send' }).click()
  const correctionOn = (where: Page) =>
    where
      .getByRole('region', { name: 'Corrections, newest first' })
      .getByRole('listitem')
      .filter({ hasText: why })
  await expect(correctionOn(page)).toContainText('Waits for a second person')
  await expect(correctionOn(page)).toContainText('Somebody else has to approve it.')
  await expect(correctionOn(page).getByRole('button', { name: /^Approve/ })).toHaveCount(0)

  const second = await openAs(browser, ben, '/admin/ledger?view=corrections')
  await expect(correctionOn(second)).toContainText(`Sitter of the booking (${sam.name})`)
  await correctionOn(second).getByRole('button', { name: 'Approve €120.00' }).click()
  await dialog(second).getByLabel('What did you check?').fill('I have seen the receipt.')
  await dialog(second).getByRole('button', { name: 'Approve and post it' }).click()
  await expect(correctionOn(second)).toContainText(`Approved by ${ben.name}`)
  await correctionOn(second)
    .getByRole('link', { name: `Booking ${booking.number}` })
    .click()
  const row = second.getByRole('table', { name: 'Newest first' }).getByRole('row', { name: /^Correction/ })
  await expect(row).toContainText('Losses')
  await expect(row).toContainText(`Sitters: ${sam.name}`)
  await expect(row).toContainText(why)
})
