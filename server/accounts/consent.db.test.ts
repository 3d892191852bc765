import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as contract from '#contract/accounts.ts'
import * as bookings from '#contract/bookings/bookings.ts'
import * as messages from '#contract/messages.ts'
import * as sitters from '#contract/sitters/sitters.ts'
import * as content from '#contract/staff/content.ts'
import { eraseConsents } from '#server/accounts/consent-commands.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { routes } from '#server/slices.ts'
import { bookingFixture, newKey, refusalOf, weekend } from '#test/booking-fixture.ts'
import { dublin, eve, leaving, olga, sam, withFreshSignIn } from '#test/cast.ts'
import { answerOf } from '#test/invoke.ts'

const hour = 3_600_000
const reason = 'The law has changed in spring.'
const fields = { title: 'Terms', version: '2.0', effectiveOn: '2026-12-01' }

async function setup() {
  const fixture = await bookingFixture()
  const { deps } = fixture
  const pass = (ms: number) => deps.clock.set(new Date(deps.now().getTime() + ms))
  const params = { kind: 'legal', slug: 'terms-and-conditions' }
  /** Publishes new terms one hour later, when all accounts exist. */
  const publishTerms = async (version: number, more: object = { inSubstance: true }) => {
    pass(hour)
    const viewer = withFreshSignIn({ ...eve, roles: ['operator'] }, deps.now())
    const draft = { revision: 0, fields, body: `These are terms ${version}.` }
    const { revision } = await answerOf(routes, content.saveDraft, deps, { viewer, params, body: draft })
    const body = { version: version - 1, revision, reason, ...more }
    await answerOf(routes, content.publishText, deps, { viewer, params, body })
  }
  const due = async (viewer: Viewer) => {
    const found = { params: { accountId: viewer.accountId } }
    return (await answerOf(routes, contract.showAccount, deps, { viewer, ...found })).consentsDue
  }
  const agree = async (viewer: Viewer, version: number, accountId = viewer.accountId) => {
    const consents = [{ slug: params.slug, version }]
    const sent = { viewer, params: { accountId }, body: { consents } }
    return (await answerOf(routes, contract.giveConsent, deps, sent)).consentsDue
  }
  const question = (viewer: Viewer) => {
    const { sitterId, rex } = fixture
    const body = {
      event: 'inquire',
      sitterId,
      service: 'boarding',
      petIds: [rex],
      message: 'Are you free in May?',
    }
    return answerOf(routes, bookings.createBooking, deps, { viewer, body, idempotencyKey: newKey() })
  }
  const begin = (viewer: Viewer) =>
    answerOf(routes, messages.beginConversation, deps, { viewer, body: { sitterId: fixture.sitterId } })
  const say = async (viewer: Viewer, conversationId: string) =>
    answerOf(routes, messages.sendMessage, deps, {
      viewer,
      params: { conversationId },
      body: { clientId: randomUUID(), text: 'Hello there.' },
    })
  const profile = {
    headline: 'A calm home',
    placeId: dublin.id,
    services: [{ service: 'boarding', rates: { base: 30_00 } }],
  }
  const publishProfile = (viewer: Viewer, status: string) =>
    answerOf(routes, sitters.createSitter, deps, { viewer, body: { ...profile, status } })
  const changeProfile = (viewer: Viewer, sitterId: string, status: string) =>
    answerOf(routes, sitters.updateSitter, deps, {
      viewer,
      params: { sitterId },
      body: { ...profile, status },
    })
  return { ...fixture, pass, publishTerms, due, agree, question, begin, say, publishProfile, changeProfile }
}

const dueTerms = (version: number) => [{ slug: 'terms-and-conditions', title: 'Terms', version }]

test('a legal text that changes in substance asks everybody who was here before, other changes nobody', async () => {
  const { db, deps, publishTerms, due } = await setup()
  await publishTerms(1, {})
  expect(await due(olga)).toEqual([])
  await publishTerms(2)
  expect(await due(olga)).toEqual(dueTerms(2))
  await db.updateTable('account').set({ created_at: deps.now() }).where('id', '=', sam.accountId).execute()
  expect(await due(sam)).toEqual([])
})

test('a planned text is due from its time on, and a withdrawn one never', async () => {
  const { deps, db, publishTerms, due, pass } = await setup()
  const publishAt = new Date(deps.now().getTime() + 3 * hour).toISOString()
  await publishTerms(1, { inSubstance: true, publishAt })
  pass(2 * hour - 1)
  expect(await due(olga)).toEqual([])
  pass(1)
  expect(await due(olga)).toEqual(dueTerms(1))
  await db
    .updateTable('content_version')
    .set({ withdrawn_at: new Date(0) })
    .execute()
  expect(await due(olga)).toEqual([])
})

test('until they agree, people begin nothing new, and what has begun goes on', async () => {
  const fixture = await setup()
  const { request, act, publishTerms, question, begin, say, publishProfile, changeProfile, sitterId } =
    fixture
  const booking = await request(olga, weekend(fixture))
  const running = await begin(olga)
  await say(olga, running.id)
  await publishTerms(1)

  const refused = { code: 'consent-needed', consents: dueTerms(1) }
  const later = { ...weekend(fixture), startOn: '2026-12-18', endOn: '2026-12-20' }
  expect(await refusalOf(request(olga, later))).toMatchObject(refused)
  expect(await refusalOf(question(olga))).toMatchObject(refused)
  const empty = await begin(eve)
  expect(await refusalOf(say(eve, empty.id))).toMatchObject(refused)
  expect(await refusalOf(publishProfile(eve, 'published'))).toMatchObject(refused)
  const draft = await publishProfile(eve, 'draft')
  expect(await refusalOf(changeProfile(eve, draft.id, 'published'))).toMatchObject(refused)

  expect((await act(sam, booking, 'accept')).status).toBe('confirmed')
  await say(olga, running.id)
  await say(sam, running.id)
  expect((await changeProfile(sam, sitterId, 'published')).status).toBe('published')
})

test('who agrees can go on, until the text changes again', async () => {
  const fixture = await setup()
  const { request, publishTerms, agree, due, db } = fixture
  await publishTerms(1)
  expect(await agree(olga, 1)).toEqual([])
  expect(await agree(olga, 1)).toEqual([])
  expect((await request(olga, weekend(fixture))).status).toBe('requested')
  expect(await due(sam)).toEqual(dueTerms(1))

  await publishTerms(2)
  await publishTerms(3)
  expect(await due(olga)).toEqual(dueTerms(3))
  // She has read a version that was replaced in the meantime.
  expect(await agree(olga, 2)).toEqual(dueTerms(3))
  expect(await agree(olga, 3)).toEqual([])
  const rows = await db.selectFrom('consent').select(['account_id', 'version']).orderBy('version').execute()
  expect(rows.map(({ account_id, version }) => [account_id, version])).toEqual([
    [olga.accountId, 1],
    [olga.accountId, 3],
  ])
})

test('nobody agrees for somebody else, and the consents of an erased account are deleted', async () => {
  const { deps, db, publishTerms, agree } = await setup()
  await publishTerms(1)
  await expect(agree(eve, 1, olga.accountId)).rejects.toMatchObject({ code: 'account-not-found' })
  await agree(olga, 1)
  await agree(sam, 1)
  await ensureTransaction(deps, (deps) => eraseConsents(deps, leaving(olga)))
  const left = await db.selectFrom('consent').select('account_id').execute()
  expect(left).toEqual([{ account_id: sam.accountId }])
})
