import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as contract from '#contract/staff/merging.ts'
import { changeHousehold, readHousehold } from '#server/households/commands.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { routes } from '#server/slices.ts'
import { mergeRules } from '#server/staff/merge-column.ts'
import { countRows } from '#server/staff/merge-store.ts'
import { bookingFixture, buildSitter, completedWeekend, weekend } from '#test/booking-fixture.ts'
import { buildAccounts } from '#test/build.ts'
import { eve, olga, sam, withFreshSignIn } from '#test/cast.ts'
import { expectInvariants } from '#test/invariants.ts'
import { signUp, testApp } from '#test/app.ts'
import { answerOf } from '#test/invoke.ts'
import { testDb } from '#test/db.ts'

const reason = 'Both accounts are yours, as you wrote from both addresses.'
/** Olga’s second account, with which she goes on. */
const twin = {
  ...olga,
  uid: 'uid-twin',
  email: 'olga.twin@example.org',
  accountId: '0a000000-0000-7000-8000-000000000004',
}
const home = {
  address: 'Rua Nova 4',
  entry: '',
  doorCode: '4711',
  alarm: '',
  cameras: '',
  emergency: '',
  absence: '',
}

async function setup() {
  const fixture = await bookingFixture()
  const { deps, db } = fixture
  await buildAccounts(db, twin)
  const viewer = (): Viewer => withFreshSignIn({ ...eve, roles: ['operator'] }, deps.now())
  const preview = (from = olga.accountId, into = twin.accountId) =>
    answerOf(routes, contract.previewMerge, deps, {
      viewer: viewer(),
      params: { accountId: into },
      query: { fromAccountId: from },
    })
  const merge = (from = olga.accountId, into = twin.accountId) =>
    answerOf(routes, contract.mergePeople, deps, {
      viewer: viewer(),
      params: { accountId: into },
      body: { fromAccountId: from, reason },
    })
  return { ...fixture, preview, merge }
}

test('every column that refers to an account has a rule for merging', async () => {
  const { rows } = await sql<{ name: string }>`
    select case when namespace.nspname = 'public' then '' else namespace.nspname || '.' end
      || class.relname || '.' || attribute.attname as name
    from pg_constraint
      join pg_class class on class.oid = conrelid
      join pg_namespace namespace on namespace.oid = class.relnamespace
      join pg_attribute attribute on attribute.attrelid = conrelid and attribute.attnum = any(conkey)
    where contype = 'f' and confrelid = 'account'::regclass`.execute(await testDb())
  expect(Object.keys(mergeRules).sort()).toEqual([...new Set(rows.map(({ name }) => name))].sort())
})

