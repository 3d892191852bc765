import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { JobName } from '#server/kernel/jobs/jobs.ts'
import { privacyRows } from '#server/privacy/privacy.ts'
import { jobHandlers, jobSchedules } from '#server/slices.ts'
import { bookingFixture, weekend } from '#test/booking-fixture.ts'
import { eve, olga, sam } from '#test/cast.ts'

const config = readConfig({ SECRET: 's'.repeat(32), LOG_LEVEL: 'silent', NODE_ENV: 'test' }, '/nowhere')

/** Every job that deletes by age. */
const jobs: JobName[] = [
  'retention.run',
  'identity.sweep',
  'kernel.sweep',
  'lost.end-old-pages',
  'search.record-positions',
]

async function runJobs(deps: Deps): Promise<void> {
  const handlers = jobHandlers(deps, config)
  for (const name of jobs) await handlers.find((one) => one.name === name)!.run({})
}

const hourMs = 3_600_000
const minuteMs = 60_000
const moment = new Date('2026-11-20T00:00:00Z')
const later = (hours: number) => new Date(moment.getTime() + hours * hourMs)

type Fixture = Awaited<ReturnType<typeof bookingFixture>> & { bookingId: string }
type Trial = {
  /** Inserts a row whose retention period begins at `moment`. */
  make: (fixture: Fixture) => RawBuilder<unknown>[]
  /** Counts the remaining content, if the row itself stays. */
  left?: RawBuilder<{ left: number }>
}

const user = sql`insert into identity.users (id, valid_since, created_at, last_login_at, last_refresh_at)
  values ('u', ${moment}, ${moment}, ${moment}, ${moment}) on conflict do nothing`
const session = (endsAt: Date) => sql`
  insert into identity.sessions (id, user_id, provider, auth_time, created_at, last_used_at, idle_expires_at,
    absolute_expires_at, ip, user_agent)
  values (gen_random_uuid(), 'u', 'password', ${moment}, ${moment}, ${moment}, ${endsAt}, ${endsAt}, '192.0.2.1', 'Browser')`
const conversation = ({ sitterId }: Fixture, lastAt: Date) => sql`
  insert into conversation (id, owner_id, sitter_id, last_seq, last_at, created_at)
  values (gen_random_uuid(), ${eve.accountId}, ${sitterId}, 1, ${lastAt}, ${moment})`
const message = sql`insert into message (id, conversation_id, seq, author_id, client_id, body, created_at)
  select gen_random_uuid(), id, 1, owner_id, gen_random_uuid(), 'Hello', ${moment} from conversation`
const lostPet = ({ rex }: Fixture) => sql`
  insert into lost_pet (id, pet_id, owner_id, reported_by, code, lost_at, time_zone, place, marks, behaviour, do_not_chase,
    reward, reported_at, ended_at)
  values (gen_random_uuid(), ${rex}, ${olga.accountId}, 'owner', 'unlisted-page', ${moment}, 'UTC', 'By the pond', '', '',
    false, '', ${moment}, ${moment})`

