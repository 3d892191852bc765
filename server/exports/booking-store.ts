import { sql } from 'kysely'
import {
  type CopyFile,
  ofAccount,
  ofBooking,
  ownBookings,
  section,
  type Subject,
} from '#server/exports/section-store.ts'

/** The name of the other side as both see it. */
const ownerName = sql`(select name from account where account.id = copied.owner_id)`
const sitterName = sql`(select name from sitter where sitter.id = copied.sitter_id)`
const number = sql`(select number from booking where booking.id = copied.booking_id)`

const ownPayments = ({ accountId }: Subject) =>
  sql`select id from payment where payer_id = ${accountId}::uuid`

/** Bookings of both sides, care and money. */
export const bookingFiles: CopyFile[] = [
  {
    name: 'bookings',
    about: 'Your requests and bookings, as owner and as sitter',
    sections: [
      section('bookings', 'booking', {
        about: 'Each booking with its price; `quote` has the lines, `terms` what was agreed',
        columns: [
          'id',
          'number',
          'owner_id',
          'sitter_id',
          'service',
          'status',
          'circle',
          'start_on',
          'start_time',
          'end_on',
          'end_time',
          'time_zone',
          'starts_at',
          'ends_at',
          'quote',
          'terms',
          'currency',
          'total',
          'paid',
          'refunded',
          'released',
          'changed_back',
          'payment_mode',
          'payment_status',
          'message',
          'reason',
          'cancelled_by',
          'cancelled_at',
          'cancel_reply',
          'cancel_replied_at',
          'sent_at',
          'expires_at',
          'answered_at',
          'confirmed_at',
          'due_at',
          'charge_at',
          'checked_in_at',
          'ended_at',
          'created_at',
          'updated_at',
        ],
        computed: { owner: ownerName, sitter: sitterName },
        whose: ofBooking('id'),
        order: ['created_at', 'id'],
      }),
      section('history', 'booking_event', {
        about: 'What happened to each booking, who did it and with which words',
        columns: ['booking_id', 'idx', 'at', 'event', 'from_status', 'to_status', 'by', 'payload'],
        computed: { booking: number },
        whose: ofBooking('booking_id'),
        order: ['booking_id', 'idx'],
      }),
      section('units', 'booking_unit', {
        about: 'Nights, days, visits and walks, and which pets were part of them',
        columns: ['booking_id', 'idx', 'on_date', 'starts_at', 'ends_at', 'minutes', 'pet_ids'],
        computed: { booking: number },
        whose: ofBooking('booking_id'),
        order: ['booking_id', 'idx'],
      }),
      section('dropped_visits', 'booking_dropped_visit', {
        about: 'Visits that were taken out of a booking',
        columns: ['booking_id', 'idx', 'starts_at', 'ends_at'],
        whose: ofBooking('booking_id'),
        order: ['booking_id', 'idx'],
      }),
      section('pets', 'booking_pet', {
        about: 'Which pets a booking is for',
        columns: ['booking_id', 'pet_id'],
        computed: { booking: number, pet: sql`(select name from pet where pet.id = copied.pet_id)` },
        whose: ofBooking('booking_id'),
        order: ['booking_id', 'pet_id'],
      }),
      section('changes', 'booking_change', {
        about: 'Changes that were proposed, and what came of them',
        columns: [
          'id',
          'booking_id',
          'status',
          'proposed_by',
          'proposed_at',
          'expires_at',
          'agreed',
          'note',
          'ended_at',
        ],
        computed: { booking: number },
        whose: ofBooking('booking_id'),
        order: ['proposed_at', 'id'],
      }),
      section('extra_payments', 'booking_extra', {
        about: 'What was to be paid on top of a price',
        columns: ['id', 'booking_id', 'purpose', 'amount', 'status', 'opened_at', 'pay_by', 'ended_at'],
        computed: { booking: number },
        whose: ofBooking('booking_id'),
        order: ['opened_at', 'id'],
      }),
      section('cases', 'booking_case', {
        about: 'When something went wrong: what each side said, and the decision',
        columns: [
          'id',
          'booking_id',
          'kind',
          'status',
          'opened_by',
          'opened_at',
          'words',
          'contacted',
          'asked',
          'photo_ids',
          'visit_at',
          'answer',
          'answered_at',
          'answer_photo_ids',
          'refund',
          'statement',
          'resolved_by',
          'resolved_at',
          'appeal',
          'appealed_by',
          'appealed_at',
          'appeal_photo_ids',
        ],
        computed: { booking: number },
        whose: ofBooking('booking_id'),
        order: ['opened_at', 'id'],
      }),
      section('second_sitters', 'booking_backup', {
        about: 'Second sitters: whom you asked as an owner, and who asked you as a sitter',
        columns: ['booking_id', 'sitter_id', 'status', 'note', 'asked_at', 'answered_at', 'called_at'],
        computed: { sitter: sitterName },
        whose: ({ accountId, sitterId }) => sql<boolean>`
          sitter_id = ${sitterId}::uuid
          or booking_id in (select id from booking where owner_id = ${accountId}::uuid)`,
        order: ['asked_at', 'booking_id'],
      }),
      section('news_rhythms', 'booking_rhythm', {
        about: 'How often an owner wants to hear from the sitter',
        columns: ['booking_id', 'rhythm', 'changed_at'],
        whose: ofBooking('booking_id'),
        order: ['booking_id'],
      }),
    ],
  },
  {
    name: 'report-cards',
    about: 'What was told during the bookings: times, tasks, notes, photos and the routes of walks',
    sections: [
      section('entries', 'care_entry', {
        about: 'Entries of the report cards; `data` is what was told, a route is a list of points',
        columns: ['booking_id', 'id', 'unit', 'kind', 'data', 'happened_at', 'received_at'],
        computed: { booking: number },
        whose: ofBooking('booking_id'),
        order: ['booking_id', 'happened_at', 'id'],
      }),
    ],
  },
  {
    name: 'lost-pets',
    about: 'Pages of lost pets that you or your sitter put up, and what people who saw the pet wrote to you',
    sections: [
      section('pages', 'lost_pet', {
        about: 'The pages',
        columns: [
          'id',
          'pet_id',
          'reported_by',
          'code',
          'lost_at',
          'time_zone',
          'place',
          'marks',
          'behaviour',
          'do_not_chase',
          'reward',
          'shows_owner_phone',
          'shows_sitter_phone',
          'reported_at',
          'ended_at',
        ],
        whose: ({ accountId }) =>
          sql<boolean>`owner_id = ${accountId}::uuid or sitter_account_id = ${accountId}::uuid`,
        order: ['reported_at', 'id'],
      }),
      section('sightings', 'lost_sighting', {
        about: 'What was written to you there',
        columns: ['id', 'lost_pet_id', 'words', 'contact', 'told_at'],
        whose: ({ accountId }) => sql<boolean>`lost_pet_id in (select id from lost_pet
          where owner_id = ${accountId}::uuid or sitter_account_id = ${accountId}::uuid)`,
        order: ['told_at', 'id'],
      }),
    ],
  },
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
        about: 'The number under which the payment provider knows you as a payer',
        columns: ['provider_id', 'created_at'],
        whose: ofAccount('account_id'),
        order: ['account_id'],
      }),
      section('receiver', 'payment_account', {
        about: 'The number under which the payment provider knows you as a receiver',
        columns: ['provider_id', 'state', 'created_at', 'updated_at'],
        whose: ofAccount('account_id'),
        order: ['account_id'],
      }),
      section('orders', 'payment_task', {
        about: 'Orders to the payment provider about your payments and payouts',
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
        about: 'Your entries in the books; minus and plus as the books have them',
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
        about: 'Credits that are yours',
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
    about: 'Invoices of service fees; the papers themselves are in the folder `invoices`',
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
        about: 'What each invoice asks for',
        columns: ['invoice_id', 'booking_id', 'fees', 'promotion', 'tax', 'correction'],
        computed: { booking: number },
        whose: ({ accountId }) =>
          sql<boolean>`invoice_id in (select id from fee_invoice where account_id = ${accountId}::uuid)`,
        order: ['invoice_id', 'booking_id'],
      }),
    ],
  },
]

