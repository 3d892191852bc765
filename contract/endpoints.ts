import { z } from 'zod'
import * as adminBookings from '#contract/bookings/admin.ts'
import * as bookingAlternatives from '#contract/bookings/alternatives.ts'
import * as bookings from '#contract/bookings/bookings.ts'
import * as bookingCalendar from '#contract/bookings/calendar.ts'
import * as cases from '#contract/bookings/case-desk.ts'
import * as bookingCases from '#contract/bookings/cases.ts'
import * as bookingChanges from '#contract/bookings/changes.ts'
import * as earnings from '#contract/bookings/earnings.ts'
import * as invites from '#contract/bookings/invites.ts'
import * as lateCancellations from '#contract/bookings/late-cancellations.ts'
import * as bookingLines from '#contract/bookings/lines.ts'
import * as bookingOffers from '#contract/bookings/offers.ts'
import * as policies from '#contract/bookings/policies.ts'
import * as promoCodes from '#contract/bookings/promo-codes.ts'
import * as requests from '#contract/bookings/requests.ts'
import * as statements from '#contract/bookings/statements.ts'
import * as updateRhythms from '#contract/bookings/update-rhythms.ts'
import * as calendar from '#contract/calendar/calendar.ts'
import * as calendarFeeds from '#contract/calendar/feeds.ts'
import * as reportCards from '#contract/care/report-cards.ts'
import * as circle from '#contract/circle/circle.ts'
import * as exports from '#contract/exports/exports.ts'
import * as files from '#contract/files/files.ts'
import * as households from '#contract/households/households.ts'
import * as siteKeys from '#contract/keys/desk.ts'
import * as keys from '#contract/keys/keys.ts'
import * as live from '#contract/live/live.ts'
import * as mails from '#contract/mails/mails.ts'
import * as mailPreviews from '#contract/mails/previews.ts'
import * as mailSuppressions from '#contract/mails/suppressions.ts'
import * as notices from '#contract/notices/notices.ts'
import * as disputes from '#contract/payments/disputes.ts'
import * as payments from '#contract/payments/payments.ts'
import * as payouts from '#contract/payments/payouts.ts'
import * as ownerReviews from '#contract/reviews/owner-reviews.ts'
import * as siteWebhooks from '#contract/webhooks/desk.ts'
import * as webhooks from '#contract/webhooks/webhooks.ts'
import * as reviews from '#contract/reviews/reviews.ts'
import * as searchChoices from '#contract/search/choices.ts'
import * as closeMatches from '#contract/search/close-matches.ts'
import * as searchPosition from '#contract/search/position.ts'
import * as savedSearches from '#contract/search/saved-searches.ts'
import * as search from '#contract/search/search.ts'
import * as sitterChecks from '#contract/sitters/checks.ts'
import * as sitterDrafts from '#contract/sitters/drafts.ts'
import * as sitters from '#contract/sitters/sitters.ts'
import * as staffActs from '#contract/staff/acts.ts'
import * as announcements from './announcements.ts'
import * as content from '#contract/staff/content.ts'
import * as corrections from '#contract/staff/corrections.ts'
import * as desk from '#contract/staff/desk.ts'
import * as deskLedger from '#contract/staff/ledger.ts'
import * as personDetails from '#contract/staff/details.ts'
import * as imports from '#contract/staff/imports.ts'
import * as staffErasure from '#contract/staff/erasure.ts'
import * as staffNotes from '#contract/staff/notes.ts'
import * as people from '#contract/staff/people.ts'
import * as staffRoles from '#contract/staff/roles.ts'
import * as security from '#contract/staff/security.ts'
import * as suspensions from '#contract/staff/suspensions.ts'
import * as merging from '#contract/staff/merging.ts'
import * as viewing from '#contract/staff/viewing.ts'
import * as deskSettings from '#contract/staff/settings.ts'
import * as accounts from './accounts.ts'
import * as backups from './backups.ts'
import * as blocks from './blocks.ts'
import * as blog from './blog.ts'
import type { Endpoint } from './endpoint.ts'
import * as favouriteLists from './favourite-lists.ts'
import * as favourites from './favourites.ts'
import * as feeds from './feeds.ts'
import * as holidays from './holidays.ts'
import * as feeInvoices from './invoices.ts'
import * as ledger from './ledger.ts'
import * as look from './look.ts'
import * as lostPets from './lost.ts'
import * as messages from './messages.ts'
import * as pets from './pets.ts'
import * as places from './places.ts'
import * as reports from './reports.ts'
import * as sessions from './sessions.ts'
import * as settings from './settings.ts'
import * as waitingProfile from './waiting-profile.ts'

const modules = {
  ...settings,
  ...look,
  ...sessions,
  ...accounts,
  ...live,
  ...blocks,
  ...circle,
  ...files,
  ...notices,
  ...keys,
  ...siteKeys,
  ...webhooks,
  ...siteWebhooks,
  ...places,
  ...holidays,
  ...pets,
  ...sitters,
  ...sitterDrafts,
  ...sitterChecks,
  ...feeds,
  ...search,
  ...searchChoices,
  ...closeMatches,
  ...searchPosition,
  ...favourites,
  ...favouriteLists,
  ...savedSearches,
  ...calendar,
  ...calendarFeeds,
  ...ledger,
  ...payments,
  ...disputes,
  ...payouts,
  ...bookings,
  ...updateRhythms,
  ...bookingAlternatives,
  ...requests,
  ...bookingLines,
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
  ...earnings,
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
  ...staffActs,
  ...desk,
  ...people,
  ...staffNotes,
  ...viewing,
  ...merging,
  ...staffErasure,
  ...personDetails,
  ...deskLedger,
  ...corrections,
  ...staffRoles,
  ...security,
  ...suspensions,
  ...deskSettings,
  ...content,
  ...announcements,
  ...mails,
  ...mailSuppressions,
  ...mailPreviews,
  ...imports,
  ...waitingProfile,
}

type Modules = typeof modules
type Exported = Modules[keyof Modules]
type AnyEndpoint = Extract<Exported, Endpoint>

/** Every operation by its key `'GET /v1/…'`, for the typed client, which imports only this type. */
export type Endpoints = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E }

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value

/** Every operation of the API; `test/safety.test.ts` checks that the server mounts exactly these. */
export const endpoints: readonly Endpoint[] = Object.values<unknown>(modules).filter(isEndpoint)

/** The named schemas of the contract, for the OpenAPI document. */
export const shapes: readonly [name: string, schema: z.ZodType][] = Object.entries<unknown>(modules).flatMap(
  ([name, value]) =>
    /^[A-Z]/.test(name) && value instanceof z.ZodType ? [[name, value] as [string, z.ZodType]] : [],
)
