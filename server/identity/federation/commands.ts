import { addUser, newAddress, type SignedIn } from '#server/identity/commands.ts'
import { disabledError } from '#server/identity/deletion/disabled-commands.ts'
import type { Caller, IdentityDeps } from '#server/identity/deps.ts'
import { canonicalEmail } from '#server/identity/email.ts'
import { IdentityError } from '#server/identity/error.ts'
import { type Assertion, decideFederated, type Proof } from '#server/identity/federation/assertion.ts'
import {
  storePendingCredential,
  verifyProof,
  type VerifiedProof,
  type ProofRequest,
} from '#server/identity/federation/proof-commands.ts'
import * as links from '#server/identity/federation/store.ts'
import { returnToken, limit } from '#server/identity/limits.ts'
import {
  admit,
  type Grant,
  openSession,
  readIdToken,
  requireRecent,
  tokensOf,
} from '#server/identity/sessions/commands.ts'
import { takeOver } from '#server/identity/sessions/ending-commands.ts'
import { eventContextOf, notifyUser } from '#server/identity/sessions/notice-commands.ts'
import * as store from '#server/identity/store.ts'
import type { UserRow } from '#server/identity/store.ts'
import type { Claims } from '#server/identity/tokens/id-token.ts'
import { type Tx, type InTx } from '#server/kernel/db/db.ts'
import { violates } from '#server/kernel/db/errors.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'

export type IdpRequest = ProofRequest & {
  /** Links to the account of this token instead of signing in. */
  idToken: string | undefined
  mayCreate: boolean
  /** Refusals include the provider's assertion, so that the app can ask the user and try again. */
  returnCredential: boolean
}

export type FederatedOutcome = { proof: Proof } & (
  | { signedIn: SignedIn; isNewUser: boolean }
  | { refusal: 'EMAIL_EXISTS' | 'FEDERATED_USER_ID_ALREADY_LINKED'; pendingToken: string }
  | { verifiedProviders: string[]; pendingToken: string }
)

/** Signs in, signs up or links with a provider's assertion. */
export async function signInWithIdp(
  deps: IdentityDeps,
  request: IdpRequest,
  caller: Caller,
): Promise<FederatedOutcome> {
  await limit(deps, 'federatedPerNet', caller.net)
  const claims = request.idToken === undefined ? undefined : await readIdToken(deps, request.idToken)
  if (claims) requireRecent(deps, claims)
  const verified = await verifyProof(deps, request)
  if (claims ? !/^(link|any)$/.test(verified.intent) : verified.intent === 'link')
    throw new IdentityError('INVALID_IDP_RESPONSE', 'The sign-in was started for another purpose.')

  const { proof } = verified
  const work = claims
    ? (deps: InTx<IdentityDeps>) => link(deps, verified, claims, caller)
    : (deps: InTx<IdentityDeps>) =>
        signInFederated(deps, verified, request.mayCreate && verified.intent !== 'reauthenticate', caller)
  try {
    const done = await retryOnRace(() => ensureTransaction(deps, work))
    if ('grant' in done) {
      await returnToken(deps, 'federatedPerNet', caller.net)
      const signedIn = { ...(await tokensOf(deps, done.grant)), user: done.grant.user }
      return { proof, signedIn, isNewUser: done.isNewUser }
    }
    return { proof, ...done, pendingToken: await storePendingCredential(deps, proof.assertion) }
  } catch (error) {
    const refusal = error instanceof IdentityError ? error.code : undefined
    if (
      !request.returnCredential ||
      (refusal !== 'EMAIL_EXISTS' && refusal !== 'FEDERATED_USER_ID_ALREADY_LINKED')
    )
      throw error
    return { proof, refusal, pendingToken: await storePendingCredential(deps, proof.assertion) }
  }
}

/** Concurrent first sign-ins collide in a unique index; the retry finds what the other one created. */
async function retryOnRace<T>(work: () => Promise<T>): Promise<T> {
  const isRace = (error: unknown) =>
    ['users_email_canonical', 'user_identities_pkey'].some((name) => violates(error, name))
  return work().catch((error: unknown) => {
    if (isRace(error)) return work()
    throw error
  })
}

type FederatedSignIn = { grant: Grant; isNewUser: boolean } | { verifiedProviders: string[] }

async function signInFederated(
  deps: InTx<IdentityDeps>,
  { proof: { assertion }, consume }: VerifiedProof,
  mayCreate: boolean,
  caller: Caller,
): Promise<FederatedSignIn> {
  const at = deps.now()
  const { provider, email, proven } = assertion
  const owner = await links.findUserByIdentity(deps.db, provider, assertion.rawId)
  const holder = email === null ? undefined : await store.findUserByEmail(deps.db, canonicalEmail(email))
  const decision = decideFederated({ isKnown: owner !== undefined, holder, proven, mayCreate })
  // This code makes the client library keep the current user signed in.
  if (decision === 'unknown') throw new IdentityError('EMAIL_NOT_FOUND')
  if (decision === 'confirm') return { verifiedProviders: await providersOf(deps.db, holder!) }
  await consume(deps)
  if (decision === 'create') return signUp(deps, assertion, caller)
  const user = await lockEnabled(deps.db, (owner ?? holder)!.id)
  const loginTimes = { last_login_at: at, last_refresh_at: at }
  const profileChange =
    decision === 'enter'
      ? { ...missingProfile(user, assertion), ...provenAddress(user, assertion) }
      : { ...namedProfile(assertion), email_verified: true }
  const change = { ...loginTimes, ...profileChange }
  const changedUser =
    decision === 'take-over'
      ? await takeOver(deps, user.id, 'address proved by a provider', change)
      : await store.changeUser(deps.db, user.id, change)
  if (decision === 'enter') await touchIdentity(deps.db, assertion, at)
  else {
    await putIdentity(deps.db, user.id, assertion, at)
    await notifyLinked(deps, changedUser, provider, caller)
  }
  const event = { kind: decision === 'enter' ? 'signed-in' : 'provider-linked', detail: { provider } }
  return { grant: await openSession(deps, changedUser, provider, caller, event), isNewUser: false }
}