const trials: Record<string, Trial> = {
  'identity.oauth_sessions': {
    make: () => [
      sql`insert into identity.oauth_sessions (id_hash, provider, continue_uri, intent, secrets_encrypted, created_at, expires_at)
        values ('h', 'google.com', 'https://example.org', 'sign-in', 's', ${moment}, ${moment})`,
    ],
  },
  'identity.pending_credentials': {
    make: () => [
      sql`insert into identity.pending_credentials (token_hash, assertion, created_at, expires_at)
        values ('h', '{}', ${moment}, ${moment})`,
    ],
  },
  'identity.oob_codes': {
    make: () => [
      user,
      sql`insert into identity.oob_codes (code_hash, type, user_id, email, created_at, expires_at)
        values ('h', 'PASSWORD_RESET', 'u', 'olga@example.org', ${moment}, ${moment})`,
    ],
  },
  'identity.sessions': { make: () => [user, session(moment)] },
  'identity.known_browsers': {
    make: () => [user, sql`insert into identity.known_browsers values ('u', 'h', ${moment}, ${moment})`],
  },
  'identity.refresh_tokens': {
    make: () => [
      user,
      session(later(9_000)),
      sql`insert into identity.refresh_tokens (token_hash, session_id, issued_at, superseded_at)
        select 'h', id, ${moment}, ${moment} from identity.sessions`,
    ],
  },
  'identity.audit_events': {
    make: () => [
      sql`insert into identity.audit_events (id, at, kind, user_id, ip)
        values (gen_random_uuid(), ${moment}, 'signed-in', 'u', '192.0.2.1')`,
    ],
  },
  'identity.rate_buckets': {
    make: () => [sql`insert into identity.rate_buckets values ('ip 192.0.2.1', 1, ${moment})`],
  },
  notice: {
    make: () => [
      sql`insert into notice (id, account_id, kind, title, path, is_in_app, told_at)
        values (gen_random_uuid(), ${olga.accountId}, 'message', 'Sam has written', '/account', true, ${moment})`,
    ],
  },
  mail: {
    make: () => [
      sql`insert into mail (id, recipient, subject, text_body, html_body, kind, created_at, sent_at)
        values (gen_random_uuid(), 'olga@example.org', 'Hello', 'Hello Olga', '', 'message', ${moment}, ${moment})`,
    ],
  },
  webhook_delivery: {
    make: () => [
      sql`insert into webhook (id, account_id, address, events, secret, created_at)
        values (gen_random_uuid(), ${olga.accountId}, 'https://example.org/', '{accept}', 'x', ${moment})`,
      sql`insert into webhook_delivery (id, webhook_id, event, body, state, created_at)
        select gen_random_uuid(), id, 'accept', '{}', 'delivered', ${moment} from webhook`,
    ],
  },
  household_view: {
    make: ({ bookingId }) => [
      sql`insert into household_view (id, account_id, booking_id, viewer_id, fields, viewed_at)
        values (gen_random_uuid(), ${olga.accountId}, ${bookingId}, ${sam.accountId}, '{address}', ${moment})`,
    ],
  },
  lost_pet: {
    make: (fixture) => [lostPet(fixture)],
    left: sql`select count(*)::int as left from lost_pet where place <> ''`,
  },
  lost_sighting: {
    make: (fixture) => [
      lostPet(fixture),
      sql`insert into lost_sighting (id, lost_pet_id, words, contact, net, told_at)
        select gen_random_uuid(), id, 'Seen by the church', '', 'net', ${moment} from lost_pet`,
    ],
  },
  message: { make: (fixture) => [conversation(fixture, moment), message] },
  conversation: {
    make: (fixture) => [
      conversation(fixture, moment),
      message,
      sql`update account set erased_at = ${moment} where id in (${eve.accountId}, ${sam.accountId})`,
    ],
  },
  report: {
    make: () => [
      sql`insert into report (id, reporter_id, subject_kind, subject_id, about_id, reason, snapshot, status, measure,
          decision_reason, decided_by, decided_at, created_at)
        values (gen_random_uuid(), ${olga.accountId}, 'person', ${sam.accountId}, ${sam.accountId}, 'other', '{}', 'dismissed',
          'none', 'Nothing wrong', ${eve.accountId}, ${moment}, ${moment})`,
    ],
  },
  idempotency: {
    make: () => [
      sql`insert into idempotency (principal, route, key, request_hash, status, body, created_at)
        values ('p', 'r', 'k', 'h', 201, '{"name":"Olga"}', ${moment})`,
    ],
    left: sql`select count(*)::int as left from idempotency where key = 'k'`,
  },
  recent_write: {
    make: () => [
      sql`insert into recent_write (uid, position, written_at) values ('u', pg_current_wal_lsn(), ${moment})`,
    ],
  },
  live_event: {
    make: () => [
      sql`insert into live_account (account_id, last_seq) values (${olga.accountId}, 1) on conflict do nothing`,
      sql`insert into live_event (account_id, seq, topic, ids, told_at) values (${olga.accountId}, 999, 'notice', '{}', ${moment})`,
    ],
    left: sql`select count(*)::int as left from live_event where seq = 999`,
  },
  sitter_position: {
    make: ({ sitterId }) => [
      sql`insert into sitter_position (sitter_id, service, on_date, position, found) values (${sitterId}, 0, ${moment}, 1, 1)`,
    ],
    left: sql`select count(*)::int as left from sitter_position where on_date = '2026-11-20'`,
  },
  sitter_position_look: {
    make: ({ sitterId }) => [
      sql`insert into sitter_position_look (sitter_id, looked_on) values (${sitterId}, ${moment})`,
    ],
  },
}

