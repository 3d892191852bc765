import type { UpdateRhythm } from '#contract/bookings/update-rhythms.ts'
import type { UpdateRhythm as Rhythm } from '#contract/codes.ts'
import { updateReminderLetter } from '#server/bookings/care/rhythm-mails.ts'
import * as rhythms from '#server/bookings/care/rhythm-store.ts'
import { isRhythmOpen, overdueUpdate, rhythmsOf, usualRhythm } from '#server/bookings/care/rhythm.ts'
import * as store from '#server/bookings/record/store.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { notifyLive } from '#server/kernel/live/live.ts'
import { Problem } from '#server/kernel/problem.ts'
import { notify } from '#server/notices/commands.ts'

/**
 * Treats the booking as if it did not exist for accounts that are not one of its sides, and for its sitter while it is
 * not sent yet.
 */
async function bookingFor(db: Db, { accountId }: Viewer, bookingId: string) {
  const row = await store.findBooking(db, bookingId)
  const isOwner = row?.owner_id === accountId
  const isSitter = row?.sitter_account_id === accountId && row.sent_at !== null
  if (!row || !(isOwner || isSitter)) throw new Problem('booking-not-found')
  return { row, isOwner }
}

export async function showRhythm(deps: Deps, viewer: Viewer, bookingId: string): Promise<UpdateRhythm> {
  const { row, isOwner } = await bookingFor(deps.db, viewer, bookingId)
  return {
    rhythm: (await rhythms.findRhythm(deps.db, bookingId)) ?? usualRhythm(row.service),
    choices: rhythmsOf(row.service),
    changeable: isOwner && isRhythmOpen(row.status),
  }
}

export function changeRhythm(
  deps: Deps,
  viewer: Viewer,
  bookingId: string,
  rhythm: Rhythm,
): Promise<UpdateRhythm> {
  return ensureTransaction(deps, async (deps) => {
    const { row, isOwner } = await bookingFor(deps.db, viewer, bookingId)
    if (!isOwner || !isRhythmOpen(row.status) || !rhythmsOf(row.service).includes(rhythm))
      throw new Problem('booking-action-not-allowed', {
        detail: isOwner ? 'This cannot be chosen for this booking.' : 'Only the owner can choose this.',
        bookingStatus: row.status,
      })
    await rhythms.saveRhythm(deps.db, bookingId, rhythm, deps.now())
    await notifyLive(deps, [row.owner_id, row.sitter_account_id], { topic: 'booking', bookingId })
    return showRhythm(deps, viewer, bookingId)
  })
}

const batch = 200

/** Reminds sitters of overdue updates, once for each due time; concurrent runs remind nobody twice. */
export async function remindOfUpdates(deps: Deps): Promise<{ reminded: number }> {
  const at = deps.now()
  let reminded = 0
  let after: string | null = null
  for (;;) {
    const rows: rhythms.RunningRow[] = await rhythms.findRunning(deps.db, at, after, batch)
    for (const row of rows) reminded += await remind(deps, row, at)
    after = rows.at(-1)?.id ?? null
    if (rows.length < batch) return { reminded }
  }
}

async function remind(deps: Deps, row: rhythms.RunningRow, at: Date): Promise<number> {
  const rhythm = row.rhythm ?? usualRhythm(row.service)
  const dueAt = overdueUpdate(
    {
      rhythm,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      timeZone: row.time_zone,
      units: row.units.map((unit) => ({
        startsAt: new Date(unit.starts_at),
        endsAt: new Date(unit.ends_at),
      })),
      reportedAt: row.told_at.map((instant) => new Date(instant)),
    },
    at,
  )
  if (!dueAt) return 0
  const letter = updateReminderLetter({ owner: row.owner_name, rhythm, bookingId: row.id, site: deps.site })
  await ensureTransaction(deps, (deps) =>
    notify(deps, {
      accountId: row.sitter_account_id,
      kind: 'update-due',
      title: letter.subject,
      path: `/account/bookings/${row.id}`,
      subjectId: row.id,
      onceKey: `update-due ${row.id} ${dueAt.toISOString()}`,
      mail: letter,
    }),
  )
  return 1
}
