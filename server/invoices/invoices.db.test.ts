import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Booking } from '#contract/bookings/bookings.ts'
import * as promos from '#contract/bookings/promo-codes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as contract from '#contract/invoices.ts'
import { resolveCase } from '#server/bookings/desk/case-commands.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import { createPromo } from '#server/bookings/quote/promo-commands.ts'
import { remindSitters, notifySitter } from '#server/invoices/mail-commands.ts'
import { beginInvoicesAfter, makeInvoices, type Progress } from '#server/invoices/month-commands.ts'
import { invoiceRoutes } from '#server/invoices/routes.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { readTrialBalance } from '#server/ledger/desk-commands.ts'
import { invariants } from '#server/ledger/invariant-commands.ts'
import { changeSettings } from '#server/settings/commands.ts'
import { bookingFixture, buildSitter, refusalOf, weekend } from '#test/booking-fixture.ts'
import { eve, withFreshSignIn, olga, sam } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'
import { answerOf } from '#test/invoke.ts'
import { expectOrders, idOf } from '#test/orders.ts'

const operator: Viewer = { ...eve, roles: ['operator'] }
const simple = { services: { boarding: { rates: { base: 38_00 }, capacity: 3 } } }
const words = 'Nobody opened the door for an hour today.'
const january = { startOn: '2027-01-15', endOn: '2027-01-17' }
const newYear = { startOn: '2026-12-29', endOn: '2026-12-31' }

/** A weekend with Sam costs Olga 83.60, of which 15.20 are the fees of both sides. */
async function invoiceFixture() {
  const fixture = await bookingFixture(simple)
  const { deps, db } = fixture
  const ask = <E extends Endpoint>(endpoint: E, viewer: Viewer, parts: object = {}) =>
    answerOf(invoiceRoutes, endpoint, deps, { viewer: withFreshSignIn(viewer, deps.now()), ...parts })
  const list = (viewer: Viewer, query: object = {}) => ask(contract.listFeeInvoices, viewer, { query })
  const listAll = (query: object = {}) => ask(contract.listAdminFeeInvoices, operator, { query })
  const close = (invoice: contract.FeeInvoice, body: object, version = invoice.version) => {
    const parts = { params: { invoiceId: invoice.id }, body: { version, ...body } }
    return ask(contract.closeFeeInvoice, operator, parts)
  }
  /** Runs the invoicing jobs to completion at this moment. */
  async function invoice(moment: string): Promise<void> {
    deps.clock.set(new Date(moment))
    let rest: Progress | null = {}
    while (rest) rest = await makeInvoices(deps, rest)
    for (const job of deps.jobs.splice(0))
      if (job.name === 'invoices.tell')
        await Promise.all([1, 2].map(() => notifySitter(deps, job.payload.invoiceId)))
  }
  const clockTo = async (moment: string) => {
    deps.clock.set(new Date(moment))
    await runClock(deps)
  }
  const mails = () =>
    db
      .selectFrom('mail')
      .selectAll()
      .where('kind', 'like', 'fee-%')
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  const balances = async () => {
    const { items } = await readTrialBalance(db)
    return Object.fromEntries(items.map(({ account, balance }) => [account, balance]))
  }
  const book = async (draft: object = {}) =>
    fixture.act(sam, await fixture.request(olga, { ...weekend(fixture), ...draft }), 'accept')
  /** The owner opens a case, and the operator decides on a refund. */
  const giveBack = async (booking: Pick<Booking, 'id'>, refund: number) => {
    const { cases } = await fixture.act(olga, await fixture.show(olga, booking), 'open_case', {
      kind: 'care',
      words,
    })
    const { version } = await fixture.show(olga, booking)
    const decision = { version, refund, statement: 'The sitter was away for half of the time.' }
    await resolveCase(deps, { viewer: operator, ip: '' }, cases[0]!.id, decision)
  }
  return { ...fixture, ask, list, listAll, close, invoice, clockTo, mails, balances, book, giveBack }
}

