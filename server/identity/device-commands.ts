import type { z } from 'zod'
import type { endSessions as ending, listSessions } from '#contract/sessions.ts'
import { endAllSessions, voidPendingCodes } from '#server/identity/commands.ts'
import { audit } from '#server/identity/session-commands.ts'
import { viewSession } from '#server/identity/session-view.ts'
import * as store from '#server/identity/store.ts'
import { type Db, inTransaction, type Tx } from '#server/kernel/db.ts'
import type { Deps, TokenViewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'

type Sessions = z.output<typeof listSessions.response>

/** Where a person is signed in. */
export async function ownSessions(
  { db, now }: { db: Db; now: Deps['now'] },
  { uid, sessionId }: TokenViewer,
): Promise<Sessions> {
  const rows = await store.listLiveSessions(db, uid, now())
  return { items: rows.map((row) => viewSession(row, sessionId ?? null)), nextCursor: null }
}

/** Ends what was chosen; a session that has already ended stays so, one of somebody else does not exist. */
export function endOwnSessions(
  deps: Deps,
  viewer: TokenViewer,
  chosen: z.output<typeof ending.body>,
  ip: string,
): Promise<Sessions> {
  return inTransaction(deps.db, async (tx) => {
    const { uid } = viewer
    // With the hosted service nobody is known here.
    const user = await store.lockUser(tx, uid)
    if (!user)
      throw new Problem('session-not-found', {
        detail: 'Another service keeps your sign-ins. End them there.',
      })
    if ('id' in chosen) await endOne(tx, deps, uid, chosen.id)
    else if (chosen.all === 'others') await endOthers(tx, deps, viewer, user)
    else await endAllSessions(tx, deps, uid, 'ended by the person')
    await audit(tx, deps, 'sessions-ended', uid, { ip }, chosen)
    return ownSessions({ db: tx, now: deps.now }, viewer)
  })
}

async function endOne(tx: Tx, { now }: Deps, uid: string, id: string): Promise<void> {
  if (!(await store.findSessionOf(tx, uid, id))) throw new Problem('session-not-found')
  await store.revokeSession(tx, id, now(), 'ended by the person')
}

async function endOthers(
  tx: Tx,
  { now }: Deps,
  { uid, sessionId }: TokenViewer,
  user: store.UserRow,
): Promise<void> {
  // A token from before sessions were named; the next one names it.
  if (!sessionId) throw new Problem('token-expired', { detail: 'Refresh the token and repeat the request.' })
  await store.revokeOtherSessionsOf(tx, uid, sessionId, now(), 'ended by the person')
  await voidPendingCodes(tx, { now }, user)
}
