import type { Palette } from '#contract/palette.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Db, InTx } from '#server/kernel/db/db.ts'
import type { SiteLogo } from '#server/kernel/drawing/logo.ts'
import type { SafeFetch } from '#server/kernel/http/safe-fetch.ts'
import type { FetchPolicy } from '#server/kernel/http/safe-fetch.ts'
import type { Enqueue } from '#server/kernel/jobs/jobs.ts'
import type { Log } from '#server/kernel/log.ts'
import type { PushKeys } from '#server/kernel/outside/push.ts'
import type { Stripe } from '#server/kernel/outside/stripe.ts'
import type { Storage } from '#server/kernel/storage/storage.ts'

export type StartPicture = { alt: string; sizes: { width: number; url: string }[] }
export type SiteFooter = { text: string; links: { label: string; to: string }[] }

/** The operator's choices that commands need to know. */
export type Site = {
  /** Changes while the server runs, if the operator renames the site on the desk: read it whenever it is used. */
  name: string
  /** The name in the configuration, which applies until there is one from the desk. */
  configuredName: string
  /** The version of the look in force; 0 if it was never changed. */
  lookVersion: number
  /** The colours of the look in force. */
  palette: Palette
  /** Null for the drawn mark. */
  logo: SiteLogo | null
  /** The operator's own lines at the end of every page; null if there are none. */
  footer: SiteFooter | null
  /** The operator's own picture on the home page; null for the drawn animals. */
  start: StartPicture | null
  /** Custom properties of CSS for corners, fonts and shadows that differ from the original. */
  properties: Readonly<Record<string, string>>
  url: string
  description: string
  operator: { name: string; address: string; email: string; country: string }
  /** Key of the position blur and other stable pseudo-randomness; never leaves the server. */
  secret: string
  /** Earlier secrets, which can still decrypt values sealed with them. */
  previousSecrets: readonly string[]
  /** A mail server is configured, so addresses can be verified. */
  mailConfigured: boolean
  /**
   * Actions that require a verified address refuse everybody without one. False only in development without a mail
   * server.
   */
  needsProvenAddress: boolean
  /** The operator's own keys; otherwise keys are generated and stored in the database. */
  pushKeys?: PushKeys | undefined
}

/** Dependencies of commands and reads; `db` is a transaction if an Idempotency-Key wraps the request in one. */
export type Deps = {
  db: Db
  now: Clock
  enqueue: Enqueue
  log: Log
  site: Site
  /** Storage of the bytes of photos and documents. */
  storage: Storage
  /** Absent if the instance has no payment provider, so that the two people settle payments directly. */
  stripe?: Stripe
  /** On the command line: the system user who runs the command, for the audit log. */
  systemUser?: string
  /** Policy for the addresses of push services; only tests loosen it. */
  pushPolicy?: FetchPolicy
  /** Policy for the addresses of webhooks; only development and tests loosen it. */
  webhookPolicy?: FetchPolicy
  /** Default: the strict policy for addresses that people enter. Only tests set another. */
  safeFetch?: SafeFetch
}

/** The dependencies inside a transaction. */
export type TxDeps = InTx<Deps>

/** A signed-in person, according to the verified token and the account. */
export type TokenViewer = {
  uid: string
  email: string | null
  emailVerified: boolean
  /** Seconds since the epoch of the last credential proof. */
  authTime: number
  /** The token's session, if its issuer states one. */
  sessionId?: string | null
  accountId: string | null
  roles: string[]
  /** Present if a program sent the request with an API key. */
  key?: ProgramKey
}
/** One of the site acts as no person: it has no account, and reads what `siteReads` of the contract lists. */
export type ProgramKey = { id: string; scopes: readonly string[]; isOfSite: boolean }
/** `issuedAt`: when the token was issued, in seconds since the epoch. */
export type VerifiedViewer = TokenViewer & { sessionId: string | null; issuedAt: number }
export type Viewer = TokenViewer & { accountId: string }
