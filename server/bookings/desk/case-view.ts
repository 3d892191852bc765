import type { AdminBooking, CaseSummary } from '#contract/bookings/case-desk.ts'
import type { Party } from '#contract/codes.ts'
import { settlementOf } from '#contract/payments/words.ts'
import { decimalMoney, serviceNames } from '#contract/words.ts'
import { viewCase } from '#server/bookings/case/view.ts'
import { quoteFor } from '#server/bookings/change/view.ts'
import type { CaseLineRow } from '#server/bookings/desk/case-store.ts'
import { factsOf } from '#server/bookings/facts.ts'
import { viewEvent } from '#server/bookings/history-view.ts'
import { mayMove } from '#server/bookings/life/rule.ts'
import { heldOf } from '#server/bookings/money/payout.ts'
import { viewCharge } from '#server/bookings/pay/charge-view.ts'
import { type BookingRecord, payableFrom, termsOfRow } from '#server/bookings/record/record.ts'
import { previewRefund } from '#server/bookings/view.ts'
import type { PhotosOf } from '#server/files/commands.ts'
import { writeCsv } from '#server/kernel/csv.ts'

/** A booking with everything an operator needs to decide. Telephone numbers, addresses and positions are left out. */
export const viewAdminBooking = (record: BookingRecord, at: Date, photosOf: PhotosOf): AdminBooking => ({
  id: record.id,
  number: record.number,
  status: record.status,
  version: record.version,
  service: record.service,
  ownerAccountId: record.owner_id,
  ownerName: record.owner_name,
  sitterAccountId: record.sitter_account_id,
  sitterId: record.sitter_id,
  sitterName: record.sitter_name,
  petNames: record.pets.map(({ name }) => name),
  startOn: record.start_on,
  startTime: record.start_time,
  endOn: record.end_on,
  endTime: record.end_time,
  timeZone: record.time_zone,
  checkedInAt: record.checked_in_at?.toISOString() ?? null,
  quote: quoteFor(record.quote, 'sitter'),
  money: moneyFor(record, at),
  cancellable: mayMove('cancel_by_operator', 'operator', factsOf(record), at, termsOfRow(record).settings),
  refundByRules: refundByRules(record, at),
  cases: record.cases.map((one) => viewCase(one, photosOf)),
  timeline: record.events.map((event) => viewEvent(event, record, 'operator')),
})

function moneyFor(record: BookingRecord, at: Date): AdminBooking['money'] {
  const charge = viewCharge(record, termsOfRow(record), at)
  return {
    settlement: settlementOf(record.payment_mode, charge !== null),
    paid: record.paid,
    refunded: record.refunded,
    released: record.released,
    held: heldOf(payableFrom(record)),
    charge,
  }
}

function refundByRules(record: BookingRecord, at: Date): AdminBooking['refundByRules'] {
  const amountOf = (party: Party) => {
    const refund = previewRefund(record, party, at)
    return refund && refund.total + (refund.promotion ?? 0)
  }
  const [owner, sitter] = [amountOf('owner'), amountOf('sitter')]
  return owner === null || sitter === null ? null : { owner, sitter }
}

export const viewCaseLine = (row: CaseLineRow, photosOf: PhotosOf): CaseSummary => ({
  case: viewCase(row, photosOf),
  booking: {
    id: row.booking_id,
    number: row.number,
    status: row.booking_status,
    service: row.service,
    ownerName: row.owner_name,
    sitterName: row.sitter_name,
    startOn: row.start_on,
    endOn: row.end_on,
    currency: row.currency,
  },
})

const header = [
  'Case',
  'Kind',
  'Status',
  'Booking',
  'Service',
  'Owner',
  'Sitter',
  'First day',
  'Last day',
  'Opened by',
  'Opened',
  'To be answered by',
  'To be decided by',
  'Asked for',
  'Refund',
  'Currency',
  'Decided by',
  'Decided',
  'Appealed',
]

/** What people have written is left out: it is read case by case, on the desk, and not in files. */
export const writeCases = (rows: readonly CaseLineRow[]): string =>
  writeCsv([
    header,
    ...rows.map((row) => {
      const money = (amount: number | null) => amount && Number(decimalMoney(amount, row.currency))
      return [
        row.id,
        row.kind,
        row.status,
        row.number,
        serviceNames[row.service],
        row.owner_name,
        row.sitter_name,
        row.start_on,
        row.end_on,
        row.opened_by,
        row.opened_at,
        row.answer_by,
        row.decide_by,
        money(row.asked),
        money(row.refund),
        row.currency,
        row.resolved_by,
        row.resolved_at,
        row.appealed_at,
      ]
    }),
  ])
