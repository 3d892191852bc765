import type { AdminBookingSummary } from '#contract/bookings/admin.ts'
import { decimalMoney, serviceNames } from '#contract/words.ts'
import type { BookingRow } from '#server/bookings/record/store.ts'
import { writeCsv } from '#server/kernel/csv.ts'

export const viewSummary = (row: BookingRow): AdminBookingSummary => ({
  id: row.id,
  number: row.number,
  status: row.status,
  service: row.service,
  ownerName: row.owner_name,
  sitterName: row.sitter_name,
  startOn: row.start_on,
  endOn: row.end_on,
  currency: row.currency,
  total: row.total,
  createdAt: row.created_at.toISOString(),
})

const header = [
  'Booking',
  'Service',
  'Status',
  'Owner',
  'Sitter',
  'First day',
  'Last day',
  'Total',
  'Currency',
  'Created',
]

export const writeSummaries = (bookings: readonly AdminBookingSummary[]): string =>
  writeCsv([
    header,
    ...bookings.map((one) => [
      one.number,
      serviceNames[one.service],
      one.status,
      one.ownerName,
      one.sitterName,
      one.startOn,
      one.endOn,
      Number(decimalMoney(one.total, one.currency)),
      one.currency,
      one.createdAt,
    ]),
  ])
