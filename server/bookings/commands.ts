import type { z } from 'zod'
import type { Booking, BookingMove, listBookings } from '#contract/bookings/bookings.ts'
import type { CoarsePosition } from '#contract/bookings/step.ts'
import type { Party } from '#contract/codes.ts'
import { formatMoney } from '#contract/words.ts'
import { refuseBlocked } from '#server/blocks/commands.ts'
import { isRepriced, renewTerms } from '#server/bookings/begin/terms-commands.ts'
import { caseInputOf } from '#server/bookings/case/input.ts'
import { offerShownChange } from '#server/bookings/change/commands.ts'
import type { MoveInput } from '#server/bookings/effect.ts'
import { allowMove, lockRecord, move } from '#server/bookings/life/commands.ts'
import { recordOf, withParts } from '#server/bookings/record/commands.ts'
import { findPage, listOrder } from '#server/bookings/record/list-store.ts'
import { type BookingRecord, partyIn } from '#server/bookings/record/record.ts'
import * as store from '#server/bookings/record/store.ts'
import { showBooking, showBookings } from '#server/bookings/show-commands.ts'
import { transitions } from '#server/bookings/transitions.ts'
import { previewRefund } from '#server/bookings/view.ts'
import { refreshFeeds } from '#server/calendar/feed-read-commands.ts'
import { cutPage, readListPosition } from '#server/kernel/db/cursor.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { nearestPlace } from '#server/places/commands.ts'

/**
 * True for events that take places or are limited per owner. They also lock the owner, so that they are serialised
 * with the owner's requests to other sitters.
 */
const locksOwner = (event: BookingMove['event']): boolean =>
  transitions[event].effects.includes('end_siblings') ||
  (transitions[event].checks ?? []).includes('requests_below_limit')

const pairOf = (record: BookingRecord, party: Party) => {
  const { owner_id: ownerId, owner_name: ownerName } = record
  const { sitter_account_id: sitterId, sitter_name: sitterName } = record
  return party === 'owner'
    ? { accountId: ownerId, otherId: sitterId, otherName: sitterName }
    : { accountId: sitterId, otherId: ownerId, otherName: ownerName }
}

/** Refreshes the sitter's external calendars once more before places are taken, while nothing is locked. */
async function refreshCalendars(
  deps: Deps,
  { accountId }: Viewer,
  { id, event }: BookingMove,
): Promise<void> {
  if (!transitions[event].readsCalendars) return
  const parties = await store.findPartiesOf(deps.db, id)
  partyIn(parties, accountId)
  await refreshFeeds(deps, parties!.sitter_id)
}

/**
 * Carries out an event by one of the two sides. Everybody else gets the same answer as for a booking that does not
 * exist.
 */
export async function moveBooking(deps: Deps, viewer: Viewer, sent: BookingMove): Promise<Booking> {
  await refreshCalendars(deps, viewer, sent)
  return ensureTransaction(deps, async (deps) => {
    const lock = locksOwner(sent.event) ? store.lockSitterAndOwnerOf : store.lockSitterOf
    const [parties, record] = await Promise.all([lock(deps.db, sent.id), lockRecord(deps.db, sent.id)])
    const party = partyIn(parties, viewer.accountId)
    const now = deps.now()
    const row = transitions[sent.event]
    if (row.refusedByBlock) await refuseBlocked(deps.db, pairOf(record, party))
    allowMove(record, sent.event, party, now, 'caseId' in sent ? sent.caseId : undefined)
    if (sent.version !== record.version)
      throw new Problem('version-stale', {
        detail: `You sent version ${sent.version}, but the booking is now at version ${record.version}. Read it again and repeat your answer.`,
        version: record.version,
      })
    if (row.checks?.includes('preview_current')) refuseOldPreview(record, sent, now)
    const input = await inputOf(deps, record, sent, party, viewer)
    const renewed = isRepriced(sent) ? await renewTerms(deps, record, sent) : { record }
    const moved = await move(deps, renewed.record, {
      ...input,
      ...('more' in renewed ? { more: renewed.more } : {}),
    })
    return showBooking(deps, moved.record, viewer.accountId)
  })
}

