import type { CurrencyEarnings, EarningSums } from '#contract/bookings/earnings.ts'
import type { Receipt } from '#contract/ledger.ts'
import { serviceNames } from '#contract/words.ts'
import type { Months, sumByBooking } from '#server/bookings/papers/earnings-store.ts'
import { isSomething, sumsOf } from '#server/bookings/papers/earnings-view.ts'
import type { Site } from '#server/kernel/deps.ts'
import { dayInWords, monthInWords } from '#server/kernel/words.ts'

type Booking = Awaited<ReturnType<typeof sumByBooking>>[number]
type Parts = {
  name: string
  currency: string
  year: string | undefined
  period: Months
  /** Undefined if there is nothing in this currency. */
  earnings: CurrencyEarnings | undefined
  bookings: readonly Booking[]
  now: Date
  site: Site
}
type Section = Receipt['sections'][number]
type Row = Section['rows'][number]

const row = (label: string, amount: number, detail: string | null = null): Row => ({ label, detail, amount })
const countOf = (count: number): string => `${count} ${count === 1 ? 'booking' : 'bookings'}`

/** What was earned in a year or in the last twelve months. The total of every section is the same. */
export function viewEarningsPaper(parts: Parts): Receipt {
  const { name, currency, year, period, earnings, now, site } = parts
  const { operator } = site
  const months = `${monthInWords(period.from)} to ${monthInWords(period.to)}`
  return {
    number: year ?? months,
    title: 'Earnings',
    issuedAt: now.toISOString(),
    timeZone: 'UTC',
    currency,
    site: site.name,
    operator: { name: operator.name || site.name, address: operator.address, email: operator.email },
    facts: [
      { label: 'Sitter', value: name },
      { label: 'Months', value: months },
      { label: 'Made on', value: dayInWords(now.toISOString().slice(0, 10)) },
    ],
    sections: earnings?.months.some(isEarning)
      ? sectionsOf(earnings, parts.bookings)
      : [{ title: 'In all', rows: [row('Nothing earned in these months', 0)], total: null }],
    notes: [
      'Each amount is counted in the month in which it became due or moved, in the time zone of the place where the care took place.',
      'Earnings are after the service fees of both sides, and with tips. The monthly statements contain the same amounts.',
    ],
  }
}

const isEarning = ({ earned, bookings, takenBack }: EarningSums): boolean =>
  earned !== 0 || bookings > 0 || takenBack !== 0

function sectionsOf({ period, months, services }: CurrencyEarnings, bookings: readonly Booking[]): Section[] {
  const total = row('You earned', period.earned)
  return [
    {
      title: 'In all',
      rows: [
        row('For care, after the service fees', period.care),
        row('Tips', period.tips),
        row('Taken back by banks of owners', 0 - period.takenBack),
      ].filter(({ amount }, index) => index === 0 || amount !== 0),
      total,
    },
    {
      title: 'By month',
      rows: months
        .filter(isEarning)
        .map((one) => row(monthInWords(one.month), one.earned, countOf(one.bookings))),
      total,
    },
    {
      title: 'By service',
      rows: services.map((one) => row(serviceNames[one.service], one.earned, countOf(one.bookings))),
      total,
    },
    {
      title: 'By booking',
      rows: bookings
        .filter(isSomething)
        .map((one) =>
          row(
            `${serviceNames[one.service]} for ${one.ownerName}`,
            sumsOf(one).earned,
            `${one.number}, ${dayInWords(one.startOn)} to ${dayInWords(one.endOn)}, earned in ${monthInWords(one.month)}`,
          ),
        ),
      total,
    },
  ]
}
