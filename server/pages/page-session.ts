import { randomBytes } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import { z } from 'zod'
import type { VerifiedSignIn } from '#server/identity/commands.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { type SealKeys, seal, tryUnseal } from '#server/kernel/seal.ts'
import { pageKeyCookie } from '#web/persisted.ts'

/**
 * The sign-in for which the server renders the pages below `/account` (decision 95). It can only read: the API never
 * receives these cookies, because their path is `/account`.
 */
export type PageSessions = {
  /** Returns the two cookies of a session for this sign-in. */
  start: (signIn: VerifiedSignIn) => string[]
  /** Returns the sign-in; undefined if there is none, or if it is over or not sealed by this site. */
  read: (cookies: string | undefined) => VerifiedSignIn | undefined
}

const Sealed = z.object({
  uid: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  authTime: z.number(),
  sessionId: z.string().nullable(),
  issuedAt: z.number(),
  /** Seconds since the epoch. */
  until: z.number(),
})

type Options = {
  keys: SealKeys
  now: Clock
  isSecure: boolean
  /** How long a session is valid after its token was issued. Each account load starts a new one. */
  seconds: number
}

const sealedCookie = 'sitwell.page'
export const pageSessionPath = '/account'

export function openPageSessions({ keys, now, isSecure, seconds }: Options): PageSessions {
  const placeOf = (key: string) => `page-session:${key}`
  const common = { path: pageSessionPath, sameSite: 'lax', secure: isSecure } as const
  return {
    start(signIn) {
      const key = randomBytes(16).toString('base64url')
      const until = signIn.issuedAt + seconds
      const maxAge = Math.max(0, until - Math.floor(now().getTime() / 1000))
      const value = seal(keys, placeOf(key), JSON.stringify(Sealed.parse({ ...signIn, until }))).toString(
        'base64url',
      )
      return [
        stringifySetCookie({ ...common, name: sealedCookie, value, maxAge, httpOnly: true }),
        // Scripts delete this one at sign-out, which they can do without a connection; the other is useless without it.
        stringifySetCookie({ ...common, name: pageKeyCookie, value: key, maxAge }),
      ]
    },
    read(cookies) {
      const { [sealedCookie]: sealed, [pageKeyCookie]: key } = parseCookie(cookies ?? '')
      if (!sealed || !key) return undefined
      const text = tryUnseal(keys, placeOf(key), Buffer.from(sealed, 'base64url'))
      if (text === null) return undefined
      // Another version of the server may have sealed another form.
      const sealedNow = Sealed.safeParse(JSON.parse(text)).data
      if (!sealedNow) return undefined
      const { until, ...signIn } = sealedNow
      return now().getTime() < until * 1000 ? signIn : undefined
    },
  }
}