function refuseOldPreview(record: BookingRecord, sent: BookingMove, now: Date): void {
  const previewHash = 'previewHash' in sent ? sent.previewHash : undefined
  if (previewHash === undefined) return
  const refundNow = previewRefund(record, 'owner', now)
  if (refundNow?.previewHash === previewHash) return
  const amount = formatMoney(refundNow?.total ?? 0, record.currency)
  throw new Problem('refund-changed', {
    detail: `The refund is now ${amount}, not the amount you were shown. Check it before you continue.`,
    refundNow,
  })
}

/** Looks the town up once and stores it, so that reading the history needs no look-up. */
async function withTown(db: Db, { lat, lng }: CoarsePosition) {
  const town = await nearestPlace(db, lat, lng)
  return { lat, lng, ...(town ? { town: town.name } : {}) }
}

const declineWords = {
  dates: 'the dates do not suit',
  pet: 'not the right place for this pet',
  distance: 'too far away',
  full: 'the days are full',
  other: null,
} as const

/** Converts what was sent to the input of `move`: reason, note and amount of any event, and what some events look up. */
async function inputOf(
  inTx: Deps,
  record: BookingRecord,
  sent: BookingMove,
  by: Party,
  { accountId }: Viewer,
): Promise<MoveInput> {
  const input = { event: sent.event, by, accountId }
  switch (sent.event) {
    case 'decline': {
      const reason = [declineWords[sent.reason], sent.note].filter(Boolean).join('. ')
      return { ...input, ...(reason ? { reason } : {}) }
    }
    case 'propose_change':
      return { ...input, offered: await offerShownChange(inTx, record, sent, by) }
    case 'check_in':
      return { ...input, ...(await arrivalOf(inTx.db, sent)) }
    case 'report_no_show':
    case 'report_missed':
    case 'open_case':
    case 'answer_case':
    case 'appeal_case':
      return { ...input, ...caseInputOf(sent) }
    default:
      return { ...input, ...detailsIn(sent) }
  }
}

type MoveDetails = Pick<MoveInput, 'reason' | 'note' | 'amount' | 'more'>

async function arrivalOf(
  db: Db,
  { note, location }: Extract<BookingMove, { event: 'check_in' }>,
): Promise<MoveDetails> {
  return {
    ...(note ? { note } : {}),
    ...(location ? { more: { location: await withTown(db, location) } } : {}),
  }
}

/** Returns the reason, note and amount, of those that an event of this kind may have. */
const detailsIn = (sent: BookingMove): MoveDetails => ({
  ...('reason' in sent && sent.reason ? { reason: sent.reason } : {}),
  ...('note' in sent && sent.note ? { note: sent.note } : {}),
  ...('amount' in sent ? { amount: sent.amount } : {}),
})

export async function readBooking(deps: Deps, { accountId }: Viewer, id: string): Promise<Booking> {
  partyIn(await store.findPartiesOf(deps.db, id), accountId)
  return showBooking(deps, await recordOf(deps.db, id), accountId)
}

type ListRequest = { accountId: string } & z.output<(typeof listBookings)['query']>

/** Lists the viewer's own bookings in pages; the cursor is the position at which the last page ended. */
export async function listOwnBookings(
  deps: Deps,
  viewer: Viewer,
  { accountId, role, scope, from, to, cursor, limit }: ListRequest,
): Promise<{ items: Booking[]; nextCursor: string | null }> {
  if (accountId.toLowerCase() !== viewer.accountId) throw new Problem('account-not-found')
  const after = readListPosition(cursor)
  const rows = await findPage(deps.db, {
    accountId: viewer.accountId,
    role,
    scope,
    from,
    to,
    after,
    limit: limit + 1,
  })
  const { shown, nextCursor } = cutPage(rows, limit, (last) => [last[listOrder(scope).column], last.id])
  return {
    items: await showBookings(deps, await withParts(deps.db, shown), viewer.accountId),
    nextCursor,
  }
}