test('one invoice is sent when the month ends in the operator’s time zone, even if the job runs again', async () => {
  const fixture = await invoiceFixture()
  await changeSettings(fixture.deps, {
    timeZone: 'America/New_York',
    payments: { invoiceNote: 'IBAN IE00 1234' },
  })
  const booking = await fixture.book()
  await fixture.invoice('2027-01-01T04:59:00Z')
  expect((await fixture.list(sam)).items).toEqual([])
  await fixture.invoice('2027-01-01T05:00:00Z')
  await Promise.all([makeInvoices(fixture.deps), makeInvoices(fixture.deps)])
  const { items } = await fixture.list(sam)
  expect(items).toMatchObject([
    {
      number: 'F-00001',
      month: '2026-12',
      currency: 'EUR',
      total: 15_20,
      madeOn: '2027-01-01',
      dueOn: '2027-01-15',
      status: 'open',
      overdue: false,
      lines: [{ bookingId: booking.id, ownerName: 'Olga', fees: 15_20, promotion: 0, amount: 15_20 }],
    },
  ])
  expect(await fixture.balances()).toMatchObject({ receivable: -15_20, bank: 0, platform_fee: 15_20 })
  const [mail, ...others] = await fixture.mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ recipient: sam.email, subject: 'Your service fees for December 2026: €15.20' })
  expect(mail!.text_body).toContain('Fri, 15 Jan 2027')
  expect(mail!.text_body).toContain('IBAN IE00 1234')
  expect(mail!.text_body).toContain(`/account/fee-invoices/${items[0]!.id}`)
  await expectInvariants(fixture.deps)
})

test('a run that is two months late creates the invoices of both months', async () => {
  const fixture = await invoiceFixture()
  await fixture.book()
  await fixture.book(january)
  await fixture.invoice('2027-02-03T10:00:00Z')
  const { items } = await fixture.list(sam)
  // The second booking counts as a repeat pair only if the first one is complete at the time of the request.
  expect(items.map(({ number, month, total }) => [number, month, total])).toEqual([
    ['F-00002', '2027-01', 15_20],
    ['F-00001', '2026-12', 15_20],
  ])
  await expectInvariants(fixture.deps)
  const csv = async (query: object = {}) =>
    (await fixture.ask(contract.exportAdminFeeInvoices, operator, { query })).trim().split('\r\n')
  const rows = await csv()
  expect(rows).toHaveLength(3)
  expect(rows[1]).toContain('F-00002,2027-01,Sam,')
  expect(rows[1]).toContain(',15.2,')
  expect(await csv({ status: 'settled' })).toHaveLength(1)
})

test('a refund after invoicing is a correction on the next invoice', async () => {
  const fixture = await invoiceFixture()
  const stay = await fixture.book(newYear)
  await fixture.book(january)
  await fixture.clockTo('2026-12-29T17:00:00Z')
  await fixture.invoice('2027-01-01T01:00:00Z')
  expect((await fixture.list(sam)).items).toMatchObject([{ month: '2026-12', total: 15_20 }])
  await fixture.clockTo('2027-01-01T12:00:00Z')
  await fixture.giveBack(stay, 41_80)
  await fixture.invoice('2027-02-01T01:00:00Z')
  const [latest] = (await fixture.list(sam)).items
  expect(latest!.lines).toMatchObject([
    { bookingId: stay.id, fees: -7_60, correction: true },
    { fees: 15_20, correction: false },
  ])
  expect(latest!.total).toBe(7_60)
  const paper = await fixture.ask(contract.showFeeInvoice, sam, { params: { invoiceId: latest!.id } })
  expect(paper).toMatchObject({
    title: 'Invoice for service fees',
    sections: [
      { rows: [{ label: 'Correction for Olga', amount: -7_60 }, { amount: 15_20 }], total: { amount: 7_60 } },
    ],
  })
  await expectInvariants(fixture.deps)
  expect((await fixture.balances())['bank']).toBe(0)
})

