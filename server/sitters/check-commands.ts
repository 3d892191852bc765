import type { WaitingSitter } from '#contract/sitters/checks.ts'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { audit } from '#server/identity/sessions/commands.ts'
import { announce } from '#server/kernel/cache/changes.ts'
import { cutPage, readListPosition } from '#server/kernel/db/cursor.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { notify } from '#server/notices/commands.ts'
import * as checks from '#server/sitters/check-store.ts'
import { lockSitter, showProfile } from '#server/sitters/commands.ts'
import { type Decision, decisionLetter } from '#server/sitters/mails.ts'
import * as store from '#server/sitters/store.ts'

/** Lists the profiles that await a check, each as the public would see it. */
export async function listWaitingSitters(
  deps: Deps,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: WaitingSitter[]; nextCursor: string | null }> {
  const after = readListPosition(cursor)
  const rows = await checks.listWaiting(deps.db, after, limit + 1)
  const { shown, nextCursor } = cutPage(rows, limit, (last) => [last.submitted_at, last.id])
  const items: WaitingSitter[] = []
  for (const row of shown)
    items.push({ sitter: await showProfile(deps, row, null), submittedAt: row.submitted_at.toISOString() })
  return {
    items,
    nextCursor,
  }
}

/** Returns a profile that awaits a check; any other is reported as not found. */
export async function readWaitingSitter(deps: Deps, sitterId: string): Promise<WaitingSitter> {
  const row = await store.findSitter(deps.db, sitterId)
  if (row?.status !== 'in_review' || !row.submitted_at) throw new Problem('sitter-not-found')
  return { sitter: await showProfile(deps, row, null), submittedAt: row.submitted_at.toISOString() }
}

export type ProfileDecision = { sitterId: string; version: number; decision: Decision; ip: string }

/** Publishes a waiting profile, or turns it back into a draft. Notifies the sitter and records who decided. */
export function decideOnSitter(
  deps: Deps,
  viewer: Viewer,
  { sitterId, version, decision, ip }: ProfileDecision,
): Promise<Sitter> {
  return ensureTransaction(deps, async (deps) => {
    await lockSitter(deps.db, sitterId)
    const row = await store.findSitter(deps.db, sitterId)
    if (!row) throw new Problem('sitter-not-found')
    if (row.status !== 'in_review')
      throw new Problem('sitter-not-waiting', { detail: 'Read the list of waiting profiles again.' })
    if (version !== row.version)
      throw new Problem('version-stale', {
        detail: 'Look at what the sitter has changed, and decide again.',
        version: row.version,
      })
    const at = deps.now()
    await store.updateSitter(deps.db, sitterId, {
      ...(decision.kind === 'approved'
        ? { status: 'published', published_at: at }
        : { status: 'draft', sent_back_at: at, sent_back_reason: decision.reason }),
      submitted_at: null,
      version: version + 1,
      updated_at: at,
    })
    await audit(deps, `sitter-${decision.kind}`, viewer.uid, { ip }, { sitterId })
    await announce(deps.db, 'sitter', sitterId)
    await deps.enqueue(deps.db, 'search.refresh-sitter', { sitterId })
    const receiver = await checks.findReceiver(deps.db, row.account_id)
    const letter = decisionLetter(receiver.name, sitterId, decision, deps.site)
    await notify(deps, {
      accountId: row.account_id,
      kind: 'profile-decided',
      title: letter.subject,
      path: `/account/sitters/${sitterId}`,
      subjectId: sitterId,
      mail: { ...letter, kind: `sitter-${decision.kind}` },
    })
    return showProfile(deps, (await store.findSitter(deps.db, sitterId))!, null)
  })
}

/** Turns a published profile into a draft, with a reason shown to its sitter; existing bookings continue. */
export async function takeDownSitter(
  deps: TxDeps,
  viewer: Viewer,
  sitterId: string,
  reason: string,
): Promise<void> {
  await lockSitter(deps.db, sitterId)
  const row = await store.findSitter(deps.db, sitterId)
  if (!row) throw new Problem('sitter-not-found')
  const at = deps.now()
  await store.updateSitter(deps.db, sitterId, {
    status: 'draft',
    sent_back_at: at,
    sent_back_reason: reason,
    submitted_at: null,
    version: row.version + 1,
    updated_at: at,
  })
  await audit(deps, 'sitter-taken-down', viewer.uid, null, { sitterId })
  await announce(deps.db, 'sitter', sitterId)
  await deps.enqueue(deps.db, 'search.refresh-sitter', { sitterId })
}
