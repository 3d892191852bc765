import { z } from 'zod'
import * as accounts from './accounts.ts'
import * as adminBookings from './admin-bookings.ts'
import * as blocks from './blocks.ts'
import * as backups from './backups.ts'
import * as blog from './blog.ts'
import * as bookingAlternatives from './booking-alternatives.ts'
import * as bookingChanges from './booking-changes.ts'
import * as bookingOffers from './booking-offers.ts'
import * as bookings from './bookings.ts'
import * as bookingCalendar from './booking-calendar.ts'
import * as bookingCases from './booking-cases.ts'
import * as calendar from './calendar.ts'
import * as calendarFeeds from './calendar-feeds.ts'
import * as cases from './cases.ts'
import * as circle from './circle.ts'
import * as closeMatches from './close-matches.ts'
import * as disputes from './disputes.ts'
import type { Endpoint } from './endpoint.ts'
import * as exports from './exports.ts'
import * as favourites from './favourites.ts'
import * as feeInvoices from './fee-invoices.ts'
import * as files from './files.ts'
import * as holidays from './holidays.ts'
import * as lateCancellations from './late-cancellations.ts'
import * as invites from './invites.ts'
import * as live from './live.ts'
import * as lostPets from './lost-pets.ts'
import * as ledger from './ledger.ts'
import * as notices from './notices.ts'
import * as messages from './messages.ts'
import * as ownerReviews from './owner-reviews.ts'
import * as payments from './payments.ts'
import * as pets from './pets.ts'
import * as places from './places.ts'
import * as policies from './policies.ts'
import * as promoCodes from './promo-codes.ts'
import * as reportCards from './report-cards.ts'
import * as reports from './reports.ts'
import * as reviews from './reviews.ts'
import * as savedSearches from './saved-searches.ts'
import * as search from './search.ts'
import * as households from './households.ts'
import * as searchChoices from './search-choices.ts'
import * as searchPosition from './search-position.ts'
import * as sessions from './sessions.ts'
import * as settings from './settings.ts'
import * as sitterDrafts from './sitter-drafts.ts'
import * as sitterChecks from './sitter-checks.ts'
import * as statements from './statements.ts'
import * as sitters from './sitters.ts'
import * as updateRhythms from './update-rhythms.ts'

const modules = {
  ...settings,
  ...sessions,
  ...accounts,
  ...live,
  ...blocks,
  ...circle,
  ...files,
  ...notices,
  ...places,
  ...holidays,
  ...pets,
  ...sitters,
  ...sitterDrafts,
  ...sitterChecks,
  ...search,
  ...searchChoices,
  ...closeMatches,
  ...searchPosition,
  ...favourites,
  ...savedSearches,
  ...calendar,
  ...calendarFeeds,
  ...ledger,
  ...payments,
  ...disputes,
  ...bookings,
  ...updateRhythms,
  ...bookingAlternatives,
  ...bookingChanges,
  ...bookingOffers,
  ...lateCancellations,
  ...bookingCalendar,
  ...bookingCases,
  ...cases,
  ...adminBookings,
  ...policies,
  ...promoCodes,
  ...statements,
  ...invites,
  ...feeInvoices,
  ...messages,
  ...reviews,
  ...backups,
  ...ownerReviews,
  ...reports,
  ...reportCards,
  ...households,
  ...lostPets,
  ...exports,
  ...blog,
}

type Modules = typeof modules
type Exported = Modules[keyof Modules]
type AnyEndpoint = Extract<Exported, Endpoint>

/** Every operation under `'GET /v1/…'`, for the typed client, which imports only this type. */
export type Endpoints = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E }

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value

/** Every operation of the API; `test/safety.test.ts` holds the server to it. */
export const endpoints: readonly Endpoint[] = Object.values<unknown>(modules).filter(isEndpoint)

/** The named shapes of the contract, for the printed document. */
export const shapes: readonly [name: string, schema: z.ZodType][] = Object.entries<unknown>(modules).flatMap(
  ([name, value]) =>
    /^[A-Z]/.test(name) && value instanceof z.ZodType ? [[name, value] as [string, z.ZodType]] : [],
)
