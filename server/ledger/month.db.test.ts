import { expect, test } from 'vitest'
import * as contract from '#contract/staff/ledger.ts'
import { runClock } from '#server/bookings/life/clock-commands.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { post } from '#server/ledger/commands.ts'
import { postings } from '#server/ledger/postings.ts'
import { changeSettings } from '#server/settings/commands.ts'
import { routes } from '#server/slices.ts'
import { bookingFixture, completedWeekend } from '#test/booking-fixture.ts'
import { eve, olga, sam, withFreshSignIn } from '#test/cast.ts'
import { answerOf } from '#test/invoke.ts'

const sides = { ownerId: olga.accountId, sitterId: sam.accountId }

/**
 * A booking that was paid and settled in December, and a tip that came in the last hour of UTC's November, which is
 * December in Berlin.
 */
async function setup() {
  const fixture = await bookingFixture()
  const { deps, db } = fixture
  await changeSettings(deps, { timeZone: 'Europe/Berlin', fees: { taxBasisPoints: 2300 } })
  const source = { source: 'test', sourceId: '1', bookingId: null, currency: 'EUR' }
  await inTransaction(db, (tx) =>
    post(tx, { ...source, at: new Date('2026-11-30T23:30:00Z') }, [postings.tip(sides, 10_00)]),
  )
  await inTransaction(db, (tx) =>
    post(tx, { ...source, sourceId: '2', at: new Date('2026-11-20T12:00:00Z') }, [postings.tip(sides, 4_00)]),
  )
  const booking = await completedWeekend(fixture)
  deps.clock.set(new Date('2026-12-16T12:00:00Z'))
  await runClock(deps)
  const as = (...roles: string[]): Viewer => withFreshSignIn({ ...eve, roles }, deps.now())
  return {
    ...fixture,
    as,
    booking,
    month: (month: string, viewer = as('accountant')) =>
      answerOf(routes, contract.showLedgerMonth, deps, { viewer, params: { month } }),
    csv: (month: string, viewer = as('accountant')) =>
      answerOf(routes, contract.exportLedgerMonth, deps, { viewer, params: { month } }),
    pdf: (month: string, viewer = as('accountant')) =>
      answerOf(routes, contract.printLedgerMonth, deps, { viewer, params: { month } }),
  }
}

test('a month begins with the balances of the one before, by the days of the instance, and sums to zero', async () => {
  const { month } = await setup()
  const november = await month('2026-11')
  expect(november).toMatchObject({
    isOpen: false,
    transfers: 1,
    accounts: [
      { account: 'bank', opening: 0, debit: 4_00, credit: 0, closing: -4_00 },
      { account: 'sitter', opening: 0, debit: 0, credit: 4_00, closing: 4_00 },
    ],
    kinds: [{ kind: 'tip', count: 1, amount: 4_00 }],
    months: ['2026-12', '2026-11'],
  })
  const december = await month('2026-12')
  expect(december.isOpen).toBe(true)
  for (const { account, closing } of november.accounts)
    expect(december.accounts.find((one) => one.account === account)).toMatchObject({ opening: closing })
  for (const { opening, debit, credit, closing } of december.accounts)
    expect(opening - debit + credit).toBe(closing)
  expect(december.accounts.reduce((sum, { closing }) => sum + closing, 0)).toBe(0)
  expect(december.kinds.map(({ kind }) => kind)).toEqual(['capture', 'charge', 'payout', 'release', 'tip'])
})

