import type { Endpoints } from '#contract/endpoints.ts'
import type { KeyScope, SiteScope } from './codes.ts'

/**
 * The scope that the API key of a person needs for each endpoint. It reaches no endpoint that is missing here, unless it
 * is public: it then answers as to a visitor. Missing on purpose are sign-ins, account deletion and data export, keys
 * themselves, payment methods and bank accounts, codes of homes, secret addresses, and everything by which staff change
 * something.
 */
export const scopes = {
  'GET /v1/accounts/by-id/:accountId': 'profile:read',
  'GET /v1/accounts/by-external-id/:externalUserId': 'profile:read',
  'PUT /v1/accounts/:accountId': 'profile:write',
  'GET /v1/sitters/by-account-id/:accountId': 'profile:read',
  'PUT /v1/sitters/:sitterId': 'profile:write',
  'GET /v1/sitters/:sitterId/position': 'profile:read',
  'GET /v1/sitters/:sitterId/positions': 'profile:read',

  'GET /v1/accounts/:accountId/pets': 'pets:read',
  'GET /v1/pets/:petId': 'pets:read',
  'POST /v1/pets': 'pets:write',
  'PUT /v1/pets/:petId': 'pets:write',

  'GET /v1/accounts/:accountId/bookings': 'bookings:read',
  'GET /v1/accounts/:accountId/booking-lines': 'bookings:read',
  'GET /v1/accounts/:accountId/requests': 'bookings:read',
  'GET /v1/bookings/:bookingId': 'bookings:read',
  'GET /v1/bookings/:bookingId/money': 'bookings:read',
  'GET /v1/bookings/:bookingId/receipt': 'bookings:read',
  'GET /v1/bookings/:bookingId/receipt.pdf': 'bookings:read',
  'GET /v1/bookings/:bookingId/calendar.ics': 'bookings:read',
  'GET /v1/bookings/:bookingId/update-rhythm': 'bookings:read',
  'POST /v1/bookings': 'bookings:write',
  'PUT /v1/bookings': 'bookings:write',
  'POST /v1/bookings/:bookingId/offers': 'bookings:write',
  'POST /v1/bookings/:bookingId/calculate-offer': 'bookings:write',
  'POST /v1/bookings/:bookingId/changes/calculate-cost': 'bookings:write',
  'PUT /v1/bookings/:bookingId/update-rhythm': 'bookings:write',

  'GET /v1/sitters/:sitterId/calendar': 'calendar:read',
  'GET /v1/sitters/:sitterId/holidays': 'calendar:read',
  'GET /v1/sitters/:sitterId/calendar-feeds': 'calendar:read',
  'PUT /v1/sitters/:sitterId/calendar': 'calendar:write',
  'PUT /v1/sitters/:sitterId/holidays': 'calendar:write',
  'POST /v1/sitters/:sitterId/calendar-feeds/:feedId/read': 'calendar:write',

  'GET /v1/accounts/:accountId/on-duty': 'care:read',
  'GET /v1/bookings/:bookingId/report-cards': 'care:read',
  'POST /v1/bookings/:bookingId/report-cards': 'care:write',

  'GET /v1/conversations': 'messages:read',
  'GET /v1/conversations/unread': 'messages:read',
  'GET /v1/conversations/:conversationId': 'messages:read',
  'GET /v1/conversations/:conversationId/messages': 'messages:read',
  'POST /v1/conversations': 'messages:write',
  'POST /v1/conversations/:conversationId/messages': 'messages:write',
  'PUT /v1/conversations/:conversationId/read': 'messages:write',
  'PUT /v1/conversations/:conversationId/archived': 'messages:write',

  'GET /v1/accounts/:accountId/favorites': 'favourites:read',
  'GET /v1/accounts/:accountId/favorite-lists': 'favourites:read',
  'PUT /v1/accounts/:accountId/favorites/:sitterId': 'favourites:write',
  'DELETE /v1/accounts/:accountId/favorites/:sitterId': 'favourites:write',

  'GET /v1/notices': 'notices:read',
  'GET /v1/notices/unread': 'notices:read',
  'POST /v1/notices/read': 'notices:write',
  'POST /v1/notices/unread': 'notices:write',

  'GET /v1/accounts/:accountId/earnings': 'earnings:read',
  'GET /v1/accounts/:accountId/earnings/summary': 'earnings:read',
  'GET /v1/accounts/:accountId/earnings/earnings.csv': 'earnings:read',
  'GET /v1/accounts/:accountId/earnings/earnings.pdf': 'earnings:read',
  'GET /v1/accounts/:accountId/statements/:month': 'earnings:read',
  'GET /v1/accounts/:accountId/statements/:month/statement.pdf': 'earnings:read',
  'GET /v1/fee-invoices': 'earnings:read',
  'GET /v1/fee-invoices/:invoiceId': 'earnings:read',
  'GET /v1/fee-invoices/:invoiceId/invoice.pdf': 'earnings:read',
} as const satisfies Partial<Record<keyof Endpoints, KeyScope>>

/**
 * What a key of the site reaches: reads of the desk, and of public endpoints as a visitor. Missing on purpose are lists
 * with e-mail addresses (people, mails, fee invoices), what people have written (cases, reports, disputes), the list of promo codes,
 * and what is about staff (acts, settings, webhooks).
 *
 * `refused`: parameters that search by e-mail address too, with which a program could find addresses out.
 */
export const siteReads = {
  'GET /v1/admin/bookings': { scope: 'site.bookings:read', refused: 'q' },
  'GET /v1/admin/bookings.csv': { scope: 'site.bookings:read', refused: 'q' },
  'GET /v1/admin/bookings/:bookingId': { scope: 'site.bookings:read' },

  'GET /v1/admin/ledger/transfers': { scope: 'site.ledger:read' },
  'GET /v1/admin/ledger/transfers.csv': { scope: 'site.ledger:read' },
  'GET /v1/admin/ledger/trial-balance': { scope: 'site.ledger:read' },
  'GET /v1/admin/ledger/months/:month': { scope: 'site.ledger:read' },
  'GET /v1/admin/ledger/months/:month/entries.csv': { scope: 'site.ledger:read' },
  'GET /v1/admin/ledger/months/:month/closing.pdf': { scope: 'site.ledger:read' },

  'GET /v1/admin/payouts': { scope: 'site.payouts:read' },
  'GET /v1/admin/payouts.csv': { scope: 'site.payouts:read' },

  'GET /v1/admin/desk': { scope: 'site.figures:read' },
} as const satisfies { [Name in keyof Endpoints & `GET ${string}`]?: SiteRead }

type SiteRead = { scope: SiteScope; refused?: string }
/** An endpoint that a key of the site can reach. */
export type SiteReadName = keyof typeof siteReads

type Named = { method: string; path: string }
const nameOf = ({ method, path }: Named): string => `${method} ${path}`
const ofPerson = new Map<string, KeyScope>(Object.entries(scopes))
const ofSite = new Map<string, SiteRead>(Object.entries(siteReads))

/** Returns the scope that the key of a person needs for an endpoint; undefined if none is enough. */
export const scopeOf = (endpoint: Named): KeyScope | undefined => ofPerson.get(nameOf(endpoint))

/** Returns what a key of the site needs for an endpoint; undefined if none is enough. */
export const siteReadOf = (endpoint: Named): SiteRead | undefined => ofSite.get(nameOf(endpoint))
