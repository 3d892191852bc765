import { describe, expect, test } from 'vitest'
import { settableClock } from '#server/kernel/clock.ts'
import { seal } from '#server/kernel/seal.ts'
import { openPageSessions } from '#server/pages/page-session.ts'

const start = new Date('2026-06-01T09:00:00Z')
const seconds = 14 * 86_400
const signIn = {
  uid: 'olga',
  email: 'olga@example.org',
  emailVerified: true,
  authTime: start.getTime() / 1000 - 60,
  sessionId: '0190a000-0000-7000-8000-000000000001',
  issuedAt: start.getTime() / 1000 - 30,
}

function open(isSecure = true, secret = 's'.repeat(32)) {
  const clock = settableClock(start)
  const sessions = openPageSessions({
    keys: { secret, previousSecrets: [] },
    now: clock,
    isSecure,
    seconds,
  })
  return { clock, sessions }
}

/** Returns the Cookie header that a browser sends after it has received these cookies. */
const sent = (cookies: readonly string[]) => cookies.map((cookie) => cookie.split(';')[0]).join('; ')

describe('a page session', () => {
  test('gives back the sign-in until it ends', () => {
    const { clock, sessions } = open()
    const cookies = sent(sessions.start(signIn))
    expect(sessions.read(cookies)).toEqual(signIn)
    clock.set(new Date((signIn.issuedAt + seconds) * 1000 - 1))
    expect(sessions.read(cookies)).toEqual(signIn)
    clock.set(new Date((signIn.issuedAt + seconds) * 1000))
    expect(sessions.read(cookies)).toBeUndefined()
  })

  test('is ignored if another version of the server has sealed another form', () => {
    const { sessions } = open()
    const [, key] = sessions.start(signIn)
    const place = `page-session:${/=([\w-]+)/.exec(key!)![1]}`
    const sealOf = (content: object) =>
      `sitwell.page=${seal({ secret: 's'.repeat(32) }, place, JSON.stringify(content)).toString('base64url')}`
    const until = signIn.issuedAt + seconds
    expect(sessions.read(sent([sealOf({ ...signIn, until }), key!]))).toEqual(signIn)
    expect(sessions.read(sent([sealOf({ user: 'olga', until }), key!]))).toBeUndefined()
  })

  test('is two cookies for the account pages alone, of which scripts can read and delete the key', () => {
    const common = `Max-Age=${seconds - 30}; Path=/account`
    expect(open().sessions.start(signIn)).toEqual([
      expect.stringMatching(`^sitwell.page=[\\w-]+; ${common}; HttpOnly; Secure; SameSite=Lax$`),
      expect.stringMatching(`^sitwell.page-key=[\\w-]{22}; ${common}; Secure; SameSite=Lax$`),
    ])
    for (const cookie of open(false).sessions.start(signIn)) expect(cookie).not.toContain('Secure')
  })

  test('contains nothing that can be read without the secret of the site', () => {
    const [sealed] = open().sessions.start(signIn)
    const value = Buffer.from(/=([\w-]+)/.exec(sealed!)![1]!, 'base64url').toString('latin1')
    for (const part of ['olga', signIn.sessionId, `${signIn.authTime}`]) expect(value).not.toContain(part)
  })

  test('is worthless without its own key, with a changed byte, and at a site with another secret', () => {
    const { sessions } = open()
    const [sealed, key] = sessions.start(signIn)
    const [, otherKey] = sessions.start(signIn)
    expect(sessions.read(sent([sealed!, key!]))).toEqual(signIn)
    const changed = sealed!.replace(/=(.)/, (_, first) => (first === 'A' ? '=B' : '=A'))
    for (const cookies of [[sealed!], [key!], [sealed!, otherKey!], [changed, key!]])
      expect(sessions.read(sent(cookies))).toBeUndefined()
    expect(open(true, 't'.repeat(32)).sessions.read(sent([sealed!, key!]))).toBeUndefined()
    expect(sessions.read(undefined)).toBeUndefined()
  })
})