test('the lines for DATEV have the sums of the accounts, an account and a contra account each', async () => {
  const { month, csv, booking } = await setup()
  const [header, columns, ...lines] = (await csv('2026-12')).trimEnd().split('\r\n')
  expect(header).toBe(
    '\uFEFF"EXTF";700;21;"Buchungsstapel";13;20261216120000000;;"RE";"";"";;;20260101;4;20261201;20261231;"Entries 2026-12";"";1;0;0;"EUR";;"";;;"03";;;"";""',
  )
  expect(columns!.split(';').slice(0, 14)).toEqual([
    'Umsatz',
    'Soll-/Haben-Kennzeichen',
    'WKZ Umsatz',
    'Kurs',
    'Basisumsatz',
    'WKZ Basisumsatz',
    'Konto',
    'Gegenkonto (ohne BU-Schlüssel)',
    'BU-Schlüssel',
    'Belegdatum',
    'Belegfeld 1',
    'Belegfeld 2',
    'Skonto',
    'Buchungstext',
  ])
  const cells = lines.map((line) => line.split(';'))
  for (const fields of [columns!.split(';'), ...cells]) expect(fields).toHaveLength(125)
  expect(lines[0]!.replace(/"[\da-f]{32}"/, '"id"')).toBe(
    `10,00;"S";"EUR";;;"";1200;1595;"";0112;"id";"";;"Tip Sam"${';'.repeat(111)}`,
  )
  expect(cells.filter((fields) => fields[10] === `"${booking.number}"`)).toHaveLength(lines.length - 1)
  const sumOf = (column: 6 | 7, number: string) =>
    cells.reduce((sum, cell) => sum + (cell[column] === number ? Number(cell[0]!.replace(',', '')) : 0), 0)
  const { accounts, numbers } = await month('2026-12')
  for (const { account, debit, credit } of accounts)
    expect([account, sumOf(6, numbers[account]), sumOf(7, numbers[account])]).toEqual([
      account,
      debit,
      credit,
    ])
  expect(cells.every((fields) => fields[10]!.length <= 38 && fields[13]!.length <= 62)).toBe(true)
})

test('the numbers of the accountant, the fiscal year and the accounts come from the settings', async () => {
  const { deps, month, csv } = await setup()
  const accounts = { bank: '18000', receivable: '12000', dispute: '13600', owner: '37000', escrow: '37010' }
  const more = { sitter: '37020', tax: '38060', platform_fee: '44000', promotion: '66000', loss: '69000' }
  await changeSettings(deps, {
    timeZone: 'Europe/Berlin',
    datev: {
      consultant: 29098,
      client: 55003,
      yearStartMonth: 12,
      chart: 'skr04',
      accounts: { ...accounts, ...more },
    },
  })
  const [header, , line] = (await csv('2026-11')).split('\r\n')
  expect(header!.split(';').slice(10, 16)).toEqual([
    '29098',
    '55003',
    '20251201',
    '5',
    '20261101',
    '20261130',
  ])
  expect(header!.split(';')[26]).toBe('"04"')
  expect(line!.split(';').slice(6, 8)).toEqual(['18000', '37020'])
  expect((await csv('2026-12')).split(';')[12]).toBe('20261201')
  expect((await month('2026-11')).numbers).toEqual({ ...accounts, ...more })
})

test('the PDF of a month that is over stays the same, byte for byte', async () => {
  const { deps, pdf } = await setup()
  const first = Buffer.from(await bytesOf(pdf('2026-11')))
  expect(first.subarray(0, 5).toString()).toBe('%PDF-')
  deps.clock.set(new Date('2027-02-01T12:00:00Z'))
  expect(Buffer.from(await bytesOf(pdf('2026-11'))).equals(first)).toBe(true)
})

async function bytesOf(file: Promise<Uint8Array<ArrayBuffer> | Blob>): Promise<Uint8Array> {
  const read = await file
  return read instanceof Uint8Array ? read : read.bytes()
}

test('support and moderators do not read a month', async () => {
  const { as, month, csv, pdf } = await setup()
  for (const role of ['support', 'moderator'])
    for (const read of [month, csv, pdf])
      await expect(read('2026-12', as(role))).rejects.toMatchObject({ code: 'role-missing' })
  expect((await month('2026-12', as('operator'))).accounts).not.toEqual([])
})
