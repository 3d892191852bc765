import { canonicalEmail } from '#server/identity/email.ts'
import { admit, readIdToken } from '#server/identity/sessions/commands.ts'
import * as store from '#server/identity/store.ts'
import type { UserRow } from '#server/identity/store.ts'
import { hashSecret } from '#server/identity/tokens/secret.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { signInWithIdp } from '#test/conformance/idp-deviation.ts'
import type { Answer, Deviation, Body, Entry } from '#test/conformance/entry.ts'
import { linkIdentity, refuseTaken, viewChanged } from '#test/conformance/owner.ts'
import { Refusal } from '#test/conformance/refusal.ts'
import { z } from 'zod'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const signUp: Deviation = async (_entry, body, next) => {
  if (body['localId'] !== undefined) throw new Refusal('UNEXPECTED_PARAMETER : User ID')
  return next(body)
}

/**
 * Like the emulator: a new address keeps the sessions, a photo URL may be any text, and a provider is linked without
 * proof.
 */
const update: Deviation = async (entry, body, next) => {
  const { linkProviderUserInfo: link, idToken } = body
  if (idToken !== undefined && link !== undefined) return linkWithoutProof(entry, textOf(idToken), link)
  const odd = oddPhotoOf(body)
  const keepsSessions = changesOnlyEmail(body)
  const before = keepsSessions || odd ? await personOf(entry, textOf(idToken)) : undefined
  const recovered = await findRecoveringUser(entry, textOf(body['oobCode']))
  const answer = await next(odd ? { ...body, photoUrl: undefined } : body)
  if (answer.status !== 200) return answer
  if (answer.body['newEmail'] !== undefined) await voidRecoveryCodes(entry, textOf(answer.body['localId']))
  if (recovered) await restorePassword(entry, recovered)
  if (!before) return answer
  if (keepsSessions) await restoreSessions(entry, before)
  return odd ? storeOddPhoto(entry, before.id, odd, answer) : answer
}

const changesOnlyEmail = (body: Body): boolean =>
  body['email'] !== undefined && !body['password'] && body['validSince'] === undefined

/** A photo URL that the service would refuse. */
const oddPhotoOf = ({ photoUrl }: Body): string | undefined =>
  typeof photoUrl === 'string' && photoUrl !== '' && !/^https?:/.test(photoUrl) ? photoUrl : undefined

async function storeOddPhoto({ db }: Entry, id: string, photoUrl: string, answer: Answer): Promise<Answer> {
  await inTransaction(db, (tx) => store.changeUser(tx, id, { photo_url: photoUrl }))
  return { ...answer, body: { ...answer.body, photoUrl } }
}

/** Unlike the service, the emulator does not notify the old address before the change. */
const sendOobCode: Deviation = async (entry, body, next) => {
  const answer = await next(body)
  const person =
    answer.status === 200 && body['requestType'] === 'VERIFY_AND_CHANGE_EMAIL'
      ? await personOf(entry, textOf(body['idToken']))
      : undefined
  if (person) await voidRecoveryCodes(entry, person.id)
  return answer
}

/** In the emulator, recovering an address keeps the password. */
async function findRecoveringUser({ db }: Entry, oobCode: string): Promise<UserRow | undefined> {
  const code = oobCode === '' ? undefined : await store.findCode(db, hashSecret(oobCode))
  return code?.type === 'RECOVER_EMAIL' && code.user_id ? store.findUser(db, code.user_id) : undefined
}

const restorePassword = (
  { db }: Entry,
  { id, password_hash, password_updated_at, email_link_enabled }: UserRow,
) =>
  inTransaction(db, (tx) =>
    store.changeUser(tx, id, { password_hash, password_updated_at, email_link_enabled }),
  )

/** The emulator offers no recovery after a proven change. */
const voidRecoveryCodes = ({ db, now }: Entry, uid: string) =>
  inTransaction(db, (tx) => store.voidCodesOf(tx, uid, ['RECOVER_EMAIL'], now()))

async function personOf({ db, keyring }: Entry, idToken: string): Promise<UserRow | undefined> {
  const checked = await keyring.check(idToken)
  return 'claims' in checked ? store.findUser(db, checked.claims.uid) : undefined
}

