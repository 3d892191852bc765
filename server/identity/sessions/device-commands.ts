import type { z } from 'zod'
import type { endSessions as ending, listSessions } from '#contract/sessions.ts'
import { deleteKnownBrowser, deleteOtherKnownBrowsers } from '#server/identity/sessions/browser-store.ts'
import { audit } from '#server/identity/sessions/commands.ts'
import { endAllSessions, voidPendingCodes } from '#server/identity/sessions/ending-commands.ts'
import { eventContextOf, notifyUser } from '#server/identity/sessions/notice-commands.ts'
import { viewSession } from '#server/identity/sessions/view.ts'
import * as store from '#server/identity/store.ts'
import { isStaffSignInOver } from '#server/identity/tokens/id-token.ts'
import { type Db } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TokenViewer, TxDeps } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'

type Sessions = z.output<typeof listSessions.response>

/** Lists the user's sessions; for staff without those that are over (`isStaffSignInOver`). */
export async function ownSessions(
  { db, now }: { db: Db; now: Deps['now'] },
  { uid, sessionId, roles }: TokenViewer,
): Promise<Sessions> {
  const at = now()
  const rows = await store.listLiveSessions(db, uid, at)
  const live = rows.filter(({ auth_time: since }) => !isStaffSignInOver(roles, since.getTime() / 1000, at))
  return { items: live.map((row) => viewSession(row, sessionId ?? null)), nextCursor: null }
}

/** Ends the chosen sessions. One that has already ended stays so; one of another user is not found. */
export function endOwnSessions(
  deps: Deps,
  viewer: TokenViewer,
  chosen: z.output<typeof ending.body>,
  ip: string,
): Promise<Sessions> {
  return ensureTransaction(deps, async (deps) => {
    const { uid } = viewer
    // With the hosted service there are no users here.
    const user = await store.lockUser(deps.db, uid)
    if (!user)
      throw new Problem('session-not-found', {
        detail: 'Another service manages your sessions. End them there.',
      })
    const own = viewer.sessionId ? await store.findSessionOf(deps.db, uid, viewer.sessionId) : undefined
    if ('id' in chosen) await endOne(deps, user, chosen.id, own)
    else {
      if (chosen.all === 'others') await endOthers(deps, viewer, user)
      else await endAllSessions(deps, uid, 'ended by the person')
      if (own) await deleteOtherKnownBrowsers(deps.db, uid, own.id)
      const from = { ip, userAgent: own?.user_agent ?? '' }
      const kind = chosen.all === 'others' ? 'otherSessionsEnded' : 'sessionsEnded'
      await notifyUser(deps, user, kind, eventContextOf(deps.now(), from))
    }
    await audit(deps, 'sessions-ended', uid, { ip }, chosen)
    return ownSessions(deps, viewer)
  })
}

type SessionOf = Awaited<ReturnType<typeof store.findSessionOf>>

async function endOne(deps: TxDeps, user: store.UserRow, id: string, own: SessionOf): Promise<void> {
  const ended = await store.findSessionOf(deps.db, user.id, id)
  if (!ended) throw new Problem('session-not-found')
  await store.revokeSession(deps.db, id, deps.now(), 'ended by the person')
  if (id === own?.id) return
  // Whoever was signed in there may have requested codes, and their browser is no longer known.
  await voidPendingCodes(deps, user)
  if (ended.device_hash !== null && ended.device_hash !== own?.device_hash)
    await deleteKnownBrowser(deps.db, user.id, ended.device_hash)
}

async function endOthers(
  { db, now }: TxDeps,
  { uid, sessionId }: TokenViewer,
  user: store.UserRow,
): Promise<void> {
  // A token issued before sessions had ids; the next one contains it.
  if (!sessionId) throw new Problem('token-expired', { detail: 'Refresh the token and repeat the request.' })
  await store.revokeOtherSessionsOf(db, uid, sessionId, now(), 'ended by the person')
  await voidPendingCodes({ db, now }, user)
}
