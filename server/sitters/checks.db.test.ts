import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import * as checks from '#contract/sitters/checks.ts'
import * as contract from '#contract/sitters/sitters.ts'
import { auditTrail } from '#server/identity/admin-commands.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import type { Invocation } from '#server/kernel/http/http.ts'
import { changeSettings } from '#server/settings/commands.ts'
import { sitterRoutes } from '#server/sitters/routes.ts'
import { refusalOf } from '#test/booking-fixture.ts'
import { buildAccounts, buildPlaces, now, testDeps } from '#test/build.ts'
import { eve, withFreshSignIn, lisbon, olga, sam } from '#test/cast.ts'
import { testDb } from '#test/db.ts'
import { answerOf } from '#test/invoke.ts'

const operator: Viewer = { ...eve, roles: ['operator'] }
const reason = 'Please say where the dogs sleep, and leave out your telephone number.'
const profile: contract.SitterInput = {
  headline: 'A calm home near the river',
  placeId: lisbon.id,
  status: 'published',
  services: [{ service: 'boarding', rates: { base: 30_00 } }],
}

/** An instance whose operator checks new profiles; Sam's awaits a check. */
async function setup() {
  const db = await testDb()
  const deps = testDeps(db)
  await buildPlaces(db)
  await buildAccounts(db, olga, sam, eve)
  await changeSettings(deps, { sitterReview: true })
  const send = <E extends Endpoint>(
    endpoint: E,
    viewer: Viewer | null,
    parts: Pick<Invocation, 'params' | 'query' | 'body'> = {},
  ) => {
    const invocation = { ip: '192.0.2.7', viewer: viewer && withFreshSignIn(viewer, deps.now()), ...parts }
    return answerOf(sitterRoutes, endpoint, deps, invocation)
  }
  const publish = (viewer: Viewer) => send(contract.createSitter, viewer, { body: profile })
  const change = (sitterId: string, body: object = profile) =>
    send(contract.updateSitter, sam, { params: { sitterId }, body })
  const show = (viewer: Viewer | null, sitterId: string) =>
    send(contract.showSitter, viewer, { params: { sitterId } })
  const list = (query: object = {}, viewer: Viewer | null = operator) =>
    send(checks.listWaitingSitters, viewer, { query })
  const read = (sitterId: string, viewer: Viewer = operator) =>
    send(checks.showWaitingSitter, viewer, { params: { sitterId } })
  const approve = (sitterId: string, version: number, viewer: Viewer | null = operator) =>
    send(checks.approveSitter, viewer, { params: { sitterId }, body: { version } })
  const sendBack = (sitterId: string, version: number, viewer: Viewer | null = operator) =>
    send(checks.sendSitterBack, viewer, { params: { sitterId }, body: { version, reason } })
  const mails = () => db.selectFrom('mail').selectAll().orderBy('created_at').execute()
  const sitter = await publish(sam)
  return { db, deps, send, sitter, publish, change, show, list, read, approve, sendBack, mails }
}

test('a profile awaiting its check is shown to operators but not to the public', async () => {
  const { sitter, show, list, read } = await setup()

  expect(sitter.status).toBe('in_review')
  expect(await refusalOf(show(null, sitter.id))).toMatchObject({ code: 'sitter-not-found' })
  const { items } = await list()
  expect(items).toMatchObject([
    { submittedAt: now.toISOString(), sitter: { id: sitter.id, headline: profile.headline } },
  ])
  expect(items[0]!.sitter.own).toBeUndefined()
  expect(await read(sitter.id)).toEqual(items[0])
})

test('approval publishes the profile, queues its search refresh and mails the sitter', async () => {
  const { db, deps, sitter, show, list, read, approve, mails } = await setup()

  expect(await approve(sitter.id, sitter.version)).toMatchObject({ status: 'published' })

  expect(await show(null, sitter.id)).toMatchObject({ status: 'published', version: sitter.version + 1 })
  expect((await list()).items).toEqual([])
  expect(await refusalOf(read(sitter.id))).toMatchObject({ code: 'sitter-not-found' })
  expect(deps.jobs).toContainEqual({ name: 'search.refresh-sitter', payload: { sitterId: sitter.id } })
  const { published_at } = await db.selectFrom('sitter').select('published_at').executeTakeFirstOrThrow()
  expect(published_at).toEqual(now)
  expect(await mails()).toMatchObject([{ recipient: sam.email, kind: 'sitter-approved' }])
})

