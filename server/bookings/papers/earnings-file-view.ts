import { decimalMoney, serviceNames } from '#contract/words.ts'
import type { sumByBooking } from '#server/bookings/papers/earnings-store.ts'
import { isSomething, sumsOf } from '#server/bookings/papers/earnings-view.ts'
import { writeCsv } from '#server/kernel/csv.ts'
import type { Site } from '#server/kernel/deps.ts'

const header = [
  'Month',
  'Booking',
  'Service',
  'Owner',
  'Start',
  'End',
  'Currency',
  'For care, after the service fees',
  'Tips',
  'Taken back by banks of owners',
  'Earned',
  'Service fees of both sides',
  'Paid out to you',
  'Page of the booking',
]

/** Earnings as CSV. Amounts are decimal numbers, so that spreadsheets can add them up. */
export function viewEarningsFile(
  rows: Awaited<ReturnType<typeof sumByBooking>>,
  { url }: Pick<Site, 'url'>,
): string {
  const lines = rows.filter(isSomething).map((row) => {
    const { care, tips, takenBack, earned, fees, paidOut } = sumsOf(row)
    return [
      row.month,
      row.number,
      serviceNames[row.service],
      row.ownerName,
      row.startOn,
      row.endOn,
      row.currency,
      ...[care, tips, takenBack, earned, fees, paidOut].map((amount) =>
        Number(decimalMoney(amount, row.currency)),
      ),
      `${url}/account/bookings/${row.id}`,
    ]
  })
  return writeCsv([header, ...lines])
}
