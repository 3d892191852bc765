import * as desk from '#contract/bookings/admin.ts'
import * as alternatives from '#contract/bookings/alternatives.ts'
import * as contract from '#contract/bookings/bookings.ts'
import * as calendar from '#contract/bookings/calendar.ts'
import * as cases from '#contract/bookings/case-desk.ts'
import * as changes from '#contract/bookings/changes.ts'
import * as earnings from '#contract/bookings/earnings.ts'
import * as invites from '#contract/bookings/invites.ts'
import * as lateCancellations from '#contract/bookings/late-cancellations.ts'
import * as lines from '#contract/bookings/lines.ts'
import * as offers from '#contract/bookings/offers.ts'
import * as policies from '#contract/bookings/policies.ts'
import * as promos from '#contract/bookings/promo-codes.ts'
import * as requests from '#contract/bookings/requests.ts'
import * as statements from '#contract/bookings/statements.ts'
import * as rhythms from '#contract/bookings/update-rhythms.ts'
import * as ledger from '#contract/ledger.ts'
import { findAlternatives } from '#server/bookings/begin/alternatives-commands.ts'
import { offerAgain, quoteOffer } from '#server/bookings/begin/offer-commands.ts'
import { requestBooking } from '#server/bookings/begin/request-commands.ts'
import { listRequests } from '#server/bookings/begin/waiting-commands.ts'
import { changeRhythm, showRhythm } from '#server/bookings/care/rhythm-commands.ts'
import { calculateChange } from '#server/bookings/change/commands.ts'
import { listOwnBookings, moveBooking, readBooking } from '#server/bookings/commands.ts'
import {
  cancelByOperator,
  exportCases,
  listCases,
  previewSplit,
  readAdminBooking,
  readWithoutWords,
  readCase,
  resolveCase,
} from '#server/bookings/desk/case-commands.ts'
import { exportBookings, searchBookings } from '#server/bookings/desk/commands.ts'
import {
  bookingCalendar,
  makeAddress,
  readAddress,
  revokeAddress,
} from '#server/bookings/papers/calendar-commands.ts'
import { downloadEarnings, printEarnings, sumUpEarnings } from '#server/bookings/papers/earnings-commands.ts'
import {
  listOwnEarnings,
  printReceipt,
  readMoney,
  readReceipt,
} from '#server/bookings/papers/money-commands.ts'
import { printStatement, readStatement } from '#server/bookings/papers/statement-commands.ts'
import { calculateQuote } from '#server/bookings/quote/commands.ts'
import { showPolicies } from '#server/bookings/quote/policy-commands.ts'
import { createPromo, endPromo, listPromos } from '#server/bookings/quote/promo-commands.ts'
import { listOwnLines } from '#server/bookings/record/lines-commands.ts'
import { readInvite, readOwnInvite } from '#server/bookings/referral/commands.ts'
import { replyToLateCancellation } from '#server/bookings/refund/reply-commands.ts'
import { transitions } from '#server/bookings/transitions.ts'
import { refreshFeeds } from '#server/calendar/feed-read-commands.ts'
import { type Route, hotRoute, route } from '#server/kernel/http/http.ts'

