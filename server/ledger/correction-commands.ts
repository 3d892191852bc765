import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import { mayDo } from '#contract/staff/codes.ts'
import type * as contract from '#contract/staff/corrections.ts'
import { addHours } from '#server/kernel/day.ts'
import { cutPage, readListPosition } from '#server/kernel/db/cursor.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import { post } from '#server/ledger/commands.ts'
import { correctionActions, needsApproval } from '#server/ledger/correction.ts'
import * as store from '#server/ledger/correction-store.ts'
import { viewCorrection } from '#server/ledger/correction-view.ts'
import { type Entry, postings } from '#server/ledger/postings.ts'
import { currentSettings } from '#server/settings/commands.ts'

/** Hours within which what one person posts alone counts together. */
const aloneHours = 24

const actorOf = ({ accountId, roles }: Viewer) => ({ accountId, mayChange: mayDo(roles, 'money.change') })

/** Lists corrections, newest first, with the amount above which they need a second person. */
export async function listCorrections(
  { db }: Deps,
  viewer: Viewer,
  { state, cursor, limit }: HandlerInput<typeof contract.listCorrections>['query'],
): Promise<EndpointResponse<typeof contract.listCorrections>> {
  const after = readListPosition(cursor)
  const { settings } = await currentSettings(db)
  const rows = await store.findCorrections(db, { state, after, limit: limit + 1 })
  const { shown, nextCursor } = cutPage(rows, limit, (last) => [last.proposed_at, last.id])
  return {
    items: shown.map((row) => viewCorrection(row, actorOf(viewer))),
    nextCursor,
    approvalAbove: settings.payments.approvalAbove,
    currency: settings.currency,
  }
}

type Concern = (id: string) => void

/** Posts a correction at once, or lets it wait for a second person. */
export function proposeCorrection(
  deps: Deps,
  viewer: Viewer,
  { debit, credit, amount, booking: number, reason }: HandlerInput<typeof contract.proposeCorrection>['body'],
  concern: Concern,
): Promise<contract.LedgerCorrection> {
  return ensureTransaction(deps, async (deps) => {
    await store.lockCorrections(deps.db)
    const at = deps.now()
    const { settings } = await currentSettings(deps.db)
    const booking = number ? await store.findBooking(deps.db, number) : undefined
    if (number && !booking) throw new Problem('booking-not-found')
    const alone = await store.sumPostedAlone(deps.db, viewer.accountId, addHours(at, -aloneHours))
    const waits = needsApproval(amount, alone, settings.payments.approvalAbove)
    const id = newId(at)
    await store.insertCorrection(deps.db, {
      id,
      proposed_at: at,
      proposed_by: viewer.accountId,
      booking_id: booking?.id ?? null,
      debit,
      credit,
      amount,
      currency: booking?.currency ?? settings.currency,
      reason,
      needs_approval: waits,
      state: 'waiting',
    })
    const row = (await store.findCorrection(deps.db, id))!
    concernPeople(row, concern)
    if (!waits) await postCorrection(deps, viewer, row, null)
    return answer(deps, viewer, id)
  })
}

/** Posts or rejects a correction that waits. */
export function decideCorrection(
  deps: Deps,
  viewer: Viewer,
  sent: { correctionId: string; action: 'approve' | 'reject'; reason: string },
  concern: Concern,
): Promise<contract.LedgerCorrection> {
  const { correctionId, action, reason } = sent
  return ensureTransaction(deps, async (deps) => {
    await store.lockCorrections(deps.db)
    await store.lockCorrection(deps.db, correctionId)
    const row = await store.findCorrection(deps.db, correctionId)
    if (!row) throw new Problem('correction-not-found')
    if (!correctionActions(row, actorOf(viewer)).includes(action))
      throw new Problem('correction-action-not-allowed', {
        detail:
          row.state === 'waiting'
            ? 'You have proposed it yourself, so somebody else has to approve it.'
            : 'It has been decided.',
        state: row.state,
      })
    concern(row.proposed_by)
    concernPeople(row, concern)
    if (action === 'approve') await postCorrection(deps, viewer, row, reason)
    else
      await store.decideCorrection(deps.db, row.id, {
        state: 'rejected',
        at: deps.now(),
        by: viewer.accountId,
        decision: reason,
      })
    return answer(deps, viewer, row.id)
  })
}

function concernPeople(
  { booking_id: bookingId, owner_id: ownerId, sitter_account_id: sitterId }: store.CorrectionRow,
  concern: Concern,
): void {
  for (const id of [bookingId, ownerId, sitterId]) if (id) concern(id)
}

const answer = async (deps: TxDeps, viewer: Viewer, id: string): Promise<contract.LedgerCorrection> =>
  viewCorrection((await store.findCorrection(deps.db, id))!, actorOf(viewer))

/** Posts the transfer; its source is the correction, so the ledger takes it once whatever happens. */
async function postCorrection(
  deps: TxDeps,
  { accountId }: Viewer,
  row: store.CorrectionRow,
  decision: string | null,
): Promise<void> {
  const at = deps.now()
  const { id, booking_id: bookingId, owner_id: ownerId, sitter_account_id: sitterId, currency } = row
  const sides = ownerId && sitterId ? { ownerId, sitterId } : null
  const posting = postings.correction(sides, row)
  const source = { source: 'correction', sourceId: id, bookingId, currency, at, note: row.reason }
  await post(deps.db, source, [posting])
  for (const entry of posting.entries) if (entry.amount < 0) await refuseDebt(deps, entry, row)
  await store.decideCorrection(deps.db, id, { state: 'posted', at, by: accountId, decision })
}

/** Nobody may owe the site anything on these accounts, so no more can be taken from them than they hold. */
async function refuseDebt(
  { db }: TxDeps,
  entry: Entry,
  { currency, amount }: store.CorrectionRow,
): Promise<void> {
  if (!['owner', 'sitter', 'tax'].includes(entry.account)) return
  const balance = await store.sumOfAccount(db, entry, currency)
  if (balance < 0)
    throw new Problem('amount-too-high', {
      detail: 'The account does not hold that much.',
      amount,
      most: Math.max(0, amount + balance),
    })
}
