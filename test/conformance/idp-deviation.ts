import { canonicalEmail } from '#server/identity/email.ts'
import { findUserByIdentity } from '#server/identity/federation/store.ts'
import * as store from '#server/identity/store.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { type Answer, type Deviation, type Body, type Entry, textsOf } from '#test/conformance/entry.ts'
import { type Claims, readUnverified } from '#test/conformance/provider.ts'

/** The user signing in, according to the request's unverified data. */
type Newcomer = { provider: string; claims: Claims; email: string | undefined }

/** The test widget puts its answer into the query of `requestUri`, where a real provider puts a code. */
export function unfold(body: Body): Body {
  const { requestUri } = body
  if (typeof requestUri !== 'string' || !URL.canParse(requestUri)) return body
  const { searchParams } = new URL(requestUri)
  if (!searchParams.has('id_token') && !searchParams.has('access_token')) return body
  return { ...body, sessionId: undefined, postBody: searchParams.toString() }
}

function readNewcomer({ postBody, sessionId, pendingToken }: Body): Newcomer | undefined {
  if (typeof postBody !== 'string' || sessionId || pendingToken) return undefined
  const fields = new URLSearchParams(postBody)
  const [provider, token] = [fields.get('providerId'), fields.get('id_token') ?? fields.get('access_token')]
  if (!provider || !token) return undefined
  try {
    const claims = readUnverified(token)
    return { provider, claims, email: typeof claims['email'] === 'string' ? claims['email'] : undefined }
  } catch {
    // The service itself reports what is wrong with it.
    return undefined
  }
}

/** Adds the emulator's fields about the user, and its treatment of an existing profile. */
export const signInWithIdp: Deviation = async (entry, rawBody, next) => {
  const body = unfold(rawBody)
  const newcomer = readNewcomer(body)
  if (!newcomer) return completed(entry, await next(body), undefined)
  const { provider, claims, email } = newcomer
  const known = await findUserByIdentity(entry.db, provider, String(claims['sub']))
  const holder = email && (await store.findUserByEmail(entry.db, canonicalEmail(email)))
  const answer = await next(body)
  if (answer.status === 200 && entry.settings.signIn.allowDuplicateEmails) await noteEmail(entry, newcomer)
  const joined = holder && !known && !body['idToken'] && answer.body['localId'] === holder.id
  if (joined) await replaceProfile(entry, holder.id, answer.body)
  return completed(entry, answer, newcomer)
}

/**
 * If addresses may repeat, the provider's address is not passed to the service; it is stored only with the identity.
 */
async function noteEmail({ db }: Entry, { provider, claims, email }: Newcomer): Promise<void> {
  await db
    .updateTable('identity.user_identities')
    .set({ email: email ?? null })
    .where('provider', '=', provider)
    .where('raw_id', '=', String(claims['sub']))
    .execute()
}

const replaceProfile = ({ db }: Entry, id: string, body: Body) => {
  const { displayName = null, photoUrl = null } = textsOf(body)
  return inTransaction(db, (tx) =>
    store.changeUser(tx, id, { display_name: displayName, photo_url: photoUrl }),
  )
}

async function completed(entry: Entry, answer: Answer, newcomer: Newcomer | undefined): Promise<Answer> {
  if (answer.status !== 200) return answer
  const { body } = answer
  const email = textsOf(body)['email'] ?? newcomer?.email
  const holder =
    body['needConfirmation'] && email
      ? await store.findUserByEmail(entry.db, canonicalEmail(email))
      : undefined
  return {
    ...answer,
    body: {
      oauthAccessToken: `unsigned access token of ${String(body['providerId'])}`,
      ...body,
      ...(email ? { email } : {}),
      ...(holder ? { localId: holder.id } : {}),
      ...(newcomer?.provider === 'google.com' ? { rawUserInfo: googleInfo(newcomer.claims) } : {}),
    },
  }
}

const scopes = 'https://www.googleapis.com/auth/userinfo.'

/** The profile in the format of Google's user info. */
function googleInfo(claims: Claims): string {
  const { sub, name, given_name, family_name, picture, email, email_verified } = claims
  const granted = ['openid', `${scopes}profile`, ...(email ? [`${scopes}email`] : [])]
  return JSON.stringify({
    id: sub,
    name,
    given_name,
    family_name,
    picture,
    locale: 'en',
    granted_scopes: granted.join(' '),
    ...(email ? { email, verified_email: email_verified === true || email_verified === 'true' } : {}),
  })
}
