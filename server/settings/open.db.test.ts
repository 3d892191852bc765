import { expect, test } from 'vitest'
import { createAccount } from '#contract/accounts.ts'
import { createPromoCode } from '#contract/bookings/promo-codes.ts'
import { beginConversation, sendMessage } from '#contract/messages.ts'
import { createSitter, updateSitter } from '#contract/sitters/sitters.ts'
import { createPromo } from '#server/bookings/quote/promo-commands.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { changeSettings } from '#server/settings/commands.ts'
import { routes } from '#server/slices.ts'
import { bookingFixture, refusalOf, send, weekend } from '#test/booking-fixture.ts'
import { dublin, eve, olga, sam } from '#test/cast.ts'
import { errorOf, password, testIdentity } from '#test/identity.ts'
import { answerOf } from '#test/invoke.ts'
import { inquire } from '#test/offer-fixture.ts'

const closed = (note = '') => ({
  open: { signUp: 'closed', sitters: false, requests: false, questions: false, promoCodes: false, note },
})

const newcomer = { ...eve, uid: 'uid-of-nia', email: 'nia@example.org', name: 'Nia' }

function signUp(deps: Parameters<typeof answerOf>[2], inviteCode?: string) {
  const { uid: externalUserId, email, name } = newcomer
  const body = { name, email, externalUserId, ...(inviteCode && { inviteCode }) }
  return answerOf(routes, createAccount, deps, { viewer: { ...newcomer, accountId: null }, body })
}

test('no account, request, question or profile begins while it is closed, and the refusal has the note', async () => {
  const fixture = await bookingFixture()
  const { deps, request, sitterId } = fixture
  await changeSettings(deps, closed('We open again on 1 March.'))
  const conversation = await send(deps, beginConversation, olga, { body: { sitterId } })
  const attempts: Record<string, () => Promise<unknown>> = {
    account: () => signUp(deps),
    request: () => request(olga, weekend(fixture)),
    question: () => inquire(fixture),
    message: () =>
      send(deps, sendMessage, olga, {
        params: { conversationId: conversation.id },
        body: { clientId: '7f1c7a1e-2d0f-4a86-9a2e-5a1f0c9d3b11', text: 'Is your garden fenced?' },
      }),
    profile: () =>
      answerOf(routes, createSitter, deps, {
        viewer: olga,
        body: { headline: 'A calm home', placeId: dublin.id, status: 'published' },
      }),
  }
  for (const [what, attempt] of Object.entries(attempts)) {
    const { code, detail } = await refusalOf(attempt())
    expect([what, code]).toEqual([what, 'not-open'])
    expect(detail).toContain('We open again on 1 March.')
  }
  expect(await deps.db.selectFrom('booking').select('id').execute()).toEqual([])
  await changeSettings(deps, {})
  for (const attempt of [attempts['account'], attempts['request'], attempts['question'], attempts['message']])
    await attempt!()
})

test('what has begun goes on while everything is closed', async () => {
  const fixture = await bookingFixture()
  const { deps, request, act, sitterId } = fixture
  const asked = await request(olga, weekend(fixture))
  await signUp(deps)
  await changeSettings(deps, closed())
  // A second creation of the account returns the first one.
  expect((await signUp(deps)).name).toBe('Nia')
  expect(await act(sam, asked, 'accept')).toMatchObject({ status: 'confirmed' })
  const profile = await deps.db.selectFrom('sitter').select('version').executeTakeFirstOrThrow()
  await answerOf(routes, updateSitter, deps, {
    viewer: sam,
    params: { sitterId },
    body: {
      headline: 'A calm home by the sea',
      placeId: dublin.id,
      status: 'published',
      version: profile.version,
      services: [{ service: 'boarding', rates: { base: 38_00 } }],
    },
  })
})

test('a question cannot become a request, nor a paused profile a published one', async () => {
  const fixture = await bookingFixture({ status: 'paused' })
  const { deps } = fixture
  await changeSettings(deps, closed())
  const body = { headline: 'A calm home', placeId: dublin.id, status: 'published', version: 1 }
  const published = answerOf(routes, updateSitter, deps, {
    viewer: sam,
    params: { sitterId: fixture.sitterId },
    body,
  })
  expect(await refusalOf(published)).toMatchObject({ code: 'not-open' })

  const other = await bookingFixture()
  const question = await inquire(other)
  const { sitterId: _, service: __, petIds: ___, ...days } = weekend(other)
  const { quoteHash } = await other.quote(olga, weekend(other))
  await changeSettings(other.deps, { open: { requests: false } })
  const asked = other.act(olga, question, 'request', { ...days, quoteHash })
  expect(await refusalOf(asked)).toMatchObject({ code: 'not-open' })
})

test('while accounts need an invitation, only a valid code opens one', async () => {
  const { deps, db } = await bookingFixture()
  await changeSettings(deps, { open: { signUp: 'invited' } })
  expect(await refusalOf(signUp(deps))).toMatchObject({
    code: 'not-open',
    detail: 'You need an invitation to create an account.',
  })
  expect(await refusalOf(signUp(deps, 'nothing'))).toMatchObject({ code: 'not-open' })
  await db.updateTable('account').set({ invite_code: 'sam-7' }).where('id', '=', sam.accountId).execute()
  expect((await signUp(deps, 'sam-7')).name).toBe('Nia')
})

test('the sign-in service adds no user while the sign-up is closed, and those who exist sign in', async () => {
  const { deps, account } = await testIdentity()
  await account('signUp', { email: 'olga@example.org', password })
  await changeSettings(deps, { open: { signUp: 'closed' } })
  expect(errorOf(await account('signUp', { email: 'nia@example.org', password }))).toBe(
    'ADMIN_ONLY_OPERATION',
  )
  // The same for an address that is in use, so that nobody learns which are.
  expect(errorOf(await account('signUp', { email: 'olga@example.org', password }))).toBe(
    'ADMIN_ONLY_OPERATION',
  )
  expect((await account('signInWithPassword', { email: 'olga@example.org', password })).status).toBe(200)
})

test('promo codes are refused while they are switched off, and bookings with one keep it', async () => {
  const fixture = await bookingFixture()
  const { deps, quote, request, act } = fixture
  const operator: Viewer = { ...eve, roles: ['operator'] }
  await createPromo(
    deps,
    { viewer: operator, ip: '127.0.0.1' },
    createPromoCode.body.parse({ code: 'summer', paidBy: 'platform', amount: 5_00, usesPerOwner: 2 }),
  )
  const draft = { ...weekend(fixture), promoCode: 'summer' }
  const asked = await request(olga, draft)
  await changeSettings(deps, { open: { promoCodes: false } })
  expect(await refusalOf(quote(olga, draft))).toMatchObject({ code: 'promo-invalid' })
  expect((await act(sam, asked, 'accept')).quote.promo).toMatchObject({ code: 'SUMMER' })
})
