import { sql } from 'kysely'
import { type CopyFile, ofAccount, section, type Subject } from '#server/exports/section-store.ts'

const number = sql`(select number from booking where booking.id = copied.booking_id)`

const ownPayments = ({ accountId }: Subject) =>
  sql`select id from payment where payer_id = ${accountId}::uuid`

/** Payments, ledger entries and invoices. */
export const moneyFiles: CopyFile[] = [
  {
    name: 'payments',
    about: 'Payments, payouts and credits. Amounts are whole numbers in the smallest unit of the currency',
    sections: [
      section('payments', 'payment', {
        about: 'What you paid by card',
        columns: [
          'id',
          'booking_id',
          'amount',
          'currency',
          'purpose',
          'way',
          'state',
          'intent_id',
          'setup_id',
          'method_id',
          'swap_setup_id',
          'failure',
          'created_at',
          'updated_at',
        ],
        computed: { booking: number },
        whose: ofAccount('payer_id'),
        order: ['created_at', 'id'],
      }),
      section('payer', 'payment_customer', {
        about: 'Your customer number with the payment provider, for what you pay',
        columns: ['provider_id', 'created_at'],
        whose: ofAccount('account_id'),
        order: ['account_id'],
      }),
      section('receiver', 'payment_account', {
        about: 'Your account number with the payment provider, for what you receive',
        columns: ['provider_id', 'state', 'created_at', 'updated_at'],
        whose: ofAccount('account_id'),
        order: ['account_id'],
      }),
      section('orders', 'payment_task', {
        about: 'Instructions to the payment provider about your payments and payouts',
        columns: [
          'id',
          'kind',
          'booking_id',
          'amount',
          'currency',
          'source',
          'state',
          'provider_id',
          'failure',
          'created_at',
          'updated_at',
        ],
        whose: (subject) => sql<boolean>`
          account_id = ${subject.accountId}::uuid or payment_id in (${ownPayments(subject)})`,
        order: ['created_at', 'id'],
      }),
      section('disputes', 'payment_dispute', {
        about: 'Payments of yours that your bank took back',
        columns: [
          'id',
          'booking_id',
          'status',
          'reason',
          'amount',
          'currency',
          'decision',
          'opened_at',
          'closed_at',
        ],
        whose: (subject) => sql<boolean>`payment_id in (${ownPayments(subject)})`,
        order: ['opened_at', 'id'],
      }),
      section('ledger_entries', 'ledger_entry', {
        about: 'Your entries in the ledger, with the signs used there',
        columns: ['transfer_id', 'idx', 'account_id', 'account', 'amount'],
        whose: ofAccount('account_id'),
        order: ['transfer_id', 'idx'],
      }),
      section('ledger_transfers', 'ledger_transfer', {
        about: 'Why each amount moved',
        columns: ['id', 'at', 'kind', 'source', 'source_id', 'booking_id', 'currency', 'note'],
        whose: ({ accountId }) =>
          sql<boolean>`id in (select transfer_id from ledger_entry where account_id = ${accountId}::uuid)`,
        order: ['at', 'id'],
      }),
      section('credits', 'promo_code', {
        about: 'Your credits',
        columns: [
          'id',
          'code',
          'owner_id',
          'earned_by',
          'percent',
          'amount',
          'currency',
          'from_on',
          'until_on',
          'created_at',
          'ended_at',
        ],
        whose: ofAccount('owner_id'),
        order: ['created_at', 'id'],
      }),
      section('codes_used', 'promo_use', {
        about: 'Codes and credits that you used',
        columns: ['booking_id', 'promo_id', 'status', 'amount'],
        computed: {
          booking: number,
          code: sql`(select code from promo_code where promo_code.id = copied.promo_id)`,
        },
        whose: ofAccount('owner_id'),
        order: ['booking_id'],
      }),
    ],
  },
  {
    name: 'invoices',
    about: 'Invoices for service fees; the documents themselves are in the folder `invoices`',
    sections: [
      section('invoices', 'fee_invoice', {
        about: 'Invoices to you',
        columns: [
          'id',
          'serial',
          'account_id',
          'month',
          'currency',
          'total',
          'tax',
          'made_on',
          'due_on',
          'time_zone',
          'status',
          'closed_at',
          'reason',
        ],
        whose: ofAccount('account_id'),
        order: ['serial'],
      }),
      section('lines', 'fee_invoice_line', {
        about: 'What each invoice charges for',
        columns: ['invoice_id', 'booking_id', 'fees', 'promotion', 'tax', 'correction'],
        computed: { booking: number },
        whose: ({ accountId }) =>
          sql<boolean>`invoice_id in (select id from fee_invoice where account_id = ${accountId}::uuid)`,
        order: ['invoice_id', 'booking_id'],
      }),
    ],
  },
]
