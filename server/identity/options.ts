import type { Provider, PublicProvider } from '#server/identity/federation/provider.ts'
import { type PasswordPolicy, passwordPolicy } from '#server/identity/passwords/policy.ts'
import type { Site } from '#server/kernel/deps.ts'
import type { MailLook } from '#server/kernel/mail/mail-content.ts'

/** A limit of `points` at once, refilled evenly over `seconds`. */
export type Limit = { points: number; seconds: number }

/** The name of each limit says what it counts per. */
export const defaultLimits = {
  signInPerAccountAndNet: { points: 10, seconds: 900 },
  signInPerNet: { points: 50, seconds: 900 },
  /** Once it is reached, answers are delayed, so that nobody can lock another user out. */
  signInPerAccount: { points: 100, seconds: 86_400 },
  signUpPerNet: { points: 10, seconds: 3_600 },
  mailPerAddress: { points: 5, seconds: 3_600 },
  mailPerNet: { points: 30, seconds: 3_600 },
  /** Each change notifies the old address. */
  addressChangePerAccount: { points: 5, seconds: 3_600 },
  /** Notices of one kind about what happened to an account. */
  noticePerAccount: { points: 5, seconds: 86_400 },
  /** The failed sign-in after these is reported by mail, once a day. */
  failuresUntold: { points: 9, seconds: 3_600 },
  failureMailPerAccount: { points: 1, seconds: 86_400 },
  codePerNet: { points: 20, seconds: 600 },
  authUriPerNet: { points: 60, seconds: 600 },
  federatedPerNet: { points: 60, seconds: 600 },
  tokenPerSession: { points: 60, seconds: 60 },
  lookupPerSession: { points: 120, seconds: 60 },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof defaultLimits

export type HashOptions = {
  memoryCost: number
  timeCost: number
  parallelism: number
  /** Maximum number of hashes computed at once, and of calls that may wait before further ones are refused. */
  concurrency: number
  queue: number
}

/** OWASP's recommendation for Argon2id. */
export const defaultHash: HashOptions = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
  concurrency: 2,
  queue: 256,
}

export type IdentityConfig = {
  projectId: string
  apiKey: string
  keyEncryptionKey: string
  /** Earlier keys, which can still decrypt what they encrypted. */
  previousKeyEncryptionKeys?: readonly string[]
  passwordPepper: string | undefined
  providers?: Provider[]
}

/** Configuration of a hosted identity service for the browser and the verifier. */
export type HostedIdentity = {
  firebase: {
    apiKey: string
    authDomain: string
    projectId: string
    storageBucket: string
    messagingSenderId: string
    appId: string
  }
  providers: PublicProvider[]
  /** `cached` also asks the service whether the session was revoked, at most once a minute per token. */
  checkRevoked: 'off' | 'cached'
}

export type HostedAddresses = { keys: string; lookup: string }

export type IdentityOptions = Required<IdentityConfig> & {
  /** `https://sitwell.example.org`, without a slash at its end. */
  origin: string
  /** As it is now: the operator may rename the site while the server runs. */
  readonly siteName: string
  /** The look of mails, also as it is now. */
  look: MailLook
  issuer: string
  /** Hosts that links in mails may point to. */
  authorizedDomains: string[]
  secureCookies: boolean
  /** Unknown addresses get the same answers as known ones. */
  enumerationProtection: boolean
  /** True if users may start without an address. */
  anonymous: boolean
  passwords: PasswordPolicy
  recentSignInSeconds: number
  idleDays: number
  absoluteDays: number
  /** How long a replaced refresh token still counts as a race of two tabs. */
  raceSeconds: number
  keyRotationDays: number
  hash: HashOptions
  limits: Record<LimitName, Limit>
  /** Duration unit of answers that must not reveal whether an account exists: they take a multiple of it. */
  answerStepMilliseconds: number
  /** A published password, which is accepted only on the server's own computer. */
  publicPassword: string | undefined
  wait: (milliseconds: number) => Promise<void>
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** The options of an instance, with defaults for those it has not set. */
export function identityOptions(
  { site, identity }: { site: Site; identity: IdentityConfig },
  chosen: Partial<IdentityOptions> = {},
): IdentityOptions {
  const { origin, hostname, protocol } = new URL(site.url)
  return {
    origin,
    get siteName() {
      return site.name
    },
    look: site,
    issuer: `${origin}/identity`,
    authorizedDomains:
      protocol === 'https:' ? [hostname] : [...new Set([hostname, 'localhost', '127.0.0.1'])],
    secureCookies: protocol === 'https:',
    enumerationProtection: true,
    anonymous: false,
    previousKeyEncryptionKeys: [],
    providers: [],
    passwords: passwordPolicy,
    recentSignInSeconds: 300,
    idleDays: 30,
    absoluteDays: 180,
    raceSeconds: 60,
    keyRotationDays: 90,
    hash: defaultHash,
    limits: defaultLimits,
    answerStepMilliseconds: 100,
    publicPassword: undefined,
    wait,
    ...identity,
    ...chosen,
  }
}
