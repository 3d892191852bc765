import type * as contract from '#contract/bookings/case-desk.ts'
import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import { usualCaseSorts } from '#contract/staff/codes.ts'
import type { CaseInput } from '#server/bookings/case/input.ts'
import * as cases from '#server/bookings/case/store.ts'
import { caseOrder, findCases } from '#server/bookings/desk/case-store.ts'
import { viewCaseLine, writeCases } from '#server/bookings/desk/case-view.ts'
import { allowMove, lockRecord, move } from '#server/bookings/life/commands.ts'
import { heldOf, splitOf } from '#server/bookings/money/payout.ts'
import { recordOf } from '#server/bookings/record/commands.ts'
import { payableFrom } from '#server/bookings/record/record.ts'
import * as store from '#server/bookings/record/store.ts'
import { aboveHeld } from '#server/bookings/refund/effects.ts'
import { evidenceOf, showAdminBooking } from '#server/bookings/show-commands.ts'
import { audit } from '#server/identity/sessions/commands.ts'
import { cutPage } from '#server/kernel/db/cursor.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { lockSitter } from '#server/sitters/commands.ts'

/** Lists the cases that operators have to decide or have decided, in pages. */
export async function listCases(
  deps: Deps,
  { cursor, limit, sort, ...filter }: HandlerInput<typeof contract.listCases>['query'],
): Promise<EndpointResponse<typeof contract.listCases>> {
  const order = caseOrder(sort ?? usualCaseSorts[filter.status], cursor)
  const rows = await findCases(deps.db, { ...filter, order, limit: limit + 1 })
  const { shown, nextCursor } = cutPage(rows, limit, order.positionOf)
  const evidence = await evidenceOf(deps, shown)
  return { items: shown.map((row) => viewCaseLine(row, evidence)), nextCursor }
}

const mostExported = 10_000

export async function exportCases(
  { db }: Deps,
  { sort, ...filter }: HandlerInput<typeof contract.exportCases>['query'],
): Promise<string> {
  const order = caseOrder(sort ?? usualCaseSorts[filter.status])
  return writeCases(await findCases(db, { ...filter, order, limit: mostExported }))
}

export async function readCase(deps: Deps, caseId: string): Promise<contract.AdminCase> {
  const row = await cases.findCase(deps.db, caseId)
  if (!row) throw new Problem('case-not-found')
  const booking = await showAdminBooking(deps, await recordOf(deps.db, row.booking_id))
  return { case: booking.cases.find(({ id }) => id === row.id)!, booking }
}

export const readAdminBooking = async (deps: Deps, bookingId: string): Promise<contract.AdminBooking> =>
  showAdminBooking(deps, await recordOf(deps.db, bookingId))

/** The booking as a key of the site may read it: without any text that people have written. */
export async function readWithoutWords(deps: Deps, bookingId: string): Promise<contract.AdminBooking> {
  const booking = await readAdminBooking(deps, bookingId)
  return { ...booking, cases: [], timeline: booking.timeline.map((one) => ({ ...one, detail: null })) }
}

/** Previews what each side would end up with after this refund, with the arithmetic used for payouts. */
export async function previewSplit({ db }: Deps, bookingId: string, refund: number): Promise<contract.Split> {
  const record = await recordOf(db, bookingId)
  const payable = payableFrom(record)
  const held = heldOf(payable)
  if (refund > held) throw aboveHeld(record, refund, held)
  return { refund, held, ...splitOf(payable, refund) }
}

type OperatorContext = { viewer: Viewer; ip: string }
type Decision = { event: 'resolve_case' | 'cancel_by_operator'; version: number; dispute: CaseInput }

/** Carries out an event by an operator, and records it in the audit trail. */
async function decide(
  deps: Deps,
  { viewer, ip }: OperatorContext,
  bookingId: string,
  { event, version, dispute }: Decision,
): Promise<void> {
  await ensureTransaction(deps, async (deps) => {
    const parties = await store.findPartiesOf(deps.db, bookingId)
    if (!parties) throw new Problem('booking-not-found')
    await lockSitter(deps.db, parties.sitter_id)
    const record = await lockRecord(deps.db, bookingId, event)
    if (version !== record.version)
      throw new Problem('version-stale', {
        detail: `You sent version ${version}, but the booking is now at version ${record.version}. Read it again, then decide.`,
        version: record.version,
      })
    allowMove(record, event, 'operator', deps.now(), dispute.caseId)
    const input = { event, by: 'operator', accountId: viewer.accountId, dispute } as const
    await move(deps, record, input)
    await audit(deps, event.replaceAll('_', '-'), viewer.uid, { ip }, { bookingId })
  })
}

export async function resolveCase(
  deps: Deps,
  operator: OperatorContext,
  caseId: string,
  { version, refund, statement }: HandlerInput<typeof contract.resolveCase>['body'],
): Promise<contract.AdminCase> {
  const row = await cases.findCase(deps.db, caseId)
  if (!row) throw new Problem('case-not-found')
  const decision = { event: 'resolve_case', version, dispute: { caseId, words: statement, refund } } as const
  await decide(deps, operator, row.booking_id, decision)
  return readCase(deps, caseId)
}

export async function cancelByOperator(
  deps: Deps,
  operator: OperatorContext,
  bookingId: string,
  { version, refund = 0, extenuating, reason }: HandlerInput<typeof contract.cancelByOperator>['body'],
): Promise<contract.AdminBooking> {
  const dispute = { words: reason, refund, extenuating }
  await decide(deps, operator, bookingId, { event: 'cancel_by_operator', version, dispute })
  return readAdminBooking(deps, bookingId)
}
