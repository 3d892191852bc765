import type { BackupAsked, OwnBackup } from '#contract/backups.ts'
import { receiverOf } from '#server/accounts/commands.ts'
import { refuseBlocked } from '#server/blocks/commands.ts'
import {
  answeredLetter,
  requestLetter,
  calledOwnerLetter,
  calledSecondLetter,
  type NoticeContent,
} from '#server/circle/backup-mails.ts'
import * as store from '#server/circle/backup-store.ts'
import { viewBackupRequest, viewOwnBackup } from '#server/circle/backup-view.ts'
import { mayHaveBackup, maxNightsWithoutBackup } from '#server/circle/backup.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { notify } from '#server/notices/commands.ts'
import { displayName } from '#server/sitters/profile.ts'

async function requireStay({ db }: Pick<Deps, 'db'>, { accountId }: Viewer, bookingId: string) {
  const stay = await store.findStay(db, bookingId, accountId)
  if (!stay) throw new Problem('booking-not-found')
  return stay
}

export const readBackup = async (deps: Deps, viewer: Viewer, bookingId: string): Promise<OwnBackup> =>
  viewOwnBackup(await requireStay(deps, viewer, bookingId), deps.now())

/** Asks a sitter to be the backup, replacing whoever was asked before; a sitter already asked is not asked again. */
export function askBackup(
  deps: Deps,
  viewer: Viewer,
  bookingId: string,
  { sitterId, note }: { sitterId: string; note: string | null },
): Promise<OwnBackup> {
  return ensureTransaction(deps, async (deps) => {
    const now = deps.now()
    await store.lockStay(deps.db, bookingId)
    const stay = await requireStay(deps, viewer, bookingId)
    if (!mayHaveBackup(stay, now))
      throw new Problem('backup-refused', {
        detail: `A backup sitter is possible for agreed stays of more than ${maxNightsWithoutBackup} nights that are not over.`,
      })
    if (stay.second_id === sitterId && stay.backup_status !== 'declined') return viewOwnBackup(stay, now)
    const second = await store.findCandidate(deps.db, sitterId, stay.service)
    if (!second) {
      if (!(await store.isPublished(deps.db, sitterId))) throw new Problem('sitter-not-found')
      throw new Problem('backup-refused', { detail: 'Choose somebody who offers this kind of care.' })
    }
    if (second.id === stay.sitter_id || second.account_id === viewer.accountId)
      throw new Problem('backup-refused', { detail: 'Choose somebody other than the sitter of this stay.' })
    const { accountId } = viewer
    await refuseBlocked(deps.db, { accountId, otherId: second.account_id, otherName: second.name })
    await store.saveBackup(deps.db, {
      booking_id: bookingId,
      sitter_id: sitterId,
      status: 'asked',
      note: note || null,
      asked_at: now,
    })
    const days = { service: stay.service, startOn: stay.start_on, endOn: stay.end_on }
    await sendNotice(
      deps,
      second.account_id,
      bookingId,
      requestLetter(displayName(stay.owner_name), days, note || null, deps.site),
    )
    return readBackup(deps, viewer, bookingId)
  })
}

export function removeBackup(deps: Deps, viewer: Viewer, bookingId: string): Promise<OwnBackup> {
  return ensureTransaction(deps, async (deps) => {
    await requireStay(deps, viewer, bookingId)
    await store.deleteBackup(deps.db, bookingId)
    return readBackup(deps, viewer, bookingId)
  })
}

export const listBackups = async ({ db, now }: Deps, { accountId }: Viewer): Promise<BackupAsked[]> =>
  (await store.findRequests(db, accountId, now())).map(viewBackupRequest)

/** Stores the sitter's answer, which may change later; the owner is notified of each change. */
export function answerBackup(
  deps: Deps,
  { accountId }: Viewer,
  bookingId: string,
  agree: boolean,
): Promise<BackupAsked> {
  return ensureTransaction(deps, async (deps) => {
    await store.lockStay(deps.db, bookingId)
    const row = await store.findRequest(deps.db, bookingId, accountId)
    if (!row) throw new Problem('booking-not-found')
    const status = agree ? 'agreed' : 'declined'
    if (row.status === status) return viewBackupRequest(row)
    await store.changeBackup(deps.db, bookingId, { status, answered_at: deps.now() })
    const days = { service: row.service, startOn: row.start_on, endOn: row.end_on }
    await sendNotice(
      deps,
      row.owner_id,
      bookingId,
      answeredLetter(row.sitter_name, days, { agree, bookingId }, deps.site),
    )
    return viewBackupRequest({ ...row, status })
  })
}

/**
 * Called when a stay has lost its sitter: notifies the owner whom to ask, and a sitter who has agreed that they may be
 * needed. Runs once.
 */
export function callBackup(deps: Deps, bookingId: string): Promise<void> {
  return ensureTransaction(deps, async (deps) => {
    const now = deps.now()
    await store.lockStay(deps.db, bookingId)
    const row = await store.findBackupToCall(deps.db, bookingId)
    if (!row || row.status === 'declined' || row.called_at !== null || row.ends_at <= now) return
    await store.changeBackup(deps.db, bookingId, { called_at: now })
    const days = { service: row.service, startOn: row.start_on, endOn: row.end_on }
    const { first_name: first, second_name: second } = row
    const query = new URLSearchParams({ service: row.service, start: row.start_on, end: row.end_on })
    const to = `/sitters/${row.second_id}?${query.toString()}`
    const agreed = row.status === 'agreed'
    await sendNotice(
      deps,
      row.owner_id,
      bookingId,
      calledOwnerLetter({ first, second, agreed, to }, days, deps.site),
    )
    const owner = await receiverOf(deps.db, row.owner_id)
    if (agreed && owner)
      await sendNotice(
        deps,
        row.second_account_id,
        bookingId,
        calledSecondLetter(displayName(owner.name), first, days, deps.site),
      )
  })
}

const sendNotice = (
  deps: TxDeps,
  accountId: string,
  subjectId: string,
  { title, path, mail }: NoticeContent,
) => notify(deps, { accountId, kind: 'booking-asked', title, path, subjectId, mail })