async function restoreSessions({ db }: Entry, { id, valid_since: validSince }: UserRow): Promise<void> {
  await inTransaction(db, async (tx) => {
    await store.changeUser(tx, id, { valid_since: validSince })
    await tx
      .updateTable('identity.sessions')
      .set({ revoked_at: null, reason: null })
      .where('user_id', '=', id)
      .where('reason', '=', 'credentials changed')
      .execute()
  })
}

async function linkWithoutProof(entry: Entry, idToken: string, link: unknown): Promise<Answer> {
  const claims = await readIdToken(entry, idToken)
  const user = await inTransaction(entry.db, async (tx) => {
    const person = admit(await store.lockUser(tx, claims.uid), claims)
    await linkIdentity({ ...entry, db: tx }, person.id, link)
    return person
  }).catch(refuseTaken)
  const kind = 'identitytoolkit#SetAccountInfoResponse'
  return { status: 200, body: { kind, ...(await viewChanged(entry, user)) } }
}

/**
 * In the emulator, a mail link keeps the password of an unverified address, and replaces the address of the signed-in
 * user.
 */
const signInWithEmailLink: Deviation = async (entry, body, next) => {
  const code = await store.findCode(entry.db, hashSecret(textOf(body['oobCode'])))
  const isGood =
    code?.type === 'EMAIL_SIGNIN' && !code.used_at && code.email === canonicalEmail(textOf(body['email']))
  if (!isGood) return next(body)
  const linking = body['idToken'] === undefined ? undefined : await personOf(entry, textOf(body['idToken']))
  const known = await store.findUserByEmail(entry.db, code.email)
  await inTransaction(entry.db, async (tx) => {
    if (known && !linking) await store.changeUser(tx, known.id, { email_verified: true })
    if (!known && linking && !linking.disabled)
      await store.changeUser(tx, linking.id, { email: null, email_canonical: null })
  })
  return next(body)
}

/** If addresses may repeat, providers do not belong to one address. */
const createAuthUri: Deviation = async ({ settings }, body, next) => {
  const { status, body: answer } = await next(body)
  if (!settings.signIn.allowDuplicateEmails || answer['registered'] === undefined)
    return { status, body: answer }
  const own = (value: unknown) =>
    z
      .array(z.string())
      .parse(value)
      .filter((name) => name === 'password' || name === 'emailLink')
  const { allProviders, signinMethods } = answer
  return {
    status,
    body: { ...answer, allProviders: own(allProviders), signinMethods: own(signinMethods) },
  }
}

/** The emulator's project number, the same for every project. */
const projectNumber = '12345'

const token: Deviation = async ({ db }, body, next) => {
  const refreshToken = textOf(body['refresh_token'] ?? body['refreshToken'])
  const isKnown =
    refreshToken === '' || (await store.findRefreshToken(db, hashSecret(refreshToken))) !== undefined
  if (!isKnown && /refresh_token/.test(textOf(body['grant_type'] ?? body['grantType'])))
    throw new Refusal('INVALID_REFRESH_TOKEN')
  const answer = await next(body)
  return answer.status === 200 ? { ...answer, body: { ...answer.body, project_id: projectNumber } } : answer
}

export const deviations: Partial<Record<string, Deviation>> = {
  signUp,
  update,
  signInWithEmailLink,
  signInWithIdp,
  createAuthUri,
  sendOobCode,
  token,
}

/** Lower-cases addresses and maps the numeric code kinds of older protocols. */
export function plain(body: Body): Body {
  const lower = (name: string) =>
    typeof body[name] === 'string' ? { [name]: body[name].trim().toLowerCase() } : {}
  const { requestType } = body
  return {
    ...body,
    ...lower('email'),
    ...lower('newEmail'),
    ...lower('identifier'),
    ...(typeof requestType === 'number' ? { requestType: requestTypes[requestType] } : {}),
  }
}

const requestTypes: Partial<Record<number, string>> = {
  1: 'PASSWORD_RESET',
  4: 'VERIFY_EMAIL',
  5: 'RECOVER_EMAIL',
  6: 'EMAIL_SIGNIN',
  7: 'VERIFY_AND_CHANGE_EMAIL',
}
