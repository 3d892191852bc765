import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { type FeeInvoice, listFeeInvoices } from '#contract/invoices.ts'
import { addMonths, localOf } from '#server/kernel/day.ts'
import { openDb } from '#server/kernel/db/db.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { openJobs } from '#server/kernel/jobs/jobs.ts'
import { createLog } from '#server/kernel/log.ts'
import { allFit } from './fit.ts'
import { as, makeOperator, type Person, signInHere, signUp, unique, withoutStream } from './people.ts'
import { accept, dialog, euros, main, openAs, press, twoPeople } from './stay.ts'
import { beginInHours } from './time.ts'

/** In the time zone of these tests' sitters, where a month ends an hour later than in UTC. */
const lastMonth = addMonths(localOf(new Date(), 'Atlantic/Azores').on, -1).slice(0, 7)

/** A stay in the middle of last month, with the owner's payment recorded. */
async function stayLastMonth() {
  const people = await twoPeople(20)
  const { id, version } = await accept(people.sam, people.booking)
  await beginInHours(id, 1)
  await as(people.sam).put('/v1/bookings', { id, version, event: 'check_in' })
  await beginInHours(id, (Date.parse(`${lastMonth}-12T12:00Z`) - Date.now()) / 3_600_000)
  return people
}

/** Runs the invoicing of last month again; a sitter who already has an invoice gets no second one. */
async function invoiceLastMonth(): Promise<void> {
  const url = process.env['DATABASE_URL']!
  const db = openDb(url)
  const jobs = await openJobs(url, createLog('silent'))
  try {
    await inTransaction(db, async (tx) => {
      await tx.deleteFrom('fee_month').where('month', '=', lastMonth).execute()
      await jobs.enqueue(tx, 'invoices.make', {})
    })
  } finally {
    await jobs.stop()
    await db.destroy()
  }
}

async function invoiceOf(sitter: Person): Promise<FeeInvoice> {
  const find = async () => (await as(sitter, listFeeInvoices.response).get('/v1/fee-invoices')).items
  await expect.poll(find).toHaveLength(1)
  return (await find())[0]!
}

const rowOf = (page: Page, { number }: FeeInvoice) => main(page).getByRole('row').filter({ hasText: number })

const crumbs = (page: Page) =>
  main(page).getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')

async function saveInvoice(page: Page, { number }: FeeInvoice): Promise<void> {
  const answering = page.waitForResponse(/\/invoice\.pdf$/)
  const saving = page.waitForEvent('download')
  await press(page, 'Download as PDF')
  const answer = await answering
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf'])
  const file = await saving
  expect(file.suggestedFilename()).toBe(`${number}.pdf`)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
}

