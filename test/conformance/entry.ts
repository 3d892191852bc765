import type { IdentityDeps } from '#server/identity/deps.ts'
import type { Settings } from '#test/conformance/settings.ts'
import type { SessionClaims } from '#test/conformance/tokens.ts'

export type Body = Record<string, unknown>
/** Returns the members that are texts. */
export const textsOf = (body: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
export type Answer = { status: number; body: Body }

/** The service with settings that only suites may change. */
export type Entry = IdentityDeps & { settings: Settings; sessionClaims: SessionClaims }

/** A call implemented by the entry itself. */
export type Call = (entry: Entry, body: Body) => Promise<object>
/** A deviation before or after a call of the service; `next` is the service. */
export type Deviation = (entry: Entry, body: Body, next: (body: Body) => Promise<Answer>) => Promise<Answer>