test('an invoice of credits only can be settled but not written off, and triggers no reminder', async () => {
  const fixture = await invoiceFixture()
  const stay = await fixture.book(newYear)
  await fixture.clockTo('2026-12-29T17:00:00Z')
  await fixture.invoice('2027-01-01T01:00:00Z')
  await fixture.clockTo('2027-01-01T12:00:00Z')
  await fixture.giveBack(stay, 83_60)
  await fixture.invoice('2027-02-01T01:00:00Z')
  const [credit] = (await fixture.list(sam)).items
  expect(credit).toMatchObject({ total: -15_20, status: 'open' })
  const paper = await fixture.ask(contract.showFeeInvoice, sam, { params: { invoiceId: credit!.id } })
  expect(paper).toMatchObject({ title: 'Credit note', sections: [{ total: { label: 'Credit' } }] })
  expect(JSON.stringify(paper), 'operators read it too').not.toMatch(/\byou\b/i)
  expect((await fixture.mails()).at(-1)!.subject).toBe(
    'Your service fees for January 2027: you get €15.20 back',
  )
  const refusal = await refusalOf(fixture.close(credit!, { status: 'written_off', reason: 'No' }))
  expect(refusal).toMatchObject({ code: 'invoice-action-not-allowed', invoiceStatus: 'open' })
  fixture.deps.clock.set(new Date('2027-04-01T09:00:00Z'))
  await remindSitters(fixture.deps)
  expect((await fixture.mails()).filter(({ kind }) => kind === 'fee-invoice-reminder')).toHaveLength(1)
  expect(await fixture.close(credit!, { status: 'settled' })).toMatchObject({ status: 'settled' })
  await expectInvariants(fixture.deps)
})

test('a promo code paid by the platform reduces the amount of the sitter’s invoice', async () => {
  const fixture = await invoiceFixture()
  const terms = { code: 'SUMMER', amount: 10_00, paidBy: 'platform' }
  await createPromo(fixture.deps, { viewer: operator, ip: '' }, promos.createPromoCode.body.parse(terms))
  await fixture.book({ promoCode: 'SUMMER' })
  await fixture.invoice('2027-01-01T01:00:00Z')
  const [invoice] = (await fixture.list(sam)).items
  expect(invoice).toMatchObject({ total: 5_20, lines: [{ fees: 15_20, promotion: 10_00, amount: 5_20 }] })
  expect((await fixture.balances())['bank']).toBe(0)
})

test('the tax included in the fees is on the invoice and in its document, which prints as PDF', async () => {
  const fixture = await invoiceFixture()
  await changeSettings(fixture.deps, { fees: { taxBasisPoints: 2300 } })
  await fixture.book()
  await fixture.invoice('2027-01-01T01:00:00Z')
  const [invoice] = (await fixture.list(sam)).items
  expect(invoice).toMatchObject({ total: 15_20, tax: 2_84 })
  const params = { invoiceId: invoice!.id }
  const paper = await fixture.ask(contract.showFeeInvoice, sam, { params })
  expect(JSON.stringify(paper)).toContain('The total includes €2.84 of tax.')
  const file = await fixture.ask(contract.printFeeInvoice, sam, { params })
  expect(new TextDecoder().decode(z.instanceof(Uint8Array).parse(file).slice(0, 5))).toBe('%PDF-')
})

test('a booking with an open case and a month invoiced by hand are not invoiced', async () => {
  const fixture = await invoiceFixture()
  const stay = await fixture.book(newYear)
  await fixture.clockTo('2026-12-29T17:00:00Z')
  const running = await fixture.show(olga, stay)
  await fixture.act(olga, running, 'open_case', { kind: 'care', words })
  await fixture.invoice('2027-01-01T01:00:00Z')
  expect((await fixture.list(sam)).items).toEqual([])

  const other = await invoiceFixture()
  await other.book()
  await inTransaction(other.db, (tx) => beginInvoicesAfter(tx, '2026-12'))
  await other.invoice('2027-02-01T01:00:00Z')
  expect((await other.list(sam)).items).toEqual([])
})

