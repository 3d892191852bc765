import { lockRecord, move } from '#server/bookings/move-commands.ts'
import type { BookingRecord } from '#server/bookings/record-view.ts'
import { findOpenRequestsOf } from '#server/bookings/rival-store.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { lockSitters } from '#server/sitters/commands.ts'

/**
 * The requests that wait for somebody who is no longer here, or that they have made, end at once, and the other side is
 * told. What is agreed stays: an operator settles it, since money and an animal hang on it.
 */
export async function endRequestsOf(deps: Deps, tx: Tx, accountId: string): Promise<void> {
  const open = await findOpenRequestsOf(tx, accountId)
  await lockSitters(tx, [...new Set(open.map(({ sitterId }) => sitterId))].toSorted())
  for (const { id } of open) await endRequest(deps, tx, await lockRecord(tx, id), accountId)
}

async function endRequest(deps: Deps, tx: Tx, record: BookingRecord, accountId: string): Promise<void> {
  const by = { by: 'system', accountId: null } as const
  const { status } = record
  const isOwner = record.owner_id === accountId
  const reason = `the ${isOwner ? 'owner' : 'sitter'} is no longer here`
  // A request that still waits for its card has been shown to no sitter, who could decline it.
  if (status === 'awaiting_card' || (isOwner && isShown(status)))
    await move(deps, tx, record, { ...by, event: 'withdraw', reason })
  else if (isShown(status)) await move(deps, tx, record, { ...by, event: 'decline', reason })
}

/** It may have been answered before it was locked. */
const isShown = (status: BookingRecord['status']): boolean => status === 'requested' || status === 'offered'
