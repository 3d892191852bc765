import type { Clock } from '#server/kernel/clock.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { SafeFetch } from '#server/kernel/http/safe-fetch.ts'
import type { FetchPolicy } from '#server/kernel/http/safe-fetch.ts'
import type { Enqueue } from '#server/kernel/jobs/jobs.ts'
import type { Log } from '#server/kernel/log.ts'
import type { PushKeys } from '#server/kernel/outside/push.ts'
import type { Stripe } from '#server/kernel/outside/stripe.ts'
import type { Storage } from '#server/kernel/storage/storage.ts'

/** What the person who runs the instance has chosen and commands need to know. */
export type Site = {
  name: string
  url: string
  description: string
  operator: { name: string; address: string; email: string; country: string }
  /** Keys the position blur and other stable pseudo-randomness; never leaves the server. */
  secret: string
  /** Earlier ones, which still open what they sealed. */
  previousSecrets: readonly string[]
  /** A mail server is configured, so addresses can be verified. */
  mailConfigured: boolean
  /** What asks for a proven address refuses everybody without one; open only in development without a mail server. */
  needsProvenAddress: boolean
  /** The operator's own; otherwise they are made and kept in the database. */
  pushKeys?: PushKeys | undefined
}

/** What commands and reads work with; `db` is a transaction when an Idempotency-Key wraps the request in one. */
export type Deps = {
  db: Db
  now: Clock
  enqueue: Enqueue
  log: Log
  site: Site
  /** Where the bytes of photos and documents are. */
  storage: Storage
  /** Left out where the two people settle everything between themselves. */
  stripe?: Stripe
  /** At the command line: who runs the command on this machine, for the audit. */
  systemUser?: string
  /** Which push services may be asked; only tests loosen it. */
  pushPolicy?: FetchPolicy
  /** Left out: addresses that people give are asked under the strict policy. Only tests give another. */
  safeFetch?: SafeFetch
}

/** A signed-in person, as the verified token and the account say. */
export type TokenViewer = {
  uid: string
  email: string | null
  emailVerified: boolean
  /** Seconds since the epoch of the last credential proof. */
  authTime: number
  /** The session of the token, when its issuer names it. */
  sessionId?: string | null
  accountId: string | null
  roles: string[]
}
export type Viewer = TokenViewer & { accountId: string }
