import { codes, impersonal, personal, type ImpersonalRow, type PrivacyRow } from '#server/privacy/row.ts'

const reports = { in: 'reports.json' }

export const wordRows: PrivacyRow[] = [
  personal('Messages', 'message', ['body'], {
    what: 'Messages between owner and sitter',
    purpose: 'To talk to each other',
    basis: 'contract',
    seenBy: 'The two of them. If one of them reports a message, the operator reads that message',
    kept: { days: 730, after: 'the last message and the end of the last booking of the two' },
    exported: { in: 'messages.json' },
    erased: 'blank',
  }),
  personal('Messages', 'conversation', ['owner_id', 'sitter_id'], {
    what: 'Who writes to whom, what each has read and put away',
    purpose: 'To talk to each other',
    basis: 'contract',
    seenBy: 'The two of them',
    kept: { days: 30, after: 'both accounts were deleted, and otherwise with its messages' },
    exported: { in: 'messages.json' },
    erased: 'blank',
  }),
  personal('Messages', 'block', ['blocker_id', 'blocked_id'], {
    what: 'Whom you have blocked',
    purpose: 'To keep that person away from you',
    basis: 'contract',
    seenBy: 'You',
    kept: { until: 'you unblock the person or one of the accounts is deleted' },
    exported: { in: 'messages.json' },
    erased: 'row',
  }),
  personal('Reviews and reports', 'review', ['overall', 'ratings'], {
    what: 'Stars of a review',
    purpose: 'To help others choose',
    basis: 'interest',
    seenBy:
      'Everybody, of reviews about sitters; sitters with a request of the owner, of reviews about owners',
    kept: {
      until: 'the operator removes the review',
    },
    exported: { in: 'reviews.json' },
    erased: {
      kept: 'others',
      why: 'The average of a sitter must stay true for those who rely on it. Nothing says any more who gave the stars.',
    },
  }),
  personal('Reviews and reports', 'review', ['body', 'reply'], {
    what: 'Words of a review, and the reply to it',
    purpose: 'To help others choose',
    basis: 'interest',
    seenBy:
      'Everybody, of reviews about sitters; sitters with a request of the owner, of reviews about owners',
    kept: { until: 'the account of the person who wrote it is deleted' },
    exported: { in: 'reviews.json' },
    erased: 'blank',
  }),
  personal('Reviews and reports', 'review', ['private_note'], {
    what: 'A private note with a review, for those who run the site',
    purpose: 'To tell the operator something that is not for everybody',
    basis: 'contract',
    seenBy: 'The operator',
    kept: { until: 'the account of the person who wrote it is deleted' },
    exported: { in: 'reviews.json' },
    erased: 'blank',
  }),
  personal('Reviews and reports', 'report', ['reason', 'decision_reason'], {
    what: 'Reports: the kind of complaint, and the reasons of the decision',
    purpose: 'Safety, and statements of reasons that the law demands',
    basis: 'law',
    seenBy: 'Who reported, the operator, and without the name of who reported the person it is about',
    kept: { days: 730, after: 'the decision' },
    exported: reports,
    erased: {
      kept: 'law',
      why: 'The law demands statements of reasons. A name in them is replaced.',
    },
  }),
  personal('Reviews and reports', 'report', ['words', 'snapshot'], {
    what: 'Reports: what you say, and what the reported text or profile said then',
    purpose: 'Safety, and statements of reasons that the law demands',
    basis: 'law',
    seenBy: 'Who reported, the operator, and without the name of who reported the person it is about',
    kept: { days: 730, after: 'the decision' },
    exported: reports,
    erased: 'blank',
  }),
  personal('Friends and favourites', 'circle_member', ['name'], {
    what: 'Friends and neighbours who may look after your pets',
    purpose: 'To book them without paying',
    basis: 'contract',
    seenBy: 'You and your friend',
    kept: { until: 'you or your friend deletes the account' },
    exported: { in: 'circle.json' },
    erased: 'row',
  }),
  personal('Friends and favourites', 'favourite', ['name', 'note'], {
    what: 'Sitters you have kept: their name then, and your note',
    purpose: 'To find them again',
    basis: 'contract',
    seenBy: 'You',
    kept: { until: 'you remove it, or your account or that of the sitter is deleted' },
    exported: { in: 'favourites.json' },
    erased: 'row',
  }),
  personal('Friends and favourites', 'saved_search', ['name', 'address', 'query', 'seen', 'fresh'], {
    what: 'Searches you have kept, and which sitters you have seen there',
    purpose: 'To tell you when there is somebody new',
    basis: 'contract',
    seenBy: 'You',
    kept: { until: 'you remove it or your account is deleted' },
    exported: { in: 'favourites.json' },
    erased: 'row',
  }),
  personal('Friends and favourites', 'promo_code', ['owner_id', 'earned_by'], {
    what: 'Credits that you have earned by inviting somebody',
    purpose: 'To take them off your next booking',
    basis: 'contract',
    seenBy: 'You and the operator',
    kept: { until: 'the law no longer demands it; the software deletes none by itself' },
    exported: { in: 'payments.json' },
    erased: { kept: 'law', why: 'Part of the accounts. It holds no name.' },
  }),
]

export const wordImpersonal: ImpersonalRow[] = [
  impersonal('report', ['subject_kind', 'status', 'measure'], codes),
  impersonal('review', ['author', 'removed_for'], codes),
  impersonal('promo_code', ['code', 'currency', 'paid_by', 'note'], 'Offers of the site and their code'),
  impersonal('promo_use', ['status'], codes),
]
