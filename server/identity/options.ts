import type { Provider, PublicProvider } from '#server/identity/federation/provider.ts'
import { type PasswordPolicy, passwordPolicy } from '#server/identity/passwords/policy.ts'
import type { Site } from '#server/kernel/deps.ts'

/** So many at once, refilled evenly over the seconds. */
export type Limit = { points: number; seconds: number }

/** Per whom each limit counts is said by its name. */
export const defaultLimits = {
  signInPerAccountAndNet: { points: 10, seconds: 900 },
  signInPerNet: { points: 50, seconds: 900 },
  /** Beyond it answers become slow; nobody can lock a stranger out. */
  signInPerAccount: { points: 100, seconds: 86_400 },
  signUpPerNet: { points: 10, seconds: 3_600 },
  mailPerAddress: { points: 5, seconds: 3_600 },
  mailPerNet: { points: 30, seconds: 3_600 },
  /** Each tells the old address. */
  addressChangePerAccount: { points: 5, seconds: 3_600 },
  /** Mails of one kind that tell of what happened to an account. */
  noticePerAccount: { points: 5, seconds: 86_400 },
  /** The failed sign-in after these is told by mail, once a day. */
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
  /** How many run at once at most, and how many may wait for their turn before further ones are refused. */
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
  /** Earlier ones, which still open what they have sealed. */
  previousKeyEncryptionKeys?: readonly string[]
  passwordPepper: string | undefined
  providers?: Provider[]
}

/** What the browser and the verifier need to know of a hosted identity service. */
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
  /** `cached` also asks the service, at most once a minute for a token, whether the sign-in was ended. */
  checkRevoked: 'off' | 'cached'
}

export type HostedAddresses = { keys: string; lookup: string }

export type IdentityOptions = Required<IdentityConfig> & {
  /** `https://sitwell.example.org`, without a slash at its end. */
  origin: string
  siteName: string
  issuer: string
  /** Hosts to which links in mails may lead. */
  authorizedDomains: string[]
  secureCookies: boolean
  /** Unknown e-mails get the same answers as known ones. */
  enumerationProtection: boolean
  /** People may begin without an address. */
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
  /** Answers that must not tell whether an account exists take a multiple of this. */
  answerStepMilliseconds: number
  /** A password that everybody knows; it signs in on the server's own computer and nowhere else. */
  publicPassword: string | undefined
  wait: (milliseconds: number) => Promise<void>
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** What an instance has chosen, with everything it has not. */
export function identityOptions(
  { site, identity }: { site: Site; identity: IdentityConfig },
  chosen: Partial<IdentityOptions> = {},
): IdentityOptions {
  const { origin, hostname, protocol } = new URL(site.url)
  return {
    origin,
    siteName: site.name,
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
