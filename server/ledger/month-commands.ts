import type { LedgerMonth } from '#contract/staff/ledger.ts'
import { addDays, addMonths, instantOf, localOf } from '#server/kernel/day.ts'
import { printDocument } from '#server/kernel/drawing/pdf.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { findAllTransfers } from '#server/ledger/desk-commands.ts'
import * as store from '#server/ledger/month-store.ts'
import { viewMonthDocument, writeMonth } from '#server/ledger/month-view.ts'
import { paperLook } from '#server/look/commands.ts'
import { currentSettings } from '#server/settings/commands.ts'

const firstOf = (month: string): string => `${month}-01`
const monthOf = (at: Date, timeZone: string): string => localOf(at, timeZone).on.slice(0, 7)

const periodOf = (month: string, timeZone: string): store.Period => ({
  from: instantOf(firstOf(month), '00:00', timeZone),
  until: instantOf(addMonths(firstOf(month), 1), '00:00', timeZone),
})

/** All months from the first to the last one, newest first. */
function monthsBetween(first: string, last: string): string[] {
  const months = [last]
  while (months.at(-1)! > first) months.push(addMonths(firstOf(months.at(-1)!), -1).slice(0, 7))
  return months
}

/** The accounts in a month, with their opening and closing balances. */
export async function readMonth({ db, now }: Deps, month: string): Promise<LedgerMonth> {
  const { timeZone, datev } = (await currentSettings(db)).settings
  const period = periodOf(month, timeZone)
  const [accounts, kinds, first] = await Promise.all([
    store.sumMonth(db, period),
    store.sumKinds(db, period),
    store.findFirst(db),
  ])
  const current = monthOf(now(), timeZone)
  return {
    month,
    timeZone,
    isOpen: now() < period.until,
    transfers: kinds.reduce((sum, { count }) => sum + count, 0),
    accounts,
    numbers: datev.accounts,
    kinds,
    months: monthsBetween(first ? monthOf(first, timeZone) : current, current),
  }
}

/** The entries of a month as DATEV imports them. */
export async function exportMonth({ db, now }: Deps, month: string): Promise<string> {
  const { timeZone, currency, datev } = (await currentSettings(db)).settings
  const days = { from: firstOf(month), to: addDays(addMonths(firstOf(month), 1), -1) }
  const transfers = await findAllTransfers(db, { ...days, timeZone })
  return writeMonth(transfers, { ...days, at: now(), currency, datev })
}

/** The same input gives the same file once the month is over, because its date is then the end of the month. */
export async function printMonth(deps: Deps, month: string): Promise<Uint8Array<ArrayBuffer>> {
  const read = await readMonth(deps, month)
  const at = read.isOpen ? deps.now() : periodOf(month, read.timeZone).until
  return printDocument(viewMonthDocument(read, deps.site, at), await paperLook(deps))
}
