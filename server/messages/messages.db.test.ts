import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as contract from '#contract/messages.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { messageJobs } from '#server/messages/jobs.ts'
import { exampleA, bookingFixture, refusalOf, send, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'
import { collide } from '#test/db.ts'

async function setup() {
  const fixture = await bookingFixture()
  const { deps } = fixture
  const of = (conversationId: string) => ({ params: { conversationId } })
  const begin = (viewer: Viewer, body: { sitterId: string } | { bookingId: string }) =>
    send(deps, contract.beginConversation, viewer, { body })
  const say = (viewer: Viewer, conversationId: string, text: string, clientId: string = randomUUID()) =>
    send(deps, contract.sendMessage, viewer, { ...of(conversationId), body: { clientId, text } })
  const show = (viewer: Viewer, conversationId: string) =>
    send(deps, contract.showConversation, viewer, of(conversationId))
  const read = (viewer: Viewer, conversationId: string, query: object = {}) =>
    send(deps, contract.listMessages, viewer, { ...of(conversationId), query })
  const list = (viewer: Viewer, query: object = {}) =>
    send(deps, contract.listConversations, viewer, { query })
  const mark = (viewer: Viewer, conversationId: string, seq: number) =>
    send(deps, contract.markRead, viewer, { ...of(conversationId), body: { seq } })
  const archive = (viewer: Viewer, conversationId: string, archived: boolean) =>
    send(deps, contract.archiveConversation, viewer, { ...of(conversationId), body: { archived } })
  const unread = async (viewer: Viewer) => (await send(deps, contract.countUnread, viewer, {})).conversations
  const [note] = messageJobs(deps)
  /** Runs the queued jobs. */
  const runJobs = async () => {
    for (const { name, payload } of deps.jobs.splice(0)) if (name === note!.name) await note!.run(payload)
  }
  return { ...fixture, begin, say, show, read, list, mark, archive, unread, runJobs }
}

const textsOf = ({ items }: Awaited<ReturnType<Awaited<ReturnType<typeof setup>>['read']>>) =>
  items.map(({ seq, text, isOwn }) => [seq, text, isOwn ? 'own' : 'other'])

test('Olga writes to Sam, who reads it and answers', async () => {
  const { begin, say, read, list, show, unread, mark, sitterId } = await setup()
  const { id } = await begin(olga, { sitterId })
  expect(await list(sam)).toMatchObject({ items: [] })

  await say(olga, id, 'Is your garden fenced?')
  await say(olga, id, 'Rex jumps.')
  expect(await unread(sam)).toBe(1)
  expect(await unread(olga)).toBe(0)
  expect((await list(sam)).items).toMatchObject([
    { id, role: 'sitter', other: { name: 'Olga' }, unread: 2, last: { text: 'Rex jumps.' } },
  ])
  await mark(sam, id, 2)
  expect(await unread(sam)).toBe(0)
  expect(await show(olga, id)).toMatchObject({ role: 'owner', otherReadSeq: 2, other: { sitterId } })

  await say(sam, id, 'It is, at two metres.')
  expect(textsOf(await read(olga, id))).toEqual([
    [1, 'Is your garden fenced?', 'own'],
    [2, 'Rex jumps.', 'own'],
    [3, 'It is, at two metres.', 'other'],
  ])
})

test('an owner and a sitter share one conversation, even if both open it concurrently', async () => {
  const { begin, request, sitterId, rex } = await setup()
  const booking = await request(olga, weekend({ sitterId, rex }))
  const all = await Promise.all([
    begin(olga, { sitterId }),
    begin(olga, { bookingId: booking.id }),
    begin(sam, { bookingId: booking.id }),
  ])
  expect(new Set(all.map(({ id }) => id)).size).toBe(1)
  expect(all.map(({ role }) => role)).toEqual(['owner', 'owner', 'sitter'])
})

test('sending a message with the same client id is idempotent, even 12 times concurrently', async () => {
  const { db, begin, say, read, sitterId } = await setup()
  const { id } = await begin(olga, { sitterId })
  const clientId = randomUUID()
  const answers = await collide(
    db,
    'conversation',
    id,
    Array.from({ length: 12 }, () => () => say(olga, id, 'Hello', clientId)),
  )
  expect(new Set(answers.map((one) => one.id)).size).toBe(1)
  expect(textsOf(await read(sam, id))).toEqual([[1, 'Hello', 'other']])
  expect(answers[0]).toMatchObject({ clientId, isOwn: true })
})

test('concurrent messages of both sides are numbered without gaps and in the same order for both', async () => {
  const { db, begin, say, read, sitterId } = await setup()
  const { id } = await begin(olga, { sitterId })
  await collide(
    db,
    'conversation',
    id,
    Array.from({ length: 20 }, (_, index) => () => say(index % 2 ? olga : sam, id, `No. ${index}`)),
  )
  const [hers, his] = await Promise.all([read(olga, id), read(sam, id)])
  expect(hers.items.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  expect(his.items.map(({ text }) => text)).toEqual(hers.items.map(({ text }) => text))
})

test('messages are paginated backwards from the end and forwards from a sequence number', async () => {
  const { begin, say, read, sitterId } = await setup()
  const { id } = await begin(olga, { sitterId })
  for (let number = 1; number <= 7; number++) await say(olga, id, String(number))
  const seqs = async (query: object) => {
    const { items, nextCursor } = await read(sam, id, query)
    return [items.map(({ seq }) => seq), nextCursor]
  }
  expect(await seqs({ limit: 3 })).toEqual([[5, 6, 7], '5'])
  expect(await seqs({ before: 5, limit: 3 })).toEqual([[2, 3, 4], '2'])
  expect(await seqs({ before: 2, limit: 3 })).toEqual([[1], null])
  expect(await seqs({ after: 2, limit: 3 })).toEqual([[3, 4, 5], '5'])
  expect(await seqs({ after: 5, limit: 3 })).toEqual([[6, 7], null])
})

test('a booking’s request and acceptance each appear once in the conversation, even if the job repeats', async () => {
  const { deps, request, act, list, read, show, runJobs, sitterId, rex, unread } = await setup()
  const booking = await request(olga, weekend({ sitterId, rex }), { message: 'Rex is easy.' })
  await runJobs()
  const [thread] = (await list(sam)).items
  expect(thread).toMatchObject({ unread: 1, bookingIds: [booking.id] })
  expect(await unread(sam)).toBe(1)
  await act(sam, booking, 'accept')
  const bookingJobs = deps.jobs.filter(({ name }) => name === 'messages.note-booking')
  deps.jobs.push(...bookingJobs, ...bookingJobs)
  await runJobs()
  const { items } = await read(olga, thread!.id)
  expect(
    items.map(({ seq, text, isOwn, booking: about }) => ({ seq, text, isOwn, event: about?.event })),
  ).toEqual([
    { seq: 1, text: 'Rex is easy.', isOwn: true, event: 'request' },
    { seq: 2, text: '', isOwn: false, event: 'accept' },
  ])
  expect(await show(olga, thread!.id)).toMatchObject({ lastSeq: 2, unread: 1 })
})

test('a third person gets the same refusals for a conversation as for one that does not exist', async () => {
  const { begin, say, read, show, mark, archive, list, sitterId } = await setup()
  const { id } = await begin(olga, { sitterId })
  await say(olga, id, 'Hello')
  const none = randomUUID()
  for (const attempt of [
    (one: string) => show(eve, one),
    (one: string) => read(eve, one),
    (one: string) => say(eve, one, 'Hello'),
    (one: string) => mark(eve, one, 1),
    (one: string) => archive(eve, one, true),
  ])
    expect(await refusalOf(attempt(id))).toEqual(await refusalOf(attempt(none)))
  expect((await list(eve, { q: 'Hello' })).items).toEqual([])
  expect((await list(sam, { q: 'hell' })).items).toHaveLength(1)
  expect((await list(sam, { q: 'olg' })).items).toHaveLength(1)
  expect((await list(sam, { q: '%' })).items).toHaveLength(0)
})

test('an archived conversation returns when it is unarchived or a new message arrives', async () => {
  const { begin, say, list, archive, sitterId } = await setup()
  const { id } = await begin(olga, { sitterId })
  await say(olga, id, 'Hello')
  const shown = async (archived: boolean) => (await list(sam, { archived: String(archived) })).items.length
  await archive(sam, id, true)
  expect([await shown(false), await shown(true)]).toEqual([0, 1])
  await archive(sam, id, false)
  expect([await shown(false), await shown(true)]).toEqual([1, 0])
  await archive(sam, id, true)
  await say(olga, id, 'Are you there?')
  expect([await shown(false), await shown(true)]).toEqual([1, 0])
  expect((await list(olga)).items).toHaveLength(1)
})

test('an owner can write to ten new sitters a day, and again to those already contacted', async () => {
  const { db, deps, begin, say, sitterId } = await setup()
  const { id } = await begin(olga, { sitterId })
  for (let number = 0; number < 3; number++) await say(olga, id, 'Hello')
  const sitter = await db
    .selectFrom('sitter')
    .selectAll()
    .where('id', '=', sitterId)
    .executeTakeFirstOrThrow()
  const others = Array.from({ length: 10 }, (_, index) => ({
    account: { ...sam, accountId: randomUUID(), uid: `u${index}` },
    id: randomUUID(),
  }))
  for (const { account, id: other } of others) {
    await db
      .insertInto('account')
      .values({
        id: account.accountId,
        external_id: account.uid,
        name: 'Somebody',
        email: `${account.uid}@example.org`,
        created_at: deps.now(),
        updated_at: deps.now(),
      })
      .execute()
    const { home, own_holidays: _, ...plain } = sitter
    await db
      .insertInto('sitter')
      .values({ ...plain, home: JSON.stringify(home), id: other, account_id: account.accountId })
      .execute()
  }
  for (const other of others.slice(0, 9))
    await say(olga, (await begin(olga, { sitterId: other.id })).id, 'Hello')
  const last = await begin(olga, { sitterId: others[9]!.id })
  await expect(say(olga, last.id, 'Hello')).rejects.toMatchObject({
    code: 'inquiries-too-many',
    extra: { asked: 10, maxPerDay: 10 },
  })
  await say(olga, id, 'Hello again')
})

test('messages create live events and one notice, which is marked as read with them', async () => {
  const { db, begin, say, mark, sitterId } = await setup()
  const { id } = await begin(olga, { sitterId })
  await say(olga, id, 'Hello')
  await say(olga, id, 'Rex says hello, too')
  const liveEvents = await db
    .selectFrom('live_event')
    .select(['account_id', 'topic'])
    .orderBy('seq')
    .execute()
  expect(liveEvents.filter(({ topic }) => topic === 'message')).toHaveLength(4)
  const notices = () => db.selectFrom('notice').selectAll().where('account_id', '=', sam.accountId).execute()
  expect(await notices()).toMatchObject([
    { kind: 'message-received', path: `/account/messages/${id}`, read_at: null },
  ])
  await mark(sam, id, 2)
  expect((await notices())[0]!.read_at).not.toBeNull()
})

test('blank and overlong messages and those to an erased account are refused and not stored', async () => {
  const { db, begin, say, read, sitterId } = await setup()
  const { id } = await begin(olga, { sitterId })
  for (const text of ['', '   ', 'x'.repeat(4_001)])
    await expect(say(olga, id, text)).rejects.toMatchObject({ code: 'request-invalid' })
  await inTransaction(db, (tx) =>
    tx.updateTable('account').set({ erased_at: new Date() }).where('id', '=', sam.accountId).execute(),
  )
  await expect(say(olga, id, 'Hello')).rejects.toMatchObject({ code: 'person-unavailable' })
  expect((await read(olga, id)).items).toEqual([])
})

test('a conversation cannot be started with one’s own profile or about other people’s bookings', async () => {
  const { begin, request, sitterId, rex, pip } = await setup()
  await expect(begin(sam, { sitterId })).rejects.toMatchObject({ code: 'sitter-own' })
  const booking = await request(olga, exampleA({ sitterId, rex, pip }))
  await expect(begin(eve, { bookingId: booking.id })).rejects.toMatchObject({ code: 'booking-not-found' })
})
