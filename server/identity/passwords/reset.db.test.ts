import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { hashSecret } from '#server/identity/tokens/secret.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { requestPasswordReset, codeOf, mailsTo, newestLink } from '#test/identity-mails.ts'
import { errorOf, later, password, testIdentity } from '#test/identity.ts'

const email = 'olga@example.org'
const newPassword = 'quite another password'
type Identity = Awaited<ReturnType<typeof testIdentity>>
const reset = (identity: Identity, to = email) => requestPasswordReset(identity, to)

describe('resetting a password', () => {
  test('accepts the code from the mail once, does not consume it by checks, and revokes every session', async () => {
    const identity = await testIdentity()
    const { account, refresh, signUp } = identity
    const { idToken, refreshToken } = await signUp(email)
    expect((await reset(identity)).body).toEqual({
      kind: 'identitytoolkit#GetOobConfirmationCodeResponse',
      email,
    })
    const link = await newestLink(identity, 'identity.reset-password')
    expect([link.get('mode'), link.get('lang'), link.get('apiKey')]).toEqual([
      'resetPassword',
      'en',
      expect.any(String),
    ])
    const oobCode = link.get('oobCode')!
    for (let glance = 0; glance < 3; glance++)
      expect((await account('resetPassword', { oobCode })).body).toMatchObject({
        requestType: 'PASSWORD_RESET',
        email,
      })
    expect(errorOf(await account('resetPassword', { oobCode, newPassword: 'short' }))).toBe('WEAK_PASSWORD')

    expect((await account('resetPassword', { oobCode, newPassword })).status).toBe(200)
    expect(errorOf(await account('resetPassword', { oobCode, newPassword }))).toBe('INVALID_OOB_CODE')
    expect(errorOf(await account('lookup', { idToken }))).toBe('TOKEN_EXPIRED')
    expect(errorOf(await refresh(refreshToken))).toBe('TOKEN_EXPIRED')
    expect(errorOf(await account('signInWithPassword', { email, password }))).toBe(
      'INVALID_LOGIN_CREDENTIALS',
    )
    const again = await account('signInWithPassword', { email, password: newPassword })
    expect((await account('lookup', { idToken: again.body['idToken'] })).body['users']).toEqual([
      expect.objectContaining({ emailVerified: true }),
    ])
    expect(await mailsTo(identity)).toEqual([
      `identity.password-changed ${email}`,
      `identity.reset-password ${email}`,
    ])
  })

  test('returns the same response for an unknown address as for a known one, but sends it no mail', async () => {
    const identity = await testIdentity()
    await identity.signUp(email)
    const [known, unknown] = [await reset(identity), await reset(identity, 'nobody@example.org')]
    expect([unknown.status, unknown.text]).toEqual([
      known.status,
      known.text.replace(email, 'nobody@example.org'),
    ])
    expect(await mailsTo(identity)).toEqual([`identity.reset-password ${email}`])
  })

  test('returns EMAIL_NOT_FOUND for an unknown address if enumeration protection is off', async () => {
    const identity = await testIdentity({ enumerationProtection: false })
    expect(errorOf(await reset(identity))).toBe('EMAIL_NOT_FOUND')
  })

  test('delays the response by up to 50 ms, for known and unknown addresses alike', async () => {
    const waits: number[] = []
    const identity = await testIdentity({
      answerStepMilliseconds: 50,
      wait: (milliseconds) => {
        waits.push(milliseconds)
        return Promise.resolve()
      },
    })
    await identity.signUp(email)
    await reset(identity)
    await reset(identity, 'nobody@example.org')
    expect(waits).toHaveLength(2)
    for (const wait of waits) expect(wait).toSatisfy((rest: number) => rest > 0 && rest <= 50)
  })

  test('stores only the hash of a code', async () => {
    const identity = await testIdentity()
    await identity.signUp(email)
    await reset(identity)
    const code = await codeOf(identity, 'identity.reset-password')
    const rows = await identity.db.selectFrom('identity.oob_codes').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(code)
    expect(rows[0]!.code_hash).toBe(hashSecret(code))
  })

  test('invalidates a code when a newer one is sent, and reports it as expired after an hour', async () => {
    const identity = await testIdentity()
    const { account, deps } = identity
    await identity.signUp(email)
    await reset(identity)
    const first = await codeOf(identity, 'identity.reset-password')
    later(deps, 1)
    await reset(identity)
    const second = await codeOf(identity, 'identity.reset-password')
    expect(errorOf(await account('resetPassword', { oobCode: first }))).toBe('INVALID_OOB_CODE')
    later(deps, 3_600)
    expect(errorOf(await account('resetPassword', { oobCode: second }))).toBe('EXPIRED_OOB_CODE')
  })

  test.each([
    ['no request type', {}, 'MISSING_REQ_TYPE'],
    ['an unknown request type', { requestType: 'PARTY' }, 'INVALID_REQ_TYPE'],
    ['no e-mail', { requestType: 'PASSWORD_RESET' }, 'MISSING_EMAIL'],
    ['no sign-in', { requestType: 'VERIFY_EMAIL' }, 'INVALID_ID_TOKEN'],
    [
      'a way back that is no address',
      { requestType: 'PASSWORD_RESET', email, continueUrl: 'javascript:alert(1)' },
      'INVALID_CONTINUE_URI',
    ],
    [
      'a way back to a foreign site',
      { requestType: 'PASSWORD_RESET', email, continueUrl: 'https://evil.example.net/' },
      'UNAUTHORIZED_DOMAIN',
    ],
    [
      'a lookalike of our host',
      { requestType: 'PASSWORD_RESET', email, continueUrl: 'http://localhost.evil.example/' },
      'UNAUTHORIZED_DOMAIN',
    ],
  ])('refuses to send a code with %s', async (_, body, code) => {
    const { account } = await testIdentity()
    expect(errorOf(await account('sendOobCode', body))).toBe(code)
  })
})