test('what an account has moves into the other, which then works as if it had always been one', async () => {
  const fixture = await setup()
  const { db, deps, sitterId, rex, preview, merge, show } = fixture
  const booking = await completedWeekend(fixture)
  await fixture.review(olga, booking)
  await changeHousehold(deps, olga, olga.accountId, { ...home, version: 0 })
  const lists: [account: string, list: string][] = [
    [olga.accountId, '0a000000-0000-7000-8000-0000000000a1'],
    [twin.accountId, '0a000000-0000-7000-8000-0000000000a2'],
  ]
  for (const [account, list] of lists) {
    await sql`insert into favourite (account_id, sitter_id, name, added_at) values (${account}, ${sitterId}, 'Sam', now())`.execute(
      db,
    )
    await sql`insert into favourite_list (id, account_id, name, created_at) values (${list}, ${account}, 'Summer', now())`.execute(
      db,
    )
    await sql`insert into favourite_list_sitter (list_id, account_id, sitter_id) values (${list}, ${account}, ${sitterId})`.execute(
      db,
    )
    await sql`insert into consent (account_id, slug, version, at) values (${account}, 'privacy', 2, now())`.execute(
      db,
    )
  }
  // Both have written to the same sitter, in turns; the sitter has not read the last message.
  const conversationOf = [olga, twin].map(({ accountId }, index) => ({
    id: `0a000000-0000-7000-8000-0000000000c${index}`,
    accountId,
    words: ['Olga', 'Twin'][index]!,
    read: [1, 2][index]!,
    days: [30, 0][index]!,
  }))
  for (const { id, accountId, words, read, days } of conversationOf) {
    await sql`
      insert into conversation (id, owner_id, sitter_id, last_seq, last_at, owner_read_seq, sitter_read_seq, created_at)
      values (${id}, ${accountId}, ${sitterId}, 2, '2026-11-01', 2, ${read}, '2026-11-01')`.execute(db)
    await sql`
      insert into message (id, conversation_id, seq, author_id, client_id, body, created_at)
      select gen_random_uuid(), ${id}, seq, ${accountId}, gen_random_uuid(), ${words} || ' ' || seq,
        '2026-11-01'::timestamptz + (60 * (seq - 1) + ${days}) * interval '1 day' from generate_series(1, 2) seq`.execute(
      db,
    )
  }
  await sql`insert into block (blocker_id, blocked_id, created_at) values (${olga.accountId}, ${eve.accountId}, now())`.execute(
    db,
  )

  const before = await preview()
  expect(before.obstacles).toEqual([])
  expect(before.moves).toEqual(
    expect.arrayContaining(['2 pets', '1 booking', '1 review', '1 favourite', '1 home with its codes']),
  )
  expect(await merge()).toEqual(before)

  const left = await countRows(db, olga.accountId)
  const mayStay = (name: string) => mergeRules[name]!.how === 'keep'
  expect([...left].filter(([name, count]) => count > 0 && !mayStay(name))).toEqual([])
  expect((await show(twin, booking)).id).toBe(booking.id)
  expect((await readHousehold(deps, twin, twin.accountId)).doorCode).toBe('4711')
  expect(await db.selectFrom('pet').select('owner_id').where('id', '=', rex).execute()).toEqual([
    { owner_id: twin.accountId },
  ])
  expect(
    await db.selectFrom('favourite_list').select(['name', 'account_id']).orderBy('name').execute(),
  ).toEqual([
    { name: 'Summer', account_id: twin.accountId },
    { name: 'Summer (2)', account_id: twin.accountId },
  ])
  expect(await db.selectFrom('favourite_list_sitter').select('account_id').execute()).toHaveLength(2)

  // One conversation, in the order in which it was written.
  const conversations = await db.selectFrom('conversation').selectAll().execute()
  expect(conversations).toMatchObject([{ owner_id: twin.accountId, sitter_id: sitterId }])
  const messages = await db.selectFrom('message').select(['seq', 'body']).orderBy('seq').execute()
  expect(messages.map(({ seq, body }) => `${seq} ${body}`)).toEqual([
    '1 Twin 1',
    '2 Olga 1',
    '3 Twin 2',
    '4 Olga 2',
  ])
  expect(conversations[0]).toMatchObject({ last_seq: 4, owner_read_seq: 4, sitter_read_seq: 3 })
  await expectInvariants(deps)
})

test('the account that goes is closed and points to the other, and both addresses get the reason', async () => {
  const { app, db } = await testApp()
  const [ada, goes, stays] = [await signUp(app, 'Ada'), await signUp(app, 'Olga'), await signUp(app, 'Twin')]
  await db
    .updateTable('account')
    .set({ roles: ['operator'] })
    .where('id', '=', ada.accountId)
    .execute()
  const answer = await app.inject({
    method: 'POST',
    url: `/v1/admin/people/${stays.accountId}/merge`,
    headers: ada.headers,
    payload: { fromAccountId: goes.accountId, reason },
  })
  expect(answer.statusCode).toBe(200)
  expect(
    await db
      .selectFrom('account')
      .select(['merged_into', 'email', 'name'])
      .where('id', '=', goes.accountId)
      .executeTakeFirst(),
  ).toEqual({ merged_into: stays.accountId, email: '', name: 'Former member' })
  expect((await app.inject({ url: '/v1/pets', headers: goes.headers })).statusCode).toBe(404)
  const own = await app.inject({ url: `/v1/accounts/by-id/${goes.accountId}`, headers: goes.headers })
  expect(own.statusCode).toBe(401)
  const signIn = await app.inject({
    method: 'POST',
    url: '/identity/v1/accounts:signInWithPassword?key=sitwell-public-key',
    payload: { email: 'olga@example.org', password: 'a-Olga-password-1', returnSecureToken: true },
  })
  expect(signIn.statusCode).toBe(400)
  const mails = await db
    .selectFrom('mail')
    .select(['recipient', 'text_body'])
    .where('kind', '=', 'staff.merged')
    .orderBy('recipient')
    .execute()
  expect(mails.map(({ recipient }) => recipient)).toEqual(['olga@example.org', 'twin@example.org'])
  for (const { text_body: body } of mails) expect(body).toContain(reason)
  const act = await db.selectFrom('staff_act').select(['concerns', 'reason']).executeTakeFirstOrThrow()
  expect([act.reason, [...act.concerns].sort()]).toEqual([reason, [goes.accountId, stays.accountId].sort()])
  // The old id still finds the person.
  const found = await app.inject({ url: `/v1/admin/people?q=${goes.accountId}`, headers: ada.headers })
  expect(found.json<{ items: object[] }>().items).toMatchObject([{ accountId: stays.accountId }])
})

