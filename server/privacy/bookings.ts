import { homeDays, maxPageDays } from '#server/lost/lost.ts'
import {
  codes,
  impersonal,
  personal,
  type ImpersonalRow,
  type PrivacyRow,
  technical,
} from '#server/privacy/row.ts'

const bookings = { in: 'bookings.json' }
const care = { in: 'report-cards.json' }
const twoSides = 'Both sides of the booking, and the operator when there is a case'
const law = {
  kept: 'law' as const,
  why: 'Tax and commercial law requires records of what was sold and at which price. They contain no name.',
}
const untilErased = { until: 'the account of the person who wrote it is deleted' }
const records = { until: 'the law no longer requires it; the software does not delete it automatically' }
const untilHome = {
  days: homeDays,
  after: `the pet is home, and at the latest ${maxPageDays} days after the report`,
}

export const bookingRows: PrivacyRow[] = [
  personal(
    'Bookings',
    'booking',
    ['number', 'owner_id', 'sitter_id', 'service', 'start_time', 'end_time', 'time_zone', 'quote', 'terms'],
    {
      what: 'Requests and bookings: who with whom, service, days and times, price and terms',
      purpose: 'To make, carry out and prove what was agreed',
      basis: 'contract',
      seenBy: 'Both sides of the booking and the operator',
      kept: records,
      exported: bookings,
      erased: law,
    },
  ),
  personal('Bookings', 'booking', ['message', 'reason', 'cancel_reply'], {
    what: 'Text with a request, an answer or a cancellation, and the reply to it',
    purpose: 'For the two sides to understand each other, and to settle disagreements',
    basis: 'contract',
    seenBy: twoSides,
    kept: untilErased,
    exported: bookings,
    erased: 'blank',
  }),
  personal('Bookings', 'booking_event', ['payload'], {
    what: 'History of a booking: text with each step and, if the sitter added it, where they checked in, to about one kilometre',
    purpose: 'To show what happened and when',
    basis: 'contract',
    seenBy: twoSides,
    kept: untilErased,
    exported: bookings,
    erased: 'blank',
  }),
  personal('Bookings', 'booking_change', ['agreed', 'note'], {
    what: 'Proposed changes to a booking, with a note',
    purpose: 'To agree on a change',
    basis: 'contract',
    seenBy: 'Both sides of the booking',
    kept: untilErased,
    exported: bookings,
    erased: 'blank',
  }),
  personal(
    'Bookings',
    'booking_case',
    [
      'words',
      'contacted',
      'answer',
      'statement',
      'appeal',
      'photo_ids',
      'answer_photo_ids',
      'appeal_photo_ids',
    ],
    {
      what: 'Complaints and other cases: what each side says, photos, and the decision with its reasons',
      purpose: 'To decide who is right',
      basis: 'contract',
      seenBy: 'Both sides of the booking and the operator',
      kept: untilErased,
      exported: bookings,
      erased: 'blank',
    },
  ),
  personal('Bookings', 'booking_unit', ['pet_ids'], {
    what: 'Which pets were looked after on which night or visit',
    purpose: 'To record what was agreed',
    basis: 'contract',
    seenBy: 'Both sides of the booking',
    kept: records,
    exported: bookings,
    erased: law,
  }),
  personal('Bookings', 'sitter_busy', ['during'], {
    what: 'Times at which a booking keeps a sitter busy',
    purpose: 'To offer only times at which the sitter is free',
    basis: 'contract',
    seenBy: 'The sitter; everybody sees that the time is not free',
    kept: { until: 'the booking is cancelled or the account of the sitter is deleted' },
    exported: { not: 'It repeats the times of your bookings.' },
    erased: 'row',
  }),
  personal('Friends and favourites', 'booking_backup', ['status', 'note'], {
    what: 'A backup sitter you have asked to step in, with a note',
    purpose: 'To have somebody if your sitter can no longer come',
    basis: 'contract',
    seenBy: 'You and the backup sitter',
    kept: untilErased,
    exported: bookings,
    erased: 'row',
  }),
  personal('Care and report cards', 'booking_rhythm', ['rhythm'], {
    what: 'How often the owner would like updates from the sitter',
    purpose: 'To tell the sitter',
    basis: 'contract',
    seenBy: 'Both sides of the booking',
    kept: { until: 'the account of the owner is deleted' },
    exported: bookings,
    erased: 'row',
  }),
  personal('Care and report cards', 'care_entry', ['kind', 'data'], {
    what: 'Report cards: times, tasks done, notes, photos, incidents, and the route of a walk if the sitter records it',
    purpose: 'To tell the owner how the pet is',
    basis: 'contract',
    seenBy: 'Both sides of the booking, and the operator when there is a case',
    kept: {
      until:
        'the account of the owner or of the sitter is deleted. Routes are deleted after 30 days, or another number of days that the operator has set',
    },
    exported: care,
    erased: 'row',
  }),
  personal('Lost pets', 'lost_pet', ['place', 'marks', 'behaviour', 'reward'], {
    what: 'Page of a lost pet: where it was lost, marks, behaviour and reward',
    purpose: 'For others to find your pet',
    basis: 'consent',
    seenBy: 'Everybody who has the address of the page, while the pet is lost',
    kept: untilHome,
    exported: { in: 'lost-pets.json' },
    erased: 'blank',
  }),
  personal('Lost pets', 'lost_pet', ['code', 'time_zone'], {
    what: 'Page of a lost pet: its unlisted address, and the time zone of the place',
    purpose: 'For others to find your pet',
    basis: 'consent',
    seenBy: 'Everybody who has the address of the page, while the pet is lost',
    kept: { until: 'your account is deleted; the address of a closed page no longer shows anything' },
    exported: { in: 'lost-pets.json' },
    erased: {
      kept: 'others',
      why: 'People who have the address see that the page is closed, and nothing else.',
    },
  }),
  personal('Lost pets', 'lost_sighting', ['net'], {
    what: 'A keyed hash of the network address of a finder',
    purpose: 'To stop abuse of the page of a lost pet',
    basis: 'interest',
    seenBy: 'Nobody',
    kept: { days: 30, after: 'the pet is home, and at the latest 365 days after the report' },
    exported: { not: 'It belongs to the finder, and you could not see it.' },
    erased: 'row',
  }),
  personal('Lost pets', 'lost_sighting', ['words', 'contact'], {
    what: 'What finders write: their message, and how to reach them',
    purpose: 'To lead you to your pet',
    basis: 'interest',
    seenBy: 'The owner, and the sitter who has the pet',
    kept: untilHome,
    exported: { in: 'lost-pets.json' },
    erased: 'row',
  }),
]

export const bookingImpersonal: ImpersonalRow[] = [
  impersonal('booking', ['status', 'currency', 'payment_status', 'cancelled_by', 'payment_mode'], codes),
  impersonal('booking_event', ['event', 'from_status', 'to_status', 'by'], codes),
  impersonal('booking_change', ['status', 'proposed_by'], codes),
  impersonal('booking_case', ['kind', 'status', 'opened_by', 'resolved_by', 'appealed_by'], codes),
  impersonal('booking_extra', ['purpose', 'status'], codes),
  impersonal('booking_notice', ['event', 'receiver'], codes),
  impersonal('lost_pet', ['reported_by'], codes),
  impersonal('sitter_busy', ['kind'], codes),
  impersonal('sitter_day', ['kind'], codes),
  impersonal('demo_part', ['part'], technical),
]
