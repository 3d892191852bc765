import type { IdentityDeps } from '#server/identity/deps.ts'
import type { Settings } from '#test/conformance/settings.ts'
import type { SessionClaims } from '#test/conformance/tokens.ts'

export type Body = Record<string, unknown>
export type Answer = { status: number; body: Body }

/** The service with what only suites may change about it. */
export type Entry = IdentityDeps & { settings: Settings; sessionClaims: SessionClaims }

/** A call of the entry's own. */
export type Call = (entry: Entry, body: Body) => Promise<object>
/** What is looser before or after a call of the service; `next` is the service itself. */
export type Around = (entry: Entry, body: Body, next: (body: Body) => Promise<Answer>) => Promise<Answer>
