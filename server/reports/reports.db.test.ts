import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ReportReason, ReportSubject } from '#contract/care/codes.ts'
import * as messages from '#contract/messages.ts'
import * as contract from '#contract/reports.ts'
import { addMinutes } from '#server/kernel/day.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { readSitter, listSitterReviews } from '#server/sitters/commands.ts'
import { refreshFigures } from '#server/sitters/figures-commands.ts'
import { bookingFixture, completedWeekend, refusalOf, send } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { storePhoto } from '#test/file-calls.ts'
import { expectOrders, idOf } from '#test/orders.ts'

const ada: Viewer = { ...eve, roles: ['operator'] }

async function setup() {
  const fixture = await bookingFixture()
  const { deps, db } = fixture
  await db
    .updateTable('account')
    .set({ roles: ['operator'] })
    .where('id', '=', eve.accountId)
    .execute()
  const report = (
    viewer: Viewer,
    subjectKind: ReportSubject,
    subjectId: string,
    reason: ReportReason,
    words?: string,
  ) =>
    send(deps, contract.createReport, viewer, {
      body: { subjectKind, subjectId, reason, words: words ?? null },
    })
  const decide = (reportId: string, measure: 'none' | 'warned' | 'removed' | 'suspended') =>
    send(deps, contract.decideReport, ada, {
      params: { reportId },
      body: { measure, reason: 'It breaks what we have agreed on.' },
    })
  const queue = async (status: 'open' | 'decided' = 'open') =>
    (await send(deps, contract.listAdminReports, ada, { query: { status } })).items
  const own = async (viewer: Viewer) => (await send(deps, contract.listReports, viewer, { query: {} })).items
  const told = async (viewer: Viewer) =>
    (
      await db
        .selectFrom('notice')
        .select('title')
        .where('account_id', '=', viewer.accountId)
        .where('kind', '=', 'report')
        .orderBy('id')
        .execute()
    ).map(({ title }) => title)
  return { ...fixture, report, decide, queue, own, told }
}

async function withReview() {
  const built = await setup()
  const { review, db } = built
  const booking = await completedWeekend(built)
  await review(olga, booking)
  await review(sam, booking)
  const { id } = await db
    .selectFrom('review')
    .select('id')
    .where('author', '=', 'owner')
    .executeTakeFirstOrThrow()
  return { ...built, reviewId: id }
}

test('a removed review shows only the reason in public and no longer counts in the rating', async () => {
  const { deps, report, decide, queue, own, told, reviewId, sitterId } = await withReview()
  const reported = await report(sam, 'review', reviewId, 'personal_data', 'It names my street.')
  expect(await queue()).toMatchObject([
    { id: reported.id, reporter: { name: 'Sam', upheld: 0 }, about: { name: 'Olga' }, together: 1 },
  ])
  await refreshFigures(deps, sitterId)
  expect((await readSitter(deps, sitterId, null)).rating.count).toBe(1)

  await decide(reported.id, 'removed')
  expect(deps.jobs).toContainEqual({ name: 'sitters.refresh-figures', payload: { sitterId } })
  await refreshFigures(deps, sitterId)
  expect((await readSitter(deps, sitterId, null)).rating.count).toBe(0)
  const { items } = await listSitterReviews(deps, sitterId, null, { limit: 24 })
  expect(items).toMatchObject([
    { id: reviewId, removedFor: 'personal_data', text: '', reply: null, ratings: {} },
  ])
  expect(await own(sam)).toMatchObject([{ status: 'upheld', measure: 'removed' }])
  expect(await told(sam)).toEqual(['Your report was right'])
  expect(await told(olga)).toEqual(['We have removed a review of yours'])
  expect(await queue()).toEqual([])
  expect(await queue('decided')).toHaveLength(1)
})

test('reports on the same subject are decided together, and a second decision is refused', async () => {
  const { report, decide, queue, own, told, sitterId } = await setup()
  const first = await report(olga, 'listing', sitterId, 'false_facts')
  const second = await report(eve, 'listing', sitterId, 'fraud')
  expect((await queue()).map(({ together }) => together)).toEqual([2, 2])
  await decide(first.id, 'none')
  expect(await own(olga)).toMatchObject([{ status: 'dismissed', decisionReason: expect.any(String) }])
  expect(await own(eve)).toMatchObject([{ id: second.id, status: 'dismissed' }])
  expect(await told(sam)).toEqual([])
  expect(await refusalOf(decide(second.id, 'removed'))).toMatchObject({ code: 'report-decided' })
})

test('a removed profile becomes a draft with the reason and is no longer public', async () => {
  const { deps, db, report, decide, sitterId } = await setup()
  const { id } = await report(olga, 'listing', sitterId, 'fraud')
  await decide(id, 'removed')
  expect(await db.selectFrom('sitter').select(['status', 'sent_back_reason']).executeTakeFirst()).toEqual({
    status: 'draft',
    sent_back_reason: 'It breaks what we have agreed on.',
  })
  expect(await refusalOf(readSitter(deps, sitterId, null))).toMatchObject({ code: 'sitter-not-found' })
})