describe('64 concurrent uses of one code', () => {
  /** Locks the user's row until every call waits for it, then releases it. */
  async function collideOnUser(identity: Identity, calls: (() => Promise<unknown>)[]): Promise<unknown[]> {
    let running: Promise<unknown>[] = []
    await identity.db.transaction().execute(async (tx) => {
      await sql`select 1 from identity.users for update`.execute(tx)
      running = calls.map((call) => call())
      await vi.waitUntil(
        async () => {
          const { rows } = await sql<{ waiting: number }>`
            select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            identity.db,
          )
          return rows[0]!.waiting === calls.length
        },
        { timeout: 10_000, interval: 20 },
      )
    })
    return Promise.all(running)
  }

  test('set the password exactly once', async () => {
    const identity = await testIdentity()
    await identity.signUp(email)
    await reset(identity)
    const oobCode = await codeOf(identity, 'identity.reset-password')
    const calls = Array.from({ length: 64 }, (_, number) => async () => {
      const answer = await identity.account('resetPassword', {
        oobCode,
        newPassword: `${newPassword} ${number}`,
      })
      return answer.status === 200 ? 'won' : errorOf(answer)
    })
    const outcomes = await collideOnUser(identity, calls)
    expect(outcomes.filter((outcome) => outcome === 'won')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'INVALID_OOB_CODE')).toHaveLength(63)
  })

  test('control: succeed more than once if the code is read before the lock is taken', async () => {
    const identity = await testIdentity()
    await identity.signUp(email)
    await reset(identity)
    const hash = hashSecret(await codeOf(identity, 'identity.reset-password'))
    const calls = Array.from(
      { length: 64 },
      () => async () =>
        inTransaction(identity.db, async (tx) => {
          const code = await tx
            .selectFrom('identity.oob_codes')
            .selectAll()
            .where('code_hash', '=', hash)
            .executeTakeFirstOrThrow()
          await sql`select 1 from identity.users for update`.execute(tx)
          if (code.used_at) return 'lost'
          await tx
            .updateTable('identity.oob_codes')
            .set({ used_at: identity.deps.now() })
            .where('code_hash', '=', hash)
            .execute()
          return 'won'
        }),
    )
    const outcomes = await collideOnUser(identity, calls)
    expect(outcomes.filter((outcome) => outcome === 'won').length).toBeGreaterThan(1)
  })
})