const seenPhotos = (subject: Subject) => sql`
  copied.kind = 'report-card' and copied.id::text in (
    select data ->> 'fileId' from care_entry where booking_id in (${ownBookings(subject)}))
  or copied.kind = 'evidence' and copied.id in (
    select unnest(photo_ids || answer_photo_ids || appeal_photo_ids) from booking_case
    where booking_id in (${ownBookings(subject)}))
  or copied.kind = 'message' and copied.subject_id in (
    select message.id from message join conversation on conversation.id = message.conversation_id
    where message.removed_at is null
      and (conversation.owner_id = ${subject.accountId}::uuid or conversation.sitter_id = ${subject.sitterId}::uuid))`

const path = sql`'files/' || copied.kind || '/' || copied.id
  || case copied.type when 'application/pdf' then '.pdf' else '.webp' end`

/** Own files, and photos of others in one's report cards, messages and cases. */
export const ownFiles = section('files', 'file', {
  about: 'Your photos and documents; `path` is where each is in this archive',
  columns: ['id', 'kind', 'name', 'type', 'alt', 'bytes', 'width', 'height', 'blur', 'hash', 'created_at'],
  computed: { path },
  whose: ({ accountId }) =>
    sql<boolean>`copied.account_id = ${accountId}::uuid and copied.state = 'ready' and copied.removed_at is null`,
  order: ['created_at', 'id'],
})
export const othersFiles = section('files_of_others', 'file', {
  about: 'Photos that somebody else put into your report cards, messages and cases',
  columns: ['id', 'kind', 'alt', 'width', 'height', 'created_at'],
  computed: { path },
  whose: (subject) => sql<boolean>`copied.account_id <> ${subject.accountId}::uuid
    and copied.state = 'ready' and copied.removed_at is null and (${seenPhotos(subject)})`,
  order: ['created_at', 'id'],
})