test('settling an invoice is posted and audited; a stale version and a second closing are refused', async () => {
  const fixture = await invoiceFixture()
  await fixture.book()
  await fixture.invoice('2027-01-01T01:00:00Z')
  const [invoice] = (await fixture.listAll()).items
  expect(invoice).toMatchObject({ sitter: { name: 'Sam', email: sam.email }, version: 1 })
  expect(await refusalOf(fixture.close(invoice!, { status: 'settled' }, 7))).toMatchObject({
    code: 'version-stale',
  })
  const settled = await fixture.close(invoice!, { status: 'settled', reason: 'Paid in cash' })
  expect(settled).toMatchObject({ status: 'settled', version: 2, reason: 'Paid in cash' })
  expect(await refusalOf(fixture.close(settled, { status: 'written_off', reason: 'x' }))).toMatchObject({
    code: 'invoice-action-not-allowed',
    invoiceStatus: 'settled',
  })
  expect(await fixture.balances()).toMatchObject({ receivable: 0, bank: -15_20 })
  const { kind } = await fixture.db
    .selectFrom('identity.audit_events')
    .select('kind')
    .executeTakeFirstOrThrow()
  expect(kind).toBe('fee-invoice-settled')
  await expectInvariants(fixture.deps)
})

test('writing off an invoice requires a reason and posts a loss', async () => {
  const fixture = await invoiceFixture()
  await fixture.book()
  await fixture.invoice('2027-01-01T01:00:00Z')
  const [invoice] = (await fixture.listAll()).items
  expect(await refusalOf(fixture.close(invoice!, { status: 'written_off' }))).toMatchObject({
    code: 'request-invalid',
    errors: [{ path: 'reason', message: 'Say why nobody will pay it' }],
  })
  await fixture.close(invoice!, { status: 'written_off', reason: 'Moved abroad' })
  expect(await fixture.balances()).toMatchObject({ receivable: 0, loss: -15_20, platform_fee: 15_20 })
  await expectInvariants(fixture.deps)
})

test('a sitter gets one reminder after the due date, and none for a settled invoice', async () => {
  const fixture = await invoiceFixture()
  await fixture.book()
  await fixture.book(january)
  await fixture.invoice('2027-02-01T01:00:00Z')
  const [second] = (await fixture.listAll()).items
  await fixture.close(second!, { status: 'settled' })
  fixture.deps.clock.set(new Date('2027-02-15T23:00:00Z'))
  await remindSitters(fixture.deps)
  expect((await fixture.mails()).filter(({ kind }) => kind === 'fee-invoice-reminder')).toEqual([])
  fixture.deps.clock.set(new Date('2027-02-16T00:30:00Z'))
  await Promise.all([remindSitters(fixture.deps), remindSitters(fixture.deps)])
  const reminders = (await fixture.mails()).filter(({ kind }) => kind === 'fee-invoice-reminder')
  expect(reminders.map(({ subject }) => subject)).toEqual([
    'Reminder: €15.20 in service fees was due on Mon, 15 Feb 2027',
  ])
  const late = (await fixture.listAll({ status: 'overdue' })).items
  expect(late).toMatchObject([{ month: '2026-12', overdue: true }])
})