test('sending back makes the profile a draft and mails the reason; resubmitting clears it', async () => {
  const { deps, sitter, change, show, list, sendBack, mails } = await setup()

  await sendBack(sitter.id, sitter.version)

  const seen = await show(sam, sitter.id)
  expect(seen).toMatchObject({ status: 'draft', own: { sentBack: { reason, at: now.toISOString() } } })
  expect((await list()).items).toEqual([])
  const [mail] = await mails()
  expect(mail).toMatchObject({ recipient: sam.email, kind: 'sitter-sent-back' })
  for (const text of [mail!.text_body, mail!.html_body]) {
    expect(text).toContain('where the dogs sleep')
    expect(text).toContain(`/account/sitters/${sitter.id}`)
  }

  const saved = await change(sitter.id, { ...profile, status: 'draft' })
  expect(saved.own!.sentBack).not.toBeNull()
  deps.clock.set(new Date('2026-12-02T09:00:00Z'))
  const again = await change(sitter.id)
  expect(again).toMatchObject({ status: 'in_review', own: { sentBack: null } })
  expect((await list()).items).toMatchObject([{ submittedAt: '2026-12-02T09:00:00.000Z' }])
})

test('the queue is sorted by waiting time, and a change keeps the position in it', async () => {
  const { deps, sitter, publish, change, list } = await setup()
  deps.clock.set(new Date('2026-12-01T10:00:00Z'))
  const second = await publish(olga)
  deps.clock.set(new Date('2026-12-01T11:00:00Z'))
  await change(sitter.id, { ...profile, headline: 'A calmer home near the river' })

  const first = await list({ limit: '1' })
  const next = await list({ limit: '1', cursor: first.nextCursor })

  expect(first.items.map((one) => one.sitter.id)).toEqual([sitter.id])
  expect(next.items.map((one) => one.sitter.id)).toEqual([second.id])
  expect(next.nextCursor).toBeNull()
})

test('a decision on a stale version or on an already decided profile is refused', async () => {
  const { sitter, change, approve, sendBack, mails } = await setup()
  const changed = await change(sitter.id)

  expect(await refusalOf(approve(sitter.id, sitter.version))).toMatchObject({
    code: 'version-stale',
    version: changed.version,
  })
  const decided = await Promise.allSettled([
    approve(sitter.id, changed.version),
    sendBack(sitter.id, changed.version),
  ])
  expect(decided.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await refusalOf(approve(sitter.id, changed.version + 1))).toMatchObject({
    code: 'sitter-not-waiting',
    status: 422,
  })
  expect(await mails()).toHaveLength(1)
})

test('only operators can list and decide, and decisions are audited', async () => {
  const { deps, sitter, list, read, approve, sendBack } = await setup()

  for (const call of [
    list({}, sam),
    read(sitter.id, sam),
    approve(sitter.id, sitter.version, sam),
    sendBack(sitter.id, sitter.version, sam),
  ])
    expect(await refusalOf(call)).toMatchObject({ code: 'role-missing', status: 403 })
  expect(await refusalOf(list({}, null))).toMatchObject({ code: 'token-missing' })

  await sendBack(sitter.id, sitter.version)
  expect(await auditTrail(deps, { uid: operator.uid, limit: 10 })).toMatchObject([
    { kind: 'sitter-sent-back', user_id: operator.uid, ip: '192.0.2.7', detail: { sitterId: sitter.id } },
  ])
})

test('a profile that was approved once is published again without a check', async () => {
  const { sitter, change, approve } = await setup()
  await approve(sitter.id, sitter.version)

  await change(sitter.id, { ...profile, status: 'paused' })

  expect(await change(sitter.id)).toMatchObject({ status: 'published' })
})