test('only the recipient can report a message, and removing it hides the text from both sides', async () => {
  const { deps, report, decide, sitterId } = await setup()
  const { id: conversationId } = await send(deps, messages.beginConversation, olga, { body: { sitterId } })
  const params = { conversationId }
  const message = await send(deps, messages.sendMessage, olga, {
    params,
    body: { clientId: randomUUID(), text: 'Pay me or else.' },
  })
  const read = async (viewer: Viewer) =>
    (await send(deps, messages.listMessages, viewer, { params, query: {} })).items.map(
      ({ text, isRemoved }) => ({ text, isRemoved }),
    )
  const foreign = await refusalOf(report(eve, 'message', message.id, 'threats'))
  const none = await refusalOf(report(eve, 'message', randomUUID(), 'threats'))
  expect(foreign).toEqual(none)
  expect(await refusalOf(report(olga, 'message', message.id, 'threats'))).toMatchObject({
    code: 'report-refused',
  })
  const { id, snapshot } = await report(sam, 'message', message.id, 'threats')
  expect(snapshot.text).toBe('Pay me or else.')
  await decide(id, 'removed')
  const removed = [{ text: 'We have removed this message.', isRemoved: true }]
  expect(await read(olga)).toEqual(removed)
  expect(await read(sam)).toEqual(removed)
})

test('a repeated report is stored once; an unsuitable reason and “other” without words are refused', async () => {
  const { report, own, sitterId } = await setup()
  const first = await report(olga, 'listing', sitterId, 'fraud')
  expect(await report(olga, 'listing', sitterId, 'false_facts')).toEqual(first)
  expect(await own(olga)).toHaveLength(1)
  expect(await refusalOf(report(olga, 'person', sitterId, 'unrelated'))).toMatchObject({
    code: 'report-refused',
  })
  expect(await refusalOf(report(olga, 'person', sitterId, 'other'))).toMatchObject({ code: 'report-refused' })
  expect(await report(olga, 'person', sitterId, 'other', 'He shouted.')).toMatchObject({
    snapshot: { title: 'Sam', path: `/sitters/${sitterId}` },
  })
})

test('an account can send 20 reports a day, and the next one is refused', async () => {
  const { db, report, sitterId } = await setup()
  const first = await report(olga, 'listing', sitterId, 'fraud')
  const row = await db.selectFrom('report').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow()
  await db
    .insertInto('report')
    .values(
      Array.from({ length: 19 }, () => ({
        ...row,
        id: randomUUID(),
        subject_id: randomUUID(),
        snapshot: JSON.stringify(row.snapshot),
      })),
    )
    .execute()
  expect(await refusalOf(report(olga, 'person', sitterId, 'fraud'))).toMatchObject({
    code: 'reports-too-many',
  })
})

test('only an operator can decide a report, and cannot suspend their own account', async () => {
  const { deps, report, decide, sitterId } = await setup()
  const { id } = await report(olga, 'person', sitterId, 'fraud')
  const body = { measure: 'none' as const, reason: 'It is all right.' }
  expect(
    await refusalOf(send(deps, contract.decideReport, sam, { params: { reportId: id }, body })),
  ).toMatchObject({
    code: 'role-missing',
  })
  const about = await report(olga, 'person', eve.accountId, 'fraud')
  expect(await refusalOf(decide(about.id, 'suspended'))).toMatchObject({ code: 'suspension-refused' })
  expect(await refusalOf(decide(about.id, 'removed'))).toMatchObject({ code: 'report-refused' })
})

test('operators see only the photos of a reported message; a single photo can be reported and removed', async () => {
  const { deps, report, decide, queue, own, sitterId } = await setup()
  const { id: conversationId } = await send(deps, messages.beginConversation, olga, { body: { sitterId } })
  const params = { conversationId }
  const write = async (text: string, photoIds: string[] = []) =>
    send(deps, messages.sendMessage, olga, { params, body: { clientId: randomUUID(), text, photoIds } })
  await write('Something that nobody else reads.')
  const [first, second] = [
    await storePhoto(deps, olga, 'message', 10),
    await storePhoto(deps, olga, 'message', 20),
  ]
  const message = await write('Look at this.', [first, second])
  const loose = await storePhoto(deps, olga, 'message', 30)
  const none = { code: 'report-subject-not-found' }
  for (const id of [first, loose])
    expect(await refusalOf(report(eve, 'photo', id, 'obscenity'))).toMatchObject(none)
  expect(await refusalOf(report(sam, 'photo', loose, 'obscenity'))).toMatchObject(none)
  await report(sam, 'message', message.id, 'obscenity')
  // The queue starts with the oldest report.
  deps.clock.set(addMinutes(deps.now(), 1))
  const { id } = await report(sam, 'photo', second, 'obscenity')
  const seen = async () => (await queue()).map(({ photos }) => photos.map((photo) => photo.id))
  expect(await seen()).toEqual([[first, second], [second]])
  expect(JSON.stringify(await queue())).not.toContain('nobody else reads')
  expect(Object.keys((await own(sam))[0]!.snapshot).sort()).toEqual(['path', 'text', 'title'])
  await decide(id, 'removed')
  const { items } = await send(deps, messages.listMessages, sam, { params, query: {} })
  expect(items.at(-1)?.photos.map((photo) => photo.id)).toEqual([first])
  expect(await seen()).toEqual([[first]])
})

