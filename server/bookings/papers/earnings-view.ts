import type { CurrencyEarnings, EarningSums } from '#contract/bookings/earnings.ts'
import type { Earning } from '#contract/ledger.ts'
import type { Months, sumByMonth, sumByService } from '#server/bookings/papers/earnings-store.ts'
import { addMonths } from '#server/kernel/day.ts'

type MonthRow = Awaited<ReturnType<typeof sumByMonth>>[number]
type ServiceRow = Awaited<ReturnType<typeof sumByService>>[number]
type Row = Pick<MonthRow, 'earned' | 'tips' | 'takenBack' | 'fees' | 'paidOut' | 'bookings'>

const monthsBefore = (month: string, count: number): string => addMonths(`${month}-01`, -count).slice(0, 7)

/** The year, or else the twelve months that end with this one. */
export const periodOf = (month: string, year: string | undefined): Months =>
  year ? { from: `${year}-01`, to: `${year}-12` } : { from: monthsBefore(month, 11), to: month }

const nothing: Row = { earned: 0, tips: 0, takenBack: 0, fees: 0, paidOut: 0, bookings: 0 }
export const isSomething = ({ bookings, takenBack, paidOut }: Row): boolean =>
  bookings > 0 || takenBack !== 0 || paidOut !== 0

/** The current year and those in which something was earned, newest first. */
export const yearsOf = (month: string, byMonth: readonly MonthRow[]): string[] =>
  [
    ...new Set([
      month.slice(0, 4),
      ...byMonth.filter(isSomething).flatMap((row) => row.month?.slice(0, 4) ?? []),
    ]),
  ]
    .toSorted()
    .toReversed()

export const sumsOf = ({
  earned: care,
  tips,
  takenBack,
  fees,
  paidOut,
  bookings,
}: Row = nothing): EarningSums => ({
  care,
  tips,
  takenBack,
  earned: care + tips - takenBack,
  fees,
  paidOut,
  bookings,
})

type Parts = {
  month: string
  period: Months
  byMonth: readonly MonthRow[]
  byService: readonly ServiceRow[]
  due: readonly Earning[]
}

/** A sitter's earnings in each currency in which something was earned or is expected. */
export function viewEarnings({ month, period, byMonth, byService, due }: Parts): CurrencyEarnings[] {
  const viewCurrency = (total: MonthRow): CurrencyEarnings => {
    const isOwn = ({ currency }: { currency: string }) => currency === total.currency
    const months = new Map(byMonth.filter(isOwn).map((row) => [row.month, row]))
    const services = byService.filter(isOwn)
    const ahead = due.filter(isOwn)
    return {
      currency: total.currency,
      byProvider: total.byProvider,
      thisMonth: sumsOf(months.get(month)),
      expected: {
        amount: ahead.reduce((sum, { amount }) => sum + amount, 0),
        bookings: new Set(ahead.map(({ bookingId }) => bookingId)).size,
      },
      total: sumsOf(total),
      balance: total.balance,
      period: sumsOf(services.find(({ service }) => service === null)),
      months: Array.from({ length: 12 }, (_, index) => monthsBefore(period.to, 11 - index)).map((one) => ({
        month: one,
        ...sumsOf(months.get(one)),
      })),
      services: services
        .filter(isSomething)
        .flatMap(({ service, ...row }) => (service === null ? [] : { service, ...sumsOf(row) }))
        .toSorted((a, b) => b.earned - a.earned),
    }
  }
  return byMonth
    .filter((row) => row.month === null)
    .map(viewCurrency)
    .filter(({ total, expected }) => total.bookings > 0 || expected.amount > 0)
}