export const bookingRoutes: Route[] = [
  hotRoute(contract.calculateCost, ({ deps, viewer, body }) => calculateQuote(deps, viewer, body)),
  route(
    contract.createBooking,
    ({ deps, viewer, body }) => requestBooking(deps, viewer, body),
    ({ deps, body }) =>
      transitions[body.event].readsCalendars ? refreshFeeds(deps, body.sitterId) : Promise.resolve(),
  ),
  route(contract.moveBooking, ({ deps, viewer, body }) => moveBooking(deps, viewer, body)),
  route(contract.calculateOffer, ({ deps, viewer, params, body }) =>
    quoteOffer(deps, viewer, params.bookingId, body),
  ),
  route(offers.offerAgain, ({ deps, viewer, params, body }) =>
    offerAgain(deps, viewer, params.bookingId, body),
  ),
  route(changes.calculateChange, ({ deps, viewer, params, body }) =>
    calculateChange(deps, viewer, params.bookingId, body),
  ),
  route(lateCancellations.replyToLateCancellation, ({ deps, viewer, params, body }) =>
    replyToLateCancellation(deps, viewer, params.bookingId, body.text),
  ),
  route(contract.showBooking, ({ deps, viewer, params }) => readBooking(deps, viewer, params.bookingId)),
  route(alternatives.listAlternatives, ({ deps, viewer, params }) =>
    findAlternatives(deps, viewer, params.bookingId),
  ),
  route(contract.listBookings, ({ deps, viewer, params, query }) =>
    listOwnBookings(deps, viewer, { ...params, ...query }),
  ),
  route(lines.listBookingLines, ({ deps, viewer, params, query }) =>
    listOwnLines(deps, viewer, { ...params, ...query }),
  ),
  route(requests.listRequests, ({ deps, viewer, params }) => listRequests(deps, viewer, params.accountId)),
  route(calendar.downloadBookingCalendar, ({ deps, viewer, params }) =>
    bookingCalendar(deps, viewer, params.bookingId),
  ),
  route(calendar.showCalendarAddress, ({ deps, viewer, params }) =>
    readAddress(deps, viewer, params.accountId),
  ),
  route(calendar.makeCalendarAddress, ({ deps, viewer, params }) =>
    makeAddress(deps, viewer, params.accountId),
  ),
  route(calendar.revokeCalendarAddress, ({ deps, viewer, params }) =>
    revokeAddress(deps, viewer, params.accountId),
  ),
  route(ledger.showBookingMoney, ({ deps, viewer, params }) => readMoney(deps, viewer, params.bookingId)),
  route(ledger.showReceipt, ({ deps, viewer, params }) => readReceipt(deps, viewer, params.bookingId)),
  route(ledger.printReceipt, ({ deps, viewer, params }) => printReceipt(deps, viewer, params.bookingId)),
  route(ledger.listEarnings, ({ deps, viewer, params, query }) =>
    listOwnEarnings(deps, viewer, { ...params, ...query }),
  ),
  route(earnings.sumUpEarnings, ({ deps, viewer, params, query }) =>
    sumUpEarnings(deps, viewer, { ...params, ...query }),
  ),
  route(earnings.downloadEarnings, ({ deps, viewer, params, query }) =>
    downloadEarnings(deps, viewer, { ...params, ...query }),
  ),
  route(earnings.printEarnings, ({ deps, viewer, params, query }) =>
    printEarnings(deps, viewer, { ...params, ...query }),
  ),
  route(statements.showStatement, ({ deps, viewer, params, query }) =>
    readStatement(deps, viewer, { ...params, ...query }),
  ),
  route(statements.printStatement, ({ deps, viewer, params, query }) =>
    printStatement(deps, viewer, { ...params, ...query }),
  ),
  route(invites.showInvite, ({ deps, params }) => readInvite(deps, params.code)),
  route(invites.showOwnInvite, ({ deps, viewer, params }) => readOwnInvite(deps, viewer, params.accountId)),
  route(promos.listPromoCodes, ({ deps }) => listPromos(deps)),
  route(promos.createPromoCode, ({ deps, viewer, body, ip }) => createPromo(deps, { viewer, ip }, body)),
  route(promos.endPromoCode, ({ deps, viewer, params, ip }) =>
    endPromo(deps, { viewer, ip }, params.promoId),
  ),
  route(cases.listCases, ({ deps, query }) => listCases(deps, query)),
  route(cases.exportCases, ({ deps, query }) => exportCases(deps, query)),
  route(cases.showCase, ({ deps, params }) => readCase(deps, params.caseId)),
  route(cases.resolveCase, ({ deps, viewer, params, body, ip }) =>
    resolveCase(deps, { viewer, ip }, params.caseId, body),
  ),
  route(desk.listAdminBookings, ({ deps, query }) => searchBookings(deps, query)),
  route(desk.exportAdminBookings, ({ deps, query }) => exportBookings(deps, query)),
  route(cases.showAdminBooking, ({ deps, viewer, params }) =>
    viewer.key ? readWithoutWords(deps, params.bookingId) : readAdminBooking(deps, params.bookingId),
  ),
  route(cases.previewSplit, ({ deps, params, query }) => previewSplit(deps, params.bookingId, query.refund)),
  route(cases.cancelByOperator, ({ deps, viewer, params, body, ip }) =>
    cancelByOperator(deps, { viewer, ip }, params.bookingId, body),
  ),
  route(rhythms.showUpdateRhythm, ({ deps, viewer, params }) => showRhythm(deps, viewer, params.bookingId)),
  route(rhythms.changeUpdateRhythm, ({ deps, viewer, params, body }) =>
    changeRhythm(deps, viewer, params.bookingId, body.rhythm),
  ),
  route(policies.showPolicyExample, ({ deps, query }) => showPolicies(deps, query)),
]
