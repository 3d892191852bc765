import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { actionLink, classifyContinueUrl } from '#server/identity/codes/action-link.ts'
import { errorBody, IdentityError } from '#server/identity/error.ts'
import { codeLetters, deletionRequested, deletionUndone, notices, writeMail } from '#server/identity/mails.ts'
import { commonPasswords } from '#server/identity/passwords/common.ts'
import { passwordFault, passwordPolicy } from '#server/identity/passwords/policy.ts'
import { authTimeAt, seconds, tokenStatusOf, voidingMoment } from '#server/identity/tokens/id-token.ts'
import { decideRefresh, type RefreshFacts } from '#server/identity/tokens/refresh-token.ts'
import { seal, unseal } from '#server/identity/tokens/secret.ts'
import { netOf } from '#server/kernel/http/net.ts'
import { originalLook } from '#server/kernel/original-look.ts'

const at = new Date('2026-12-01T09:00:00.500Z')
const after = (amount: number) => new Date(at.getTime() + amount * 1000)

describe('the decision on a presented refresh token', () => {
  const session = {
    auth_time: after(-3600),
    device_hash: null,
    idle_expires_at: after(1000),
    absolute_expires_at: after(1000),
    revoked_at: null,
  }
  const facts: RefreshFacts = {
    token: { superseded_at: null },
    session,
    user: { disabled: false, valid_since: after(-86_400) },
    roles: [],
    deviceHash: null,
    at,
    raceSeconds: 60,
  }
  const bound = { session: { ...session, device_hash: 'mine' }, deviceHash: 'mine' }
  const replaced = (ago: number) => ({ token: { superseded_at: after(-ago) } })

  test.each<[string, Partial<RefreshFacts>, ReturnType<typeof decideRefresh>]>([
    ['current', {}, 'issue'],
    ['current, on its device', bound, 'issue'],
    ['current, on another device', { ...bound, deviceHash: 'other' }, 'theft'],
    ['current, without the cookie', { ...bound, deviceHash: null }, 'theft'],
    ['unbound, with a cookie', { deviceHash: 'any' }, 'issue'],
    ['unknown', { token: undefined }, 'expired'],
    ['of no session', { session: undefined }, 'expired'],
    ['of nobody', { user: undefined }, 'expired'],
    ['of an ended session', { session: { ...session, revoked_at: after(-1) } }, 'expired'],
    ['idle for too long', { session: { ...session, idle_expires_at: at } }, 'expired'],
    ['too old in any case', { session: { ...session, absolute_expires_at: at } }, 'expired'],
    ['of a disabled person', { user: { disabled: true, valid_since: after(-7200) } }, 'disabled'],
    ['from before the password changed', { user: { disabled: false, valid_since: after(-60) } }, 'expired'],
    [
      'of an operator',
      { roles: ['operator'], session: { ...session, auth_time: after(-12 * 3600 + 1) } },
      'issue',
    ],
    [
      'of an operator who signed in 12 hours ago',
      { roles: ['operator'], session: { ...session, auth_time: after(-12 * 3600) } },
      'expired',
    ],
    ['of somebody else who did', { session: { ...session, auth_time: after(-12 * 3600) } }, 'issue'],
    ['replaced a minute ago', replaced(60), 'race'],
    ['replaced longer ago, unbound', replaced(61), 'theft'],
    ['replaced longer ago, on its device', { ...bound, ...replaced(86_400) }, 'stale-tab'],
    ['replaced just now, on another device', { ...bound, ...replaced(1), deviceHash: 'other' }, 'theft'],
    [
      'of an ended session, on another device',
      { ...bound, session: { ...bound.session, revoked_at: at }, deviceHash: 'other' },
      'expired',
    ],
  ])('depends on its state: %s', (_, change, decision) => {
    expect(decideRefresh({ ...facts, ...change })).toBe(decision)
  })
})

describe('revoking all sessions of a user', () => {
  test('revokes every earlier sign-in; the next one is valid, with auth_time at most 1 s in the future', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: 0, max: 10_000 }),
        (millis, elapsed) => {
          const [signedInAt, voidedAt] = [new Date(millis), new Date(millis + elapsed)]
          const before = authTimeAt(signedInAt, new Date(0))
          const user = { disabled: false, valid_since: voidingMoment(voidedAt) }
          expect(tokenStatusOf(user, before)).toBe('revoked')
          expect(tokenStatusOf(user, authTimeAt(voidedAt, user.valid_since))).toBe('good')
          expect(authTimeAt(voidedAt, user.valid_since) - seconds(voidedAt)).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
})

