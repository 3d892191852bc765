/** Every failure a client may meet, in one list: code -> HTTP status and fixed title (RFC 9457 `type`, `status`, `title`). */
export const problems = {
  'request-invalid': [400, 'The request is not valid'],
  'cursor-invalid': [400, 'The cursor is not valid'],
  'token-missing': [401, 'Sign in first'],
  'token-invalid': [401, 'The sign-in token is not valid'],
  'token-expired': [401, 'The sign-in token has expired'],
  'token-revoked': [401, 'The sign-in has been ended'],
  'user-disabled': [401, 'This account is disabled'],
  'account-missing': [403, 'Finish creating your account first'],
  'account-foreign': [403, 'The account must be created with your own sign-in'],
  'role-missing': [403, 'This needs a role that your account does not have'],
  'not-found': [404, 'There is nothing at this address'],
  'account-not-found': [404, 'There is no such account'],
  'session-not-found': [404, 'There is no such sign-in'],
  'pet-not-found': [404, 'There is no such pet'],
  'saved-searches-full': [422, 'There is no more room among your saved searches'],
  'favourites-full': [422, 'There is no more room among your favourites'],
  'sitter-not-found': [404, 'There is no such sitter'],
  'booking-not-found': [404, 'There is no such booking'],
  'case-not-found': [404, 'There is no such case'],
  'dispute-not-found': [404, 'There is no such dispute'],
  'place-not-found': [404, 'There is no such place'],
  'invite-not-found': [404, 'There is no such invitation'],
  'promo-not-found': [404, 'There is no such promo code'],
  'invoice-not-found': [404, 'There is no such invoice'],
  'post-not-found': [404, 'There is no such post'],
  'file-not-found': [404, 'There is no such file'],
  'request-running': [409, 'The same request is still running'],
  'version-stale': [412, 'Somebody changed this in the meantime'],
  'body-too-large': [413, 'The request is too large'],
  'media-type-unsupported': [415, 'The request must be JSON'],
  'idempotency-key-reused': [422, 'This Idempotency-Key was used for another request'],
  'promo-exists': [422, 'There is a promo code with these letters already'],
  'sitter-exists': [422, 'You already have a sitter profile'],
  'sitter-incomplete': [422, 'The profile is not ready to be published'],
  'sitter-not-waiting': [422, 'This profile is not waiting to be checked'],
  'sitter-unavailable': [422, 'This sitter takes no bookings at the moment'],
  'sitter-own': [422, 'You cannot book yourself'],
  'service-not-offered': [422, 'The sitter does not offer this service'],
  'search-too-wide': [422, 'This search takes too long'],
  'dates-refused': [422, 'These dates cannot be booked'],
  'notice-too-short': [422, 'The sitter needs more notice'],
  'horizon-exceeded': [422, 'The dates are too far ahead'],
  'pet-refused': [422, 'The sitter does not take one of these pets'],
  'pets-too-many': [422, 'The sitter does not take that many pets'],
  'add-on-not-offered': [422, 'The sitter does not offer this extra'],
  'promo-invalid': [422, 'The promo code cannot be used'],
  'capacity-full': [422, 'The sitter is not free on all of these days'],
  'inquiries-too-many': [422, 'You have asked too many sitters since yesterday'],
  'email-unverified': [422, 'Confirm your e-mail address first'],
  'instant-off': [422, 'The sitter answers each request first'],
  'requests-too-many': [422, 'You have too many open requests for these dates'],
  'price-changed': [422, 'The price has changed'],
  'refund-changed': [422, 'The refund has changed'],
  'amount-too-high': [422, 'The amount is too high'],
  'payment-not-due': [422, 'Nothing is to be paid now'],
  'payouts-not-offered': [422, 'Payouts are settled directly here'],
  'receipt-not-ready': [422, 'There is no receipt yet'],
  'invoice-action-not-allowed': [422, 'That cannot be done to this invoice now'],
  'change-refused': [422, 'The booking cannot be changed in this way'],
  'dispute-action-not-allowed': [422, 'That cannot be done to this dispute now'],
  'booking-action-not-allowed': [422, 'That cannot be done to this booking now'],
  'calendar-booked': [422, 'A booking stands in the way'],
  'pet-booked': [422, 'A booking for this pet stands in the way'],
  'notice-fixed': [422, 'This always reaches you'],
  'review-not-allowed': [422, 'This booking cannot be reviewed now'],
  'file-refused': [422, 'This file cannot be taken'],
  'file-offset-wrong': [422, 'This part of the file does not come next'],
  'file-not-ready': [422, 'The file is not ready yet'],
  'files-too-many': [422, 'These are too many files'],
  'rate-limited': [429, 'Too many requests'],
  unexpected: [500, 'Something went wrong on our side'],
  unavailable: [503, 'The service is busy or being restarted'],
} as const satisfies Record<string, readonly [number, string]>

export type ProblemCode = keyof typeof problems

/** RFC 9457; `errors` names each wrong field of a 400, further members carry the values that broke a rule. */
export type ProblemBody = {
  type: string
  code: ProblemCode
  title: string
  status: number
  detail?: string
  requestId?: string
  errors?: { path: string; message: string }[]
  [member: string]: unknown
}
