import type {
  printEarnings as printContract,
  sumUpEarnings as contract,
} from '#contract/bookings/earnings.ts'
import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import { viewEarningsFile } from '#server/bookings/papers/earnings-file-view.ts'
import { viewEarningsPaper } from '#server/bookings/papers/earnings-paper-view.ts'
import * as store from '#server/bookings/papers/earnings-store.ts'
import { periodOf, viewEarnings, yearsOf } from '#server/bookings/papers/earnings-view.ts'
import { printedPaper } from '#server/bookings/papers/money-commands.ts'
import { viewDue } from '#server/bookings/papers/money-view.ts'
import { findNameOf } from '#server/bookings/papers/statement-store.ts'
import { withParts } from '#server/bookings/record/commands.ts'
import { localOf } from '#server/kernel/day.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { currentSettings } from '#server/settings/commands.ts'

type SummaryRequest = HandlerInput<typeof contract>['params'] & HandlerInput<typeof contract>['query']

/** Refuses others than the sitter; returns the current month at the sitter's place, and the requested months. */
async function monthsFor({ db, now }: Deps, viewer: Viewer, { accountId, year }: SummaryRequest) {
  if (accountId.toLowerCase() !== viewer.accountId) throw new Problem('account-not-found')
  const zone = await store.findSitterZone(db, viewer.accountId)
  const month = localOf(now(), zone ?? 'UTC').on.slice(0, 7)
  return { month, period: periodOf(month, year) }
}

/** Sums up the viewer's earnings as a sitter; empty without a sitter profile. */
export async function sumUpEarnings(
  deps: Deps,
  viewer: Viewer,
  request: SummaryRequest,
): Promise<EndpointResponse<typeof contract>> {
  const { db } = deps
  const { month, period } = await monthsFor(deps, viewer, request)
  const byMonth = await store.sumByMonth(db, viewer.accountId)
  const held = await withParts(db, await store.findHeld(db, viewer.accountId, null))
  return {
    month,
    years: yearsOf(month, byMonth),
    period,
    currencies: viewEarnings({
      month,
      period,
      byMonth,
      byService: await store.sumByService(db, viewer.accountId, period),
      due: held.flatMap(viewDue),
    }),
  }
}

/** Writes the viewer's earnings as CSV, with a line for each booking and month. */
export async function downloadEarnings(deps: Deps, viewer: Viewer, request: SummaryRequest): Promise<string> {
  const { period } = await monthsFor(deps, viewer, request)
  return viewEarningsFile(await store.sumByBooking(deps.db, viewer.accountId, period), deps.site)
}

type PaperRequest = SummaryRequest & HandlerInput<typeof printContract>['query']

/** Prints the viewer's earnings in one currency, by month, service and booking. */
export async function printEarnings(
  deps: Deps,
  viewer: Viewer,
  request: PaperRequest,
): Promise<Uint8Array<ArrayBuffer>> {
  const { db, now, site } = deps
  const { month, period } = await monthsFor(deps, viewer, request)
  const { settings } = await currentSettings(db)
  const { currency = settings.currency, year } = request
  const parts = {
    month,
    period,
    byMonth: await store.sumByMonth(db, viewer.accountId),
    byService: await store.sumByService(db, viewer.accountId, period),
    due: [],
  }
  const bookings = await store.sumByBooking(db, viewer.accountId, period)
  return printedPaper(
    deps,
    viewEarningsPaper({
      name: await findNameOf(db, viewer.accountId),
      currency,
      year,
      period,
      earnings: viewEarnings(parts).find((one) => one.currency === currency),
      bookings: bookings.filter((one) => one.currency === currency),
      now: now(),
      site,
    }),
  )
}