test('sitters read only their own invoices; operators filter by status and sitter, with pagination', async () => {
  const fixture = await invoiceFixture()
  await fixture.book()
  await fixture.book(january)
  await fixture.invoice('2027-02-01T01:00:00Z')
  expect((await fixture.list(olga)).items).toEqual([])
  const first = await fixture.listAll({ limit: 1, sitter: 'SAM' })
  expect(first.items).toMatchObject([{ month: '2027-01' }])
  const next = await fixture.listAll({ limit: 1, sitter: 'sam@', cursor: first.nextCursor })
  expect(next).toMatchObject({ items: [{ month: '2026-12' }], nextCursor: null })
  expect((await fixture.listAll({ sitter: '100%' })).items).toEqual([])
  expect((await fixture.listAll({ status: 'settled' })).items).toEqual([])
  const params = { invoiceId: first.items[0]!.id }
  expect(await refusalOf(fixture.ask(contract.showFeeInvoice, olga, { params }))).toMatchObject({
    code: 'invoice-not-found',
  })
  expect(await refusalOf(fixture.ask(contract.showFeeInvoice, operator, { params }))).toMatchObject({
    code: 'invoice-not-found',
  })
  const own = await fixture.ask(contract.showFeeInvoice, sam, { params })
  expect(own).toMatchObject({ number: 'F-00002' })
  expect(await fixture.ask(contract.showAdminFeeInvoice, operator, { params })).toEqual(own)
  expect(await refusalOf(fixture.ask(contract.showAdminFeeInvoice, sam, { params }))).toMatchObject({
    code: 'role-missing',
  })
  expect(await refusalOf(fixture.ask(contract.listAdminFeeInvoices, sam, { query: {} }))).toMatchObject({
    code: 'role-missing',
  })
})

test('a run with a failed invoice throws, and the next run completes the month', async () => {
  const fixture = await invoiceFixture()
  await fixture.book()
  await sql`alter table fee_invoice add constraint trouble check (month <> '2026-12')`.execute(fixture.db)
  await expect(fixture.invoice('2027-01-01T01:00:00Z')).rejects.toThrow(
    'Not every sitter was invoiced for 2026-12',
  )
  await sql`alter table fee_invoice drop constraint trouble`.execute(fixture.db)
  await fixture.invoice('2027-01-01T02:00:00Z')
  expect((await fixture.list(sam)).items).toMatchObject([{ number: 'F-00001', month: '2026-12' }])
})

test.each([
  'update fee_invoice set total = 1',
  "update fee_invoice set status = 'settled', closed_at = made_at",
  'update fee_invoice_line set fees = fees + 1',
])('fee_invoices_in_ledger is broken by: %s', async (statement) => {
  const fixture = await invoiceFixture()
  await fixture.book()
  await fixture.invoice('2027-01-01T01:00:00Z')
  await expectInvariants(fixture.deps)
  await sql.raw(statement).execute(fixture.db)
  for (const scope of ['recent', 'all'] as const) {
    const { items } = await invariants(fixture.deps, scope)
    const broken = items.find(({ name }) => name === 'fee_invoices_in_ledger')!
    expect(broken.violations).toBeGreaterThan(0)
  }
})

test('invoices are sorted by number, sitter, due date or total, page by page, and exported in this order', async () => {
  const fixture = await invoiceFixture()
  await buildSitter(fixture.db, eve)
  const invoices = [
    [sam, '2026-09', 20_00, '2026-10-15'],
    [eve, '2026-09', 30_00, '2026-10-15'],
    [sam, '2026-10', 20_00, '2026-11-15'],
    [eve, '2026-11', 10_00, '2026-11-15'],
  ] as const
  for (const [index, [{ accountId }, month, total, due]] of invoices.entries())
    await fixture.db
      .insertInto('fee_invoice')
      .values({
        id: idOf(index),
        serial: index + 1,
        account_id: accountId,
        month,
        currency: 'EUR',
        total,
        tax: 0,
        made_at: fixture.deps.now(),
        made_on: `${month}-28`,
        due_on: due,
        time_zone: 'UTC',
        status: 'open',
      })
      .execute()
  const csv = (query: object) => fixture.ask(contract.exportAdminFeeInvoices, operator, { query })
  const nameOf = ({ number }: contract.AdminFeeInvoice) => number
  const [first, second, third, fourth] = ['F-00001', 'F-00002', 'F-00003', 'F-00004'] as const
  await expectOrders(
    { list: fixture.listAll, csv, nameOf, column: 0 },
    {},
    {
      number: [first, second, third, fourth],
      sitter: [second, fourth, first, third],
      dueOn: [first, second, third, fourth],
      total: [fourth, first, third, second],
    },
  )
  expect((await fixture.listAll()).items.map(nameOf)).toEqual([fourth, third, second, first])
})
