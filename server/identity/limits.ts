import {
  type Bucket,
  returnTokens,
  takeTokens,
  takeTokensAndFindUser,
} from '#server/identity/bucket-store.ts'
import type { Caller, IdentityDeps } from '#server/identity/deps.ts'
import { IdentityError } from '#server/identity/error.ts'
import type { LimitName } from '#server/identity/options.ts'
import type { UserRow } from '#server/identity/store.ts'
import { hashSecret } from '#server/identity/tokens/secret.ts'

/** Buckets are found by a hash, so that the table names nobody. */
const bucketOf = ({ options }: IdentityDeps, name: LimitName, subject: string): Bucket => ({
  key: `${name}:${hashSecret(subject)}`,
  ...options.limits[name],
})

/** Whether there was room. */
export async function takes(deps: IdentityDeps, name: LimitName, subject: string): Promise<boolean> {
  const [left] = await takeTokens(deps.db, [bucketOf(deps, name, subject)], deps.now())
  return left !== null
}

/** Refuses with the words of a form the person can read. */
export async function limit(deps: IdentityDeps, name: LimitName, subject: string): Promise<void> {
  if (!(await takes(deps, name, subject))) throw tooMany(deps, name)
}

function tooMany({ options }: IdentityDeps, name: LimitName): IdentityError {
  const { points, seconds } = options.limits[name]
  return new IdentityError(
    'TOO_MANY_ATTEMPTS_TRY_LATER',
    'Too many attempts. Please wait a while and try again.',
    Math.ceil(seconds / points),
  )
}

/** For calls made on behalf of a signed-in page, which must never read a refusal as the end of the sign-in. */
export async function limitQuietly(deps: IdentityDeps, name: LimitName, subject: string): Promise<void> {
  if (!(await takes(deps, name, subject))) throw new IdentityError('RESOURCE_EXHAUSTED', undefined, 30)
}

/** What succeeded does not count. */
export const giveBack = (deps: IdentityDeps, name: LimitName, subject: string) =>
  returnTokens(deps.db, [bucketOf(deps, name, subject)])

const deepestDebt = 40
const delayStepMs = 125

/** `taken` is what is given back when the password is right. */
export type SignInAttempt = { taken: Bucket[]; found: UserRow | undefined }

/**
 * An attempt to sign in, counted in three ways at once, and whose it is. The third, on one account from everywhere, never
 * refuses: beyond it each answer takes longer, up to five seconds.
 */
export async function limitSignIn(deps: IdentityDeps, account: string, net: string): Promise<SignInAttempt> {
  const taken = [
    bucketOf(deps, 'signInPerNet', net),
    bucketOf(deps, 'signInPerAccountAndNet', `${account} ${net}`),
    { ...bucketOf(deps, 'signInPerAccount', account), floor: -deepestDebt },
  ]
  const { left, user: found } = await takeTokensAndFindUser(deps.db, taken, deps.now(), account)
  const [ofNet, ofPair, ofAccount] = left
  if (ofNet === null) throw tooMany(deps, 'signInPerNet')
  if (ofPair === null) throw tooMany(deps, 'signInPerAccountAndNet')
  const debt = -(ofAccount ?? -deepestDebt)
  if (debt > 0) await deps.options.wait(Math.ceil(debt * delayStepMs))
  return { taken, found }
}

/** A password that everybody knows is none anywhere but on the server's own computer. */
export function refusePublicPassword({ options }: IdentityDeps, password: string, { isHere }: Caller): void {
  if (password === options.publicPassword && !isHere)
    throw new IdentityError(
      'OPERATION_NOT_ALLOWED',
      'People of the demo town sign in on the computer that the server runs on.',
    )
}
