import type { Config } from '#server/config/config.ts'
import type { Finding } from '#server/doctor/finding.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { Dns } from '#server/kernel/outside/dns.ts'

/** What the checks need from the world outside; tests have their own. */
export type Outside = {
  dns: Dns
  /** The port at which the site redirects to https. */
  plainPort: number
  /** Certificate authorities in PEM in place of those that are known everywhere. */
  ca?: string | undefined
}

export type Environment = Record<string, string | undefined>
export type Examination = {
  environment: Environment
  /** The folder of the checkout. */
  root: string
  /** Why there are no settings, if there are none. */
  config: Config | string
  /** Why there is no database, if there is none. */
  database: { url: string; deps: Deps } | string
  now: () => Date
  outside: Outside
}

export type WithSettings = Pick<Examination, 'now' | 'outside'> & { config: Config }
export type WithDatabase = WithSettings & { url: string; deps: Deps }

type Named = { name: string; withinSeconds?: number }
/** A check says what to do itself; what it throws is a fault. */
export type Check = Named &
  (
    | { needs: 'nothing'; run: (examination: Examination) => Promise<Finding> | Finding }
    | { needs: 'settings'; run: (input: WithSettings) => Promise<Finding> | Finding }
    | { needs: 'database'; run: (input: WithDatabase) => Promise<Finding> | Finding }
  )