async function signUp(
  deps: InTx<IdentityDeps>,
  assertion: Assertion,
  caller: Caller,
): Promise<FederatedSignIn> {
  const at = deps.now()
  const { provider, email, proven } = assertion
  const user = await addUser(deps.db, at, {
    email,
    passwordHash: null,
    name: assertion.displayName,
    photoUrl: assertion.photoUrl,
    emailVerified: proven,
  })
  await putIdentity(deps.db, user.id, assertion, at)
  const event = { kind: 'signed-up', detail: { provider } }
  return { grant: await openSession(deps, user, provider, caller, event), isNewUser: true }
}

/** Links a provider to the account of a signed-in user. */
async function link(
  deps: InTx<IdentityDeps>,
  { proof: { assertion }, consume }: VerifiedProof,
  claims: Claims,
  caller: Caller,
): Promise<FederatedSignIn> {
  const { provider, email, proven } = assertion
  const user = admit(await store.lockUser(deps.db, claims.uid), claims)
  if (await links.findUserByIdentity(deps.db, provider, assertion.rawId))
    throw new IdentityError('FEDERATED_USER_ID_ALREADY_LINKED')
  const holder = email === null ? undefined : await store.findUserByEmail(deps.db, canonicalEmail(email))
  if (holder && holder.id !== user.id) throw new IdentityError('EMAIL_EXISTS')
  await consume(deps)
  await putIdentity(deps.db, user.id, assertion, deps.now())
  const linked = await store.changeUser(deps.db, user.id, {
    last_login_at: deps.now(),
    ...missingProfile(user, assertion),
    ...(user.email === null && email !== null ? newAddress(user, email, proven) : {}),
    ...(holder && proven ? { email_verified: true } : {}),
  })
  if (user.email !== linked.email) await deps.enqueue(deps.db, 'accounts.refresh-email', { uid: user.id })
  await notifyLinked(deps, linked, provider, caller)
  const event = { kind: 'provider-linked', detail: { provider } }
  return { grant: await openSession(deps, linked, provider, caller, event), isNewUser: false }
}

async function lockEnabled(tx: Tx, id: string): Promise<UserRow> {
  const user = await store.lockUser(tx, id)
  if (!user) throw new IdentityError('USER_NOT_FOUND')
  if (user.disabled) throw await disabledError(tx, user.id)
  return user
}

const providersOf = async (tx: Tx, user: UserRow): Promise<string[]> => [
  ...(user.password_hash || user.email_link_enabled ? ['password'] : []),
  ...(await links.listIdentities(tx, user.id)).map(({ provider }) => provider),
]

/** Profile fields that the provider states and the user has not set. */
const missingProfile = (user: UserRow, { displayName, photoUrl }: Assertion) => ({
  ...(!user.display_name && displayName ? { display_name: displayName } : {}),
  ...(!user.photo_url && photoUrl ? { photo_url: photoUrl } : {}),
})
const provenAddress = (user: UserRow, { email, proven }: Assertion) =>
  proven && email !== null && user.email_canonical === canonicalEmail(email) ? { email_verified: true } : {}
const namedProfile = ({ displayName, photoUrl }: Assertion) => ({
  ...(displayName ? { display_name: displayName } : {}),
  ...(photoUrl ? { photo_url: photoUrl } : {}),
})

const profileOf = ({ federatedId, displayName, photoUrl, screenName }: Assertion) =>
  JSON.stringify({ federatedId, displayName, photoUrl, screenName })

const putIdentity = (tx: Tx, userId: string, assertion: Assertion, at: Date) =>
  links.putIdentity(tx, {
    provider: assertion.provider,
    raw_id: assertion.rawId,
    user_id: userId,
    email: assertion.email,
    profile: profileOf(assertion),
    linked_at: at,
    used_at: at,
  })

const touchIdentity = (tx: Tx, assertion: Assertion, at: Date) =>
  links.touchIdentity(tx, assertion.provider, assertion.rawId, {
    email: assertion.email,
    profile: profileOf(assertion),
    used_at: at,
  })

const notifyLinked = (deps: InTx<IdentityDeps>, user: UserRow, provider: string, caller: Caller) =>
  notifyUser(
    deps,
    user,
    'providerLinked',
    eventContextOf(deps.now(), caller),
    deps.federation.nameOf(provider) ?? provider,
  )