test('reports are found by person, kind and reason, sorted, paged, and exported without what people wrote', async () => {
  const { deps, db, report, decide, sitterId } = await setup()
  const { id } = await report(olga, 'listing', sitterId, 'fraud', 'He asked for my bank card.')
  const row = await db.selectFrom('report').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const reports = [
    [olga, sam, 'person', 'fraud', '2026-12-01'],
    [eve, olga, 'message', 'threats', '2026-12-01'],
    [eve, sam, 'message', 'fraud', '2026-12-02'],
    [olga, eve, 'review', 'threats', '2026-12-03'],
  ] as const
  for (const [index, [by, about, kind, reason, on]] of reports.entries())
    await db
      .insertInto('report')
      .values({
        ...row,
        snapshot: JSON.stringify({ ...row.snapshot, text: 'Words of a message' }),
        id: idOf(index),
        reporter_id: by.accountId,
        about_id: about.accountId,
        subject_kind: kind,
        subject_id: idOf(index),
        reason,
        created_at: new Date(on),
      })
      .execute()
  await decide(id, 'none')
  const list = (query: object) => send(deps, contract.listAdminReports, ada, { query })
  const csv = (query: object) => send(deps, contract.exportReports, ada, { query })
  const nameOf = (one: contract.AdminReport) => one.id
  const ids = (...numbers: number[]) => numbers.map(idOf)
  const sorted = { list, csv, nameOf, column: 0 }
  const orders = {
    about: ids(3, 1, 0, 2),
    reporter: ids(1, 2, 0, 3),
    createdAt: ids(0, 1, 2, 3),
  }
  await expectOrders(sorted, {}, orders)
  expect((await list({})).items.map(nameOf)).toEqual(orders.createdAt)

  const found = async (query: object) => (await list(query)).items.map(nameOf)
  expect(await found({ q: 'oLg' })).toEqual(ids(0, 1, 3))
  expect(await found({ q: sam.email })).toEqual(ids(0, 2))
  expect(await found({ q: '%' })).toEqual([])
  expect(await found({ subjectKind: 'message' })).toEqual(ids(1, 2))
  expect(await found({ reason: 'threats', q: 'eve' })).toEqual(ids(1, 3))

  const file = (await csv({})) + (await csv({ status: 'decided' }))
  expect(file).toContain(`${id},`)
  for (const words of ['bank card', 'Words of a message', 'agreed on', '@']) expect(file).not.toContain(words)

  await db
    .updateTable('report')
    .set({ status: 'upheld', measure: 'warned', decision_reason: 'x', decided_at: new Date('2026-12-04') })
    .where('status', '=', 'open')
    .execute()
  await db.deleteFrom('report').where('id', '=', id).execute()
  await db
    .updateTable('report')
    .set({ decided_at: new Date('2026-12-05') })
    .where('id', '=', idOf(0))
    .execute()
  await expectOrders(sorted, { status: 'decided' }, { ...orders, decidedAt: ids(1, 2, 3, 0) })
  expect(await found({ status: 'decided' })).toEqual(ids(0, 3, 2, 1))
  expect(await refusalOf(list({ sort: '-decidedAt' }))).toMatchObject({ errors: [{ path: 'sort' }] })
})

test('a moderator reads one report, and support and the people concerned do not', async () => {
  const { deps, report, sitterId } = await setup()
  const { id } = await report(olga, 'listing', sitterId, 'fraud', 'He asked for my bank card.')
  const read = (reportId: string, viewer: Viewer) =>
    send(deps, contract.showReport, viewer, { params: { reportId } })
  expect(await read(id, { ...eve, roles: ['moderator'] })).toMatchObject({
    id,
    words: 'He asked for my bank card.',
  })
  expect(await refusalOf(read(randomUUID(), ada))).toMatchObject({ code: 'not-found' })
  for (const viewer of [olga, sam, { ...eve, roles: ['support'] }]) {
    expect(await refusalOf(read(id, viewer))).toMatchObject({ code: 'role-missing' })
    expect(await refusalOf(send(deps, contract.exportReports, viewer, { query: {} }))).toMatchObject({
      code: 'role-missing',
    })
  }
})