test('an account with a sitter profile stays, and two sitters are not merged', async () => {
  const { db, preview, merge } = await setup()
  expect((await preview(sam.accountId)).obstacles).toEqual([
    'The account that goes has a sitter profile. Merge the other way round, so that it stays.',
  ])
  await expect(merge(sam.accountId)).rejects.toMatchObject({ code: 'person-change-refused' })
  await buildSitter(db, twin)
  expect((await preview(sam.accountId)).obstacles).toEqual([
    expect.stringContaining('Both have a sitter profile'),
  ])
  expect((await preview(olga.accountId, sam.accountId)).obstacles).toEqual([])
})

test('people who have dealt with each other are two people', async () => {
  const fixture = await setup()
  await fixture.request(olga, weekend(fixture))
  expect((await fixture.preview(olga.accountId, sam.accountId)).obstacles).toEqual([
    'They have bookings with each other, so they are two people. They cannot be merged.',
  ])
})

test('a balance, an open booking by card, a role and a suspension prevent a merge', async () => {
  const fixture = await setup()
  const { db, preview } = fixture
  await fixture.request(olga, weekend(fixture))
  expect((await preview()).obstacles).toEqual([])
  await sql`
    with transfer as (
      insert into ledger_transfer (id, at, kind, source, source_id, currency)
      values (gen_random_uuid(), now(), 'charge', 'test', 'one', 'EUR') returning id
    )
    insert into ledger_entry (transfer_id, idx, account, account_id, amount)
    select id, 0, 'owner', ${olga.accountId}::uuid, 500 from transfer
    union all select id, 1, 'bank', null, -500 from transfer`.execute(db)
  expect((await preview()).obstacles).toEqual([expect.stringContaining('has a balance in the ledger')])
  await db.updateTable('booking').set({ payment_mode: 'stripe' }).execute()
  await db
    .updateTable('account')
    .set({ roles: ['moderator'] })
    .where('id', '=', olga.accountId)
    .execute()
  // Staff are changed by an owner of the site only.
  await expect(preview()).rejects.toMatchObject({ code: 'person-change-refused' })
  await db.updateTable('account').set({ roles: [] }).where('id', '=', olga.accountId).execute()
  expect((await preview()).obstacles).toEqual([
    expect.stringContaining('has a balance in the ledger'),
    expect.stringContaining('an open booking whose card'),
  ])
  await db.deleteFrom('payment').execute()
  await db.updateTable('booking').set({ payment_mode: 'manual' }).execute()
  await sql`insert into identity.users (id, disabled, valid_since, created_at, last_login_at, last_refresh_at)
    values (${twin.uid}, true, date_trunc('second', now()), now(), now(), now())`.execute(db)
  expect((await preview()).obstacles).toEqual([
    expect.stringContaining('is suspended or about to be deleted'),
    expect.stringContaining('has a balance in the ledger'),
  ])
  await expect(preview(twin.accountId, twin.accountId)).rejects.toMatchObject({
    code: 'person-change-refused',
    extra: { detail: 'These are the same account.' },
  })
})