describe('a new password', () => {
  const olga = { email: 'olga.petrova@example.org', name: 'Olga Petrova' }
  test.each([
    ['seven characters', 'abc+de7', 'WEAK_PASSWORD'],
    ['seven letters of four bytes', '🐶🐱🐰🐦🐟🐴🐍', 'WEAK_PASSWORD'],
    ['the most common one', 'password', 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'],
    ['with look-alikes and a year', 'P@ssw0rd2026!', 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'],
    ['digits in a row', '123456789', 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'],
    ['keys in a row', 'qwertyuiop', 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'],
    ['a word with a number', 'sunshine99', 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'],
    ['the famous four words', 'correct horse battery staple', 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'],
    ['one letter', 'zzzzzzzzzzzz', 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'],
    ['a short piece again and again', 'kl7kl7kl7kl7', 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'],
    ['one’s own address', 'Olga.Petrova@example.org', 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'],
    ['the start of it with a year', 'olga.petrova1984', 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'],
    ['one’s own name', 'olga petrova', 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'],
    ['4097 bytes', 'ab3'.repeat(1366), 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'],
  ])('is refused: %s', (_, password, code) => {
    expect(passwordFault(password, olga)?.code).toBe(code)
  })
  test.each(['Rex sleeps on the sofa', 'x7#kPq2!', '강아지는 소파를 좋아해', '        but not only blanks'])(
    'is accepted: "%s"',
    (password) => {
      expect(passwordFault(password, olga)).toBeUndefined()
    },
  )
  test('is refused if it is one of over 3,000 common passwords, as is, in upper case or followed by "!"', () => {
    const long = [...commonPasswords()].filter((word) => word.length >= passwordPolicy.minLength)
    expect(long.length).toBeGreaterThan(3_000)
    const passing = (change: (word: string) => string) =>
      long.filter((word) => passwordFault(change(word), olga) === undefined)
    expect(passing((word) => word)).toEqual([])
    expect(passing((word) => word.toUpperCase())).toEqual([])
    expect(passing((word) => `${word}!`)).toEqual([])
  })
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('The network of %s is %s', (ip, net) => {
  expect(netOf(ip)).toBe(net)
})

test.each([
  ['http://localhost:3000/account', 'good'],
  ['https://localhost/', 'good'],
  ['https://localhost.evil.example/', 'foreign'],
  ['https://evil.example/?localhost', 'foreign'],
  ['https://localhost@evil.example/', 'invalid'],
  ['javascript:alert(1)', 'invalid'],
  ['//localhost', 'invalid'],
  ['/account', 'invalid'],
])('The continue URL %s is classified as %s', (url, verdict) => {
  expect(classifyContinueUrl(url, ['localhost'])).toBe(verdict)
})

test('An action link has exactly the path and query parameters that the client library reads', () => {
  const link = new URL(
    actionLink('RECOVER_EMAIL', 'c0de', 'http://localhost/a?b=c&d', {
      origin: 'http://localhost:3000',
      apiKey: 'k',
    }),
  )
  expect([link.pathname, Object.fromEntries(link.searchParams)]).toEqual([
    '/auth/action',
    {
      mode: 'recoverEmail',
      oobCode: 'c0de',
      apiKey: 'k',
      lang: 'en',
      continueUrl: 'http://localhost/a?b=c&d',
    },
  ])
})

test('Every mail has the same content as text and as HTML, escapes user input and has a one-line subject', () => {
  const site = {
    siteName: 'Sitwell',
    origin: 'https://sitwell.example.org',
    look: originalLook,
  }
  const name = '<img src=x onerror=alert(1)> "Olga"'
  const mail = {
    name,
    email: 'olga@example.org',
    newEmail: '"><script>@example.org',
    url: 'https://sitwell.example.org/auth/action?mode=x&oobCode=y',
    context: null,
  }
  const happening = {
    at: new Date('2026-12-01T09:00:00Z'),
    from: { browser: 'Firefox', system: 'Linux', network: '203.0.113.0/24' },
  }
  const letters = [
    ...Object.values(codeLetters).map((write) => write(mail, site.siteName)),
    ...Object.values(notices).map((write) => write({ name, context: happening, provider: 'Acme' }, site)),
    deletionRequested(name, site, { day: 'Tuesday 15 December 2026', url: mail.url, byOperator: false }),
    deletionUndone(name, site),
  ]
  for (const letter of letters) {
    const { text, html, subject } = writeMail('olga@example.org', letter, site)
    expect(html).not.toMatch(/<img|<script/)
    expect(subject).not.toMatch(/[\r\n]/)
    for (const words of [...letter.paragraphs.slice(1), letter.note]) {
      expect(text).toContain(words)
      expect(
        html
          .replaceAll('&quot;', '"')
          .replaceAll('&#39;', "'")
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>'),
      ).toContain(words)
    }
    expect(text).toContain(letter.button.url)
  }
})

test('An error response has the format that the client library expects', () => {
  expect(errorBody(new IdentityError('WEAK_PASSWORD', 'Password should be at least 8 characters'))).toEqual({
    error: {
      code: 400,
      message: 'WEAK_PASSWORD : Password should be at least 8 characters',
      errors: [
        {
          message: 'WEAK_PASSWORD : Password should be at least 8 characters',
          domain: 'global',
          reason: 'invalid',
        },
      ],
    },
  })
  expect(errorBody(new IdentityError('NOT_FOUND')).error).toMatchObject({ code: 404, status: 'NOT_FOUND' })
})

test('A sealed text can be unsealed, but not after a bit of it has been changed', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), (text, position) => {
      const sealed = seal(text, 'key', 'purpose')
      expect(unseal(sealed, 'key', 'purpose')).toBe(text)
      const bytes = Buffer.from(sealed, 'base64url')
      bytes[position % bytes.length]! ^= 1
      expect(() => unseal(bytes.toString('base64url'), 'key', 'purpose')).toThrow(/authenticate/)
    }),
    { numRuns: 50 },
  )
})