test('a sitter downloads an invoice as a PDF; an operator settles one and writes off another', async ({
  page,
  browser,
}) => {
  const [paying, silent, ada] = await Promise.all([stayLastMonth(), stayLastMonth(), signUp(unique('Ada'))])
  await Promise.all([makeOperator(ada), invoiceLastMonth()])
  const [due, lost] = await Promise.all([invoiceOf(paying.sam), invoiceOf(silent.sam)])

  await signInHere(page, paying.sam, '/account/fee-invoices')
  await expect(rowOf(page, due)).toContainText('Open')
  await rowOf(page, due).getByRole('link').click()
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Invoice for service fees')
  const total = main(page).locator('dl div').filter({ hasText: 'To pay' })
  await expect(total).toContainText(euros(due.total))
  await expect(main(page)).toContainText(paying.booking.number)
  await expect(crumbs(page)).toHaveText(['Your account', 'Invoices', due.number])
  await saveInvoice(page, due)

  const adaPage = await openAs(browser, ada, '/admin/fee-invoices')
  const find = async (sitter: Person, { number }: FeeInvoice) => {
    await adaPage.getByLabel('Name or e-mail address of the sitter').fill(sitter.name)
    await adaPage.getByRole('search', { name: 'Invoices' }).getByRole('button').click()
    await expect(main(adaPage).getByRole('rowheader').getByRole('link').first()).toHaveText(number)
    await expect(main(adaPage).getByRole('rowheader')).toHaveCount(1)
  }
  await find(paying.sam, due)
  await rowOf(adaPage, due).getByRole('link', { name: due.number }).click()
  await expect(main(adaPage).getByRole('heading', { level: 1 })).toHaveText('Invoice for service fees')
  await expect(crumbs(adaPage)).toHaveText(['Fee invoices', due.number])
  await saveInvoice(adaPage, due)
  await crumbs(adaPage).getByRole('link', { name: 'Fee invoices' }).click()
  await find(paying.sam, due)
  await press(adaPage, `Settle ${due.number}`)
  await expect(dialog(adaPage)).toContainText(
    `You have received ${euros(due.total)} from ${paying.sam.name}.`,
  )
  await dialog(adaPage).getByRole('button', { name: 'It is paid' }).click()
  await expect(adaPage.getByText(`${due.number} is settled`)).toBeVisible()
  await expect(rowOf(adaPage, due)).toContainText('Settled')

  await find(silent.sam, lost)
  await press(adaPage, `Write off ${lost.number}`)
  await dialog(adaPage).getByRole('button', { name: 'Write it off' }).click()
  await expect(dialog(adaPage).getByRole('alert')).toContainText('Say why nobody will pay it')
  await dialog(adaPage).getByLabel('Why?').fill('Two reminders and no answer.')
  await dialog(adaPage).getByRole('button', { name: 'Write it off' }).click()
  await expect(rowOf(adaPage, lost)).toContainText('Written off')
  await expect(rowOf(adaPage, lost)).toContainText('“Two reminders and no answer.”')

  await adaPage.getByRole('columnheader', { name: 'Total' }).getByRole('link').click()
  await expect(adaPage).toHaveURL(/sort=-total/)
  await expect(adaPage.getByRole('table', { name: 'By total, descending' })).toBeVisible()
  await rowOf(adaPage, lost).getByText('1 booking').click()
  await expect(rowOf(adaPage, lost)).toContainText(`Booking ${silent.booking.number}`)
  const [csv] = await Promise.all([adaPage.waitForEvent('download'), press(adaPage, 'Download as CSV')])
  const lines = (await readFile(await csv.path(), 'utf8')).trim().split('\r\n')
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([lost.number])

  const note = unique('Transfer it to IE00 1234')
  await adaPage.getByText('Invoice settings', { exact: true }).click()
  await adaPage.getByLabel('How sitters pay you').fill(note)
  await press(adaPage, 'Save the settings')
  await expect(adaPage.getByText('The invoice settings are saved')).toBeVisible()
  await adaPage.context().close()

  await page.goto('/account/fee-invoices')
  await expect(rowOf(page, due)).toContainText('Settled')
  const samPage = await openAs(browser, silent.sam, `/account/fee-invoices/${lost.id}`)
  await expect(main(samPage).locator('dl div').filter({ hasText: 'Status' })).toContainText('Written off')
  await expect(main(samPage)).toContainText(note)
  await samPage.context().close()
})

test('an invoice fits the viewport and is accessible, on the desk and on the account pages', async ({
  page,
  browser,
}) => {
  const [{ sam }, ada] = await Promise.all([stayLastMonth(), signUp(unique('Ada'))])
  await Promise.all([makeOperator(ada), invoiceLastMonth()])
  const { id } = await invoiceOf(sam)
  await withoutStream(page)
  await signInHere(page, sam, '/account')
  await allFit(page, [`/account/fee-invoices/${id}`])
  const adaPage = await openAs(browser, ada, '/admin', withoutStream)
  await allFit(adaPage, [`/admin/fee-invoices/${id}`])
  await adaPage.context().close()
})
