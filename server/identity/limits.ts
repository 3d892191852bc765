import {
  type Bucket,
  returnTokens,
  takeToken,
  takeTokensAndFindUser,
  type UserToCheck,
} from '#server/identity/bucket-store.ts'
import type { Caller, IdentityDeps } from '#server/identity/deps.ts'
import { IdentityError } from '#server/identity/error.ts'
import type { LimitName } from '#server/identity/options.ts'
import { hashSecret } from '#server/identity/tokens/secret.ts'

/** Bucket keys are hashed, so that the table contains no personal data. */
const bucketOf = ({ options }: IdentityDeps, name: LimitName, subject: string): Bucket => ({
  key: `${name}:${hashSecret(subject)}`,
  ...options.limits[name],
})

/** Takes a token; false if the limit is reached. */
export async function tryTakeToken(deps: IdentityDeps, name: LimitName, subject: string): Promise<boolean> {
  return (await takeToken(deps.db, bucketOf(deps, name, subject), deps.now())) !== null
}

/** Enforces a limit; the refusal has a message that a form can show. */
export async function limit(deps: IdentityDeps, name: LimitName, subject: string): Promise<void> {
  if (!(await tryTakeToken(deps, name, subject))) throw tooMany(deps, name)
}

function tooMany({ options }: IdentityDeps, name: LimitName): IdentityError {
  const { points, seconds } = options.limits[name]
  return new IdentityError(
    'TOO_MANY_ATTEMPTS_TRY_LATER',
    'Too many attempts. Please wait a while and try again.',
    Math.ceil(seconds / points),
  )
}

/**
 * Enforces a limit for background calls of a signed-in page, which must not interpret the refusal as the end of the
 * session.
 */
export async function limitQuietly(deps: IdentityDeps, name: LimitName, subject: string): Promise<void> {
  if (!(await tryTakeToken(deps, name, subject))) throw new IdentityError('RESOURCE_EXHAUSTED', undefined, 30)
}

/** Returns a token, because successful attempts do not count. */
export const returnToken = (deps: IdentityDeps, name: LimitName, subject: string) =>
  returnTokens(deps.db, [bucketOf(deps, name, subject)])

const maxDebt = 40
const delayStepMs = 125

/** `taken` holds the buckets to refill if the password is correct. */
export type SignInAttempt = { taken: Bucket[]; found: UserToCheck | undefined }

/**
 * Counts a sign-in attempt in three buckets and reads the user. The third, per account from all networks, never
 * refuses: once it is empty, each answer is delayed more, up to five seconds.
 */
export async function limitSignIn(deps: IdentityDeps, account: string, net: string): Promise<SignInAttempt> {
  const taken: [Bucket, Bucket, Bucket] = [
    bucketOf(deps, 'signInPerNet', net),
    bucketOf(deps, 'signInPerAccountAndNet', `${account} ${net}`),
    { ...bucketOf(deps, 'signInPerAccount', account), floor: -maxDebt },
  ]
  const { left, user: found } = await takeTokensAndFindUser(deps.db, {
    buckets: taken,
    at: deps.now(),
    emailCanonical: account,
  })
  const [ofNet, ofPair, ofAccount] = left
  if (ofNet === null) throw tooMany(deps, 'signInPerNet')
  if (ofPair === null) throw tooMany(deps, 'signInPerAccountAndNet')
  const debt = -(ofAccount ?? -maxDebt)
  if (debt > 0) await deps.options.wait(Math.ceil(debt * delayStepMs))
  return { taken, found }
}

/** Refuses the published demo password, except on the server's own computer. */
export function refusePublicPassword({ options }: IdentityDeps, password: string, { isLocal }: Caller): void {
  if (password === options.publicPassword && !isLocal)
    throw new IdentityError(
      'OPERATION_NOT_ALLOWED',
      'People of the demo town sign in on the computer that the server runs on.',
    )
}