const periods = privacyRows.flatMap(({ table, kept }) => ('until' in kept ? [] : [{ table, kept }]))
const hoursOf = (table: string): number => {
  const { kept } = periods.find((row) => row.table === table)!
  return 'hours' in kept ? kept.hours : kept.days * 24
}

test('every table with a retention period is tested below and has a single period', () => {
  expect(Object.keys(trials).toSorted()).toEqual([...new Set(periods.map(({ table }) => table))].toSorted())
  for (const { table, kept } of periods)
    expect([table, 'hours' in kept ? kept.hours : kept.days * 24]).toEqual([table, hoursOf(table)])
})

test('the jobs that delete by age are scheduled', () => {
  expect(jobSchedules.map(({ name }) => name)).toEqual(expect.arrayContaining(jobs))
})

test.each(Object.entries(trials))(
  '%s is kept until a minute before its retention period ends and deleted a minute after',
  async (table, trial) => {
    const open = await bookingFixture()
    const { id: bookingId } = await open.request(olga, weekend(open))
    const { db, deps } = open
    for (const statement of trial.make({ ...open, bookingId })) await statement.execute(db)
    const left = async () => {
      const count = trial.left ?? sql<{ left: number }>`select count(*)::int as left from ${sql.table(table)}`
      return (await count.execute(db)).rows[0]!.left
    }
    const end = moment.getTime() + hoursOf(table) * hourMs
    deps.clock.set(new Date(end - minuteMs))
    await runJobs(deps)
    expect(await left()).toBe(1)
    deps.clock.set(new Date(end + minuteMs))
    await runJobs(deps)
    expect(await left()).toBe(0)
  },
)

test('a conversation is kept while its people have a recent booking, then deleted with its photos', async () => {
  const fixture = await bookingFixture()
  const { db, deps, sitterId } = fixture
  const { id: bookingId } = await fixture.request(olga, weekend(fixture))
  await sql`insert into conversation (id, owner_id, sitter_id, last_seq, last_at, created_at)
    values (gen_random_uuid(), ${olga.accountId}, ${sitterId}, 1, ${moment}, ${moment})`.execute(db)
  await message.execute(db)
  await sql`insert into file (id, account_id, kind, state, name, type, bytes, hash, subject_id, created_at, finished_at,
      attached_at)
    select gen_random_uuid(), ${olga.accountId}, 'message', 'ready', 'rex.jpg', 'image/jpeg', 1, 'hash', id, ${moment},
      ${moment}, ${moment} from message`.execute(db)
  const left = async () => [
    await db.selectFrom('conversation').select('id').execute(),
    await db.selectFrom('message').select('id').execute(),
    await db.selectFrom('file').select('id').where('removed_at', 'is', null).execute(),
  ]
  deps.clock.set(later(hoursOf('message') + 24))
  await runJobs(deps)
  expect((await left()).map(({ length }) => length)).toEqual([1, 1, 1])

  await sql`update booking set starts_at = ${moment}::timestamptz - interval '2 days', ends_at = ${moment},
    created_at = ${moment} where id = ${bookingId}`.execute(db)
  await runJobs(deps)
  expect(await left()).toEqual([[], [], []])
})

test('a failed deletion in one table fails the job but does not prevent deletions in other tables', async () => {
  const open = await bookingFixture()
  const { db, deps } = open
  const fixture: Fixture = { ...open, bookingId: 'none' }
  await trials['mail']!.make(fixture)[0]!.execute(db)
  await trials['report']!.make(fixture)[0]!.execute(db)
  await sql`create function keep_mail() returns trigger language plpgsql as 'begin raise exception ''kept''; end'`.execute(
    db,
  )
  await sql`create trigger keep_mail before delete on mail for each row execute function keep_mail()`.execute(
    db,
  )
  deps.clock.set(later(hoursOf('report') + 1))
  await expect(runJobs(deps)).rejects.toThrow('could not be deleted')
  expect(await db.selectFrom('report').select('id').execute()).toEqual([])
  expect(await db.selectFrom('mail').select('id').execute()).toHaveLength(1)
})
