import { readFields } from '#server/identity/fields.ts'
import { openSession, tokensOf } from '#server/identity/sessions/commands.ts'
import * as store from '#server/identity/store.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { caller, wholeSecond } from '#test/conformance/caller.ts'
import { refuseForbidden } from '#test/conformance/claims.ts'
import type { Call } from '#test/conformance/entry.ts'
import { readUnverified } from '#test/conformance/provider.ts'
import { Refusal } from '#test/conformance/refusal.ts'
import { z } from 'zod'

const Claims = z.record(z.string(), z.unknown()).catch({})
const audience = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'

/** Signs in the user of an unsigned custom token; its claims last as long as the session. */
export const signInWithCustomToken: Call = async (entry, body) => {
  const token = readFields(body).text('token')
  if (!token) throw new Refusal('MISSING_CUSTOM_TOKEN')
  const claims = readCustomToken(token)
  const uid = claims['uid'] ?? claims['user_id']
  if (typeof uid !== 'string' || uid === '' || uid.length > 128) throw new Refusal('MISSING_IDENTIFIER')
  const own = Claims.parse(claims['claims'] ?? {})
  refuseForbidden(own)
  const at = entry.now()
  const { grant, isNewUser } = await inTransaction(entry.db, async (tx) => {
    const known = await store.lockUser(tx, uid)
    if (known?.disabled) throw new Refusal('USER_DISABLED')
    const times = { last_login_at: at, last_refresh_at: at }
    const user = known
      ? await store.changeUser(tx, uid, times)
      : await store.insertUser(tx, { id: uid, valid_since: wholeSecond(at), created_at: at, ...times })
    return {
      grant: await openSession({ ...entry, db: tx }, user, 'custom', caller, { kind: 'signed-in' }),
      isNewUser: !known,
    }
  })
  entry.sessionClaims.set(grant.sessionId, own)
  return { kind: 'identitytoolkit#VerifyCustomTokenResponse', isNewUser, ...(await tokensOf(entry, grant)) }
}

function readCustomToken(token: string): Record<string, unknown> {
  let claims: Record<string, unknown>
  try {
    claims = readUnverified(token)
  } catch {
    throw new Refusal('INVALID_CUSTOM_TOKEN : Invalid assertion format')
  }
  if (!token.startsWith('{') && claims['aud'] !== audience)
    throw new Refusal(`INVALID_CUSTOM_TOKEN : ((Invalid aud (audience): ${String(claims['aud'])}))`)
  return claims
}
