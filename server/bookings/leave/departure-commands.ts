import { isOpen } from '#server/bookings/case/case.ts'
import { lockRecord, move } from '#server/bookings/life/commands.ts'
import { findAgreedOf, findOpenRequestsOf } from '#server/bookings/life/rival-store.ts'
import { heldOf } from '#server/bookings/money/payout.ts'
import { type BookingRecord, payableFrom } from '#server/bookings/record/record.ts'
import { refundOf } from '#server/bookings/refund/refund.ts'
import { audit } from '#server/identity/sessions/commands.ts'
import type { TxDeps } from '#server/kernel/deps.ts'
import { lockSitters } from '#server/sitters/commands.ts'

/**
 * Ends the open requests made by or sent to an account that has left, and notifies the other side. Agreed bookings
 * stay for an operator to settle, because money and an animal depend on them.
 */
export async function endRequestsOf(deps: TxDeps, accountId: string): Promise<void> {
  const open = await findOpenRequestsOf(deps.db, accountId)
  await lockSitters(deps.db, [...new Set(open.map(({ sitterId }) => sitterId))].toSorted())
  for (const { id } of open) await endRequest(deps, await lockRecord(deps.db, id), accountId)
}

async function endRequest(deps: TxDeps, record: BookingRecord, accountId: string): Promise<void> {
  const by = { by: 'system', accountId: null } as const
  const { status } = record
  const isOwner = record.owner_id === accountId
  const reason = `the ${isOwner ? 'owner' : 'sitter'} is no longer here`
  // A request that still waits for its card has not been shown to the sitter, so it cannot be declined.
  if (status === 'awaiting_card' || (isOwner && isShown(status)))
    await move(deps, record, { ...by, event: 'withdraw', reason })
  else if (isShown(status)) await move(deps, record, { ...by, event: 'decline', reason })
}

/** It may have been answered before it was locked. */
const isShown = (status: BookingRecord['status']): boolean => status === 'requested' || status === 'offered'

/**
 * Ends everything of a leaving account on an operator's behalf: requests end, agreed bookings are cancelled or ended
 * with a refund of all that was not delivered, and open cases are resolved with the refund that was asked for,
 * limited to what is held. Both sides are notified as usual. Returns the number of bookings.
 */
export async function endAllOf(deps: TxDeps, accountId: string): Promise<number> {
  const requests = await findOpenRequestsOf(deps.db, accountId)
  const agreed = await findAgreedOf(deps.db, accountId)
  await lockSitters(
    deps.db,
    [...new Set([...requests, ...agreed].map(({ sitterId }) => sitterId))].toSorted(),
  )
  for (const { id } of requests) await endRequest(deps, await lockRecord(deps.db, id), accountId)
  for (const { id } of agreed) {
    const record = await lockRecord(deps.db, id)
    if (record.status === 'awaiting_payment') await withdrawUnpaid(deps, record, accountId)
    else await endAgreed(deps, record, accountId)
    await audit(deps, 'ended-for-deletion', null, null, { bookingId: id })
  }
  return requests.length + agreed.length
}

const withdrawUnpaid = async (deps: TxDeps, record: BookingRecord, accountId: string) => {
  await move(deps, record, {
    event: 'withdraw',
    by: 'system',
    accountId: null,
    reason: reasonOf(record, accountId),
  })
  // Normally the owner withdraws such a booking, so the event itself does not notify them.
  if (record.owner_id !== accountId)
    await deps.enqueue(deps.db, 'bookings.notify', { bookingId: record.id, event: 'withdraw', to: 'owner' })
}

const reasonOf = ({ owner_id: ownerId }: BookingRecord, accountId: string): string =>
  `the ${ownerId === accountId ? 'owner' : 'sitter'} is no longer here`

async function endAgreed(deps: TxDeps, record: BookingRecord, accountId: string): Promise<void> {
  const words = `The operator ended this because ${reasonOf(record, accountId)}.`
  const by = { by: 'operator', accountId: null } as const
  const held = heldOf(payableFrom(record))
  if (record.status === 'confirmed' || record.status === 'in_progress') {
    const { total, promotion } = refundOf(record, deps.now(), 'sitter')
    const refund = Math.min(total + promotion, held)
    await move(deps, record, { ...by, event: 'cancel_by_operator', dispute: { words, refund } })
    return
  }
  const [one] = record.cases.filter(isOpen)
  if (!one) return
  const dispute = { caseId: one.id, words, refund: Math.min(one.asked ?? 0, held) }
  const { record: decided } = await move(deps, record, { ...by, event: 'resolve_case', dispute })
  await endAgreed(deps, decided, accountId)
}
