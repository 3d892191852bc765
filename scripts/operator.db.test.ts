import { execFile } from 'node:child_process'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createUser, hashPassword } from '#server/identity/commands.ts'
import { identityOptions } from '#server/identity/options.ts'
import { createKeyring } from '#server/identity/tokens/keyring.ts'
import { type Db, openDb } from '#server/kernel/db/db.ts'
import { migrate } from '#server/kernel/db/migrate.ts'
import { openJobs } from '#server/kernel/jobs/jobs.ts'
import { findPostgres, startPostgres } from '#server/kernel/postgres/postgres.ts'
import { now, testDeps } from '#test/build.ts'
import { createTestDb } from '#test/db.ts'
import { mailServer } from '#test/mail-peer.ts'
import { readMeasurements } from '#server/kernel/metrics/measurements.ts'
import { clockEnvironment } from '#test/clock-environment.ts'
import { openWorkFolder } from '#test/work-folder.ts'
import { readZip } from '#test/zip.ts'
import { z } from 'zod'
import { runOperator } from './operator-run.ts'

const Events = z.array(z.object({ kind: z.string(), detail: z.unknown() }))
const Findings = z.array(
  z.object({ name: z.string(), state: z.string(), says: z.string(), advice: z.string().optional() }),
)
const Erased = z.object({ uid: z.string() })

// Some tests start several processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const email = 'olga@example.org'
const secret = 's'.repeat(32)

/** Compile cache shared by the processes. */
const compiled = join(tmpdir(), 'sitwell-operator-compiled')

type Ended = { code: number; out: string; err: string }

/** Runs a command in this process. */
async function operator(environment: Record<string, string>, ...words: string[]): Promise<Ended> {
  const lines = { out: [] as string[], err: [] as string[] }
  const code = await runOperator(words, {
    environment: { SECRET: secret, ...environment },
    printResult: (line) => lines.out.push(line),
    printStatus: (line) => lines.err.push(String(line)),
  })
  return { code, out: lines.out.join('\n'), err: lines.err.join('\n') }
}

/** Runs the real program; from this process's environment it gets only the path and the shifted time. */
const program = (environment: Record<string, string>, ...words: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['scripts/operator.ts', ...words],
      {
        env: {
          PATH: process.env['PATH'],
          ...clockEnvironment(),
          NODE_COMPILE_CACHE: compiled,
          SECRET: secret,
          ...environment,
        },
      },
      (_, out, err) => resolve({ code: child.exitCode ?? -1, out: out.trim(), err: err.trim() }),
    )
  })

let db: Db
let url: string
let drop: () => Promise<void>
let uid: string
const run = (...words: string[]) => operator({ DATABASE_URL: url }, ...words)

beforeAll(async () => {
  ;({ db, url, drop } = await createTestDb())
  uid = await createUser(testDeps(db), {
    email,
    passwordHash: await hashPassword('a fine long password'),
    name: 'Olga',
  })
  await db
    .insertInto('account')
    .values({
      id: '0a000000-0000-7000-8000-000000000001',
      external_id: uid,
      name: 'Olga',
      email,
      created_at: now,
      updated_at: now,
    })
    .execute()
})
afterAll(() => drop())

const user = () => db.selectFrom('identity.users').selectAll().where('id', '=', uid).executeTakeFirstOrThrow()
const rolesNow = async () => (await db.selectFrom('account').select('roles').executeTakeFirstOrThrow()).roles
const keys = () =>
  db.selectFrom('identity.signing_keys').select(['kid', 'state']).orderBy('not_before').execute()

describe('with an external database', () => {
  test('clock shows why deadlines wait, and --trust accepts the clock', async () => {
    expect(await run('clock')).toMatchObject({ code: 0, out: 'No worker has run yet.' })
    await db
      .insertInto('clock_watch')
      .values({
        machine: 'worker-1',
        boot: 'b',
        seen_at: now,
        seen_uptime_ms: '7200000',
        seen_skew_ms: '0',
        doubt_against: 'uptime',
        doubt_by_ms: '-600000',
        doubt_needed_ms: '3600000',
        agreed_uptime_ms: '6000000',
      })
      .execute()
    expect((await run('clock')).out).toBe(
      `${now.toISOString()}  worker-1  deadlines are paused: 10 minutes behind the uptime of the machine; agreement for 20 minutes, needed 60 minutes`,
    )
    expect((await run('clock', '--trust')).out).toBe(
      'Deadlines resume, within a minute, on the machine whose clock was in doubt.',
    )
    expect((await run('clock')).out).toBe(`${now.toISOString()}  worker-1  trusted`)
    expect((await run('clock', '--trust')).out).toBe('No clock is in doubt.')
  })

  test('note-backup tells the desk and the metrics of a backup', async () => {
    const startedAt = Date.now()
    const noted = async () => (await readMeasurements(db)).filter(({ name }) => name === 'backup')
    expect(await noted()).toEqual([])
    for (let round = 0; round < 2; round++) {
      const { code, out } = await run('note-backup')
      const [backup, ...others] = await noted()
      expect(others).toEqual([])
      expect(backup!.at.getTime()).toBeGreaterThanOrEqual(startedAt)
      expect({ code, out }).toEqual({
        code: 0,
        out: `The desk shows a backup of ${backup!.at.toISOString()}.`,
      })
    }
  })

  test('show finds a user by address, uid or account id', async () => {
    for (const name of ['OLGA@example.org', uid, '0a000000-0000-7000-8000-000000000001']) {
      const { code, out } = await run('show', name)
      expect([code, out]).toEqual([0, expect.stringContaining(`sign-in   ${uid}`)])
    }
    expect(JSON.parse((await run('show', email, '--json')).out)).toMatchObject({ uid, email, roles: [] })
  })

  test('the operator role can be granted and revoked', async () => {
    expect(await run('grant-operator', email)).toEqual({ code: 0, out: `${email} is an operator.`, err: '' })
    expect((await run('grant-operator', email)).code).toBe(0)
    expect(await rolesNow()).toEqual(['operator'])
    expect((await run('take-operator', email)).code).toBe(0)
    expect(await rolesNow()).toEqual([])
  })

  test('every role can be granted and revoked, and another word is refused', async () => {
    expect(await run('grant-role', email, 'accountant')).toEqual({
      code: 0,
      out: `${email} has the role accountant.`,
      err: '',
    })
    expect(await rolesNow()).toEqual(['accountant'])
    const wrong = await run('grant-role', email, 'boss')
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('not “boss”.')])
    expect((await run('take-role', email, 'accountant')).out).toBe(
      `${email} no longer has the role accountant.`,
    )
    expect(await rolesNow()).toEqual([])
  })

  test('settings are listed, changed with a reason, emptied and compared on the command line', async () => {
    expect((await run('settings', 'get', 'fees.ownerCap')).out).toMatch(
      /^fees\.ownerCap = 4000 {2}\(Most that/,
    )
    expect((await run('settings', 'get', 'fees')).out.split('\n')).toHaveLength(8)
    expect((await run('settings', 'diff')).out).toBe('Nothing differs from the defaults.')
    const { out } = await run('settings', 'set', 'fees.ownerCap', '3000', '--reason', 'A trial')
    expect(out).toBe('fees.ownerCap: 4000 -> 3000\nSaved as version 1.')
    expect((await run('settings', 'set', 'fees.ownerCap', '3000')).out).toBe('fees.ownerCap is 3000 already.')
    expect((await run('settings', 'diff')).out).toBe('fees.ownerCap: 4000 -> 3000')
    expect((await run('settings', 'set', 'fees.ownerCap', '4000')).code).toBe(0)
    expect((await run('settings', 'diff', '1')).out).toBe('fees.ownerCap: 3000 -> 4000')
    expect((await run('settings', 'history')).out).toMatch(
      /^2 [^\n]+\n {2}fees[^\n]+\n1 {2}\S+ {2}command line {2}A trial/,
    )
    expect((await run('settings', 'set', 'open.note', 'Closed in June')).code).toBe(0)
    expect((await run('settings', 'set', 'open.note', '')).out).toBe(
      'open.note: "Closed in June" -> ""\nSaved as version 4.',
    )
  })

  test('a user can be disabled, enabled, signed out and given custom claims', async () => {
    expect((await run('disable', email)).code).toBe(0)
    expect((await user()).disabled).toBe(true)
    expect((await run('enable', uid)).code).toBe(0)
    expect((await user()).disabled).toBe(false)
    const { valid_since: before } = await user()
    expect((await run('end-sessions', email)).code).toBe(0)
    const mails = await db.selectFrom('mail').select('kind').execute()
    expect(mails).toEqual([{ kind: 'identity.sessions-ended' }])
    expect((await user()).valid_since.getTime()).toBeGreaterThan(before.getTime())
    expect((await run('set-claims', email, '{"team":"blue"}')).code).toBe(0)
    expect((await user()).custom_claims).toEqual({ team: 'blue' })
  })

  test('rotate-keys prepares the next key, or with --at-once replaces the active one', async () => {
    const deps = testDeps(db)
    const identity = {
      projectId: 'sitwell',
      apiKey: 'k',
      keyEncryptionKey: secret,
      passwordPepper: undefined,
    }
    await createKeyring(deps, identityOptions({ site: deps.site, identity })).jwks()
    const [first] = await keys()
    expect((await run('rotate-keys')).code).toBe(0)
    expect((await run('rotate-keys')).code).toBe(0)
    expect((await keys()).map(({ state }) => state).sort()).toEqual(['active', 'next'])
    expect((await run('rotate-keys', '--at-once')).code).toBe(0)
    const after = await keys()
    expect(after.map(({ state }) => state)).toEqual(['active'])
    expect(after[0]!.kid).not.toBe(first!.kid)
  })

  test('reseal with a new secret needs SECRET_PREVIOUS, and then re-encrypts everything', async () => {
    const later = { DATABASE_URL: url, SECRET: 't'.repeat(32) }
    expect((await operator(later, 'reseal')).out).toContain(
      'Could not be decrypted with any of the secrets: signing keys 1; rotate-keys --at-once creates a new one.',
    )
    const both = await operator({ ...later, SECRET_PREVIOUS: secret }, 'reseal')
    expect(both.out.split('\n')).toEqual([
      'Re-encrypted: household details 0, calendars 0, webhooks 0, signing keys 1, push keys 0.',
      'Nothing is left that needs SECRET_PREVIOUS.',
    ])
    expect((await operator(later, 'reseal')).out).toContain('signing keys 0')
    const own = { ...later, IDENTITY_KEY_ENCRYPTION_KEY: 'k'.repeat(32) }
    expect((await operator(own, 'reseal')).out, 'a key of its own, set later').toContain('signing keys 1, ')
    expect((await operator(own, 'reseal')).out).toContain('signing keys 0, ')
  })

  test('audit lists events filtered by person, kind, date and limit', async () => {
    const eventsOf = async (...words: string[]) =>
      Events.parse(JSON.parse((await run('audit', '--json', ...words)).out))
    const kinds = async (...words: string[]) => (await eventsOf(...words)).map(({ kind }) => kind)
    expect(await kinds('--person', email)).toEqual([
      'claims-set',
      'sessions-ended',
      'enabled',
      'disabled',
      'role-taken',
      'role-granted',
      'role-taken',
      'role-granted',
      'role-granted',
    ])
    expect(await kinds('--kind', 'keys-rotated')).toHaveLength(3)
    expect(await kinds('--limit', '2')).toHaveLength(2)
    expect(await kinds('--until', '2020-01-01')).toEqual([])
    expect((await kinds('--since', '2020-01-01')).length).toBe(12)
    expect((await run('audit', '--kind', 'none')).out).toBe('No events were found.')
    expect((await run('audit', '--kind', 'role-taken', '--limit', '1')).out).toMatch(
      new RegExp(`^\\d{4}-\\S+Z {2}role-taken +${uid} +- +\\{"role":"accountant","systemUser":"[^"]+"\\}$`),
    )
    const [disabled] = await eventsOf('--kind', 'disabled')
    expect(disabled!.detail).toEqual({ systemUser: userInfo().username })
  })

  test('import-postcodes imports a file, shows progress, and reports an invalid line or a missing file', async () => {
    const { folder, remove } = await openWorkFolder()
    onTestFinished(remove)
    const [file, wrong] = [join(folder, 'PT.txt'), join(folder, 'PT.zip')]
    const rest = 'Lisboa\tLisboa\t14\tLisboa\t1106\t\t\t38.7111\t-9.1371\t6'
    await writeFile(file, `PT\t1100-148\t${rest}\r\nPT\t1100-149\t${rest}\r\n`)
    await writeFile(wrong, 'PK\u0003\u0004')
    for (const _ of [1, 2]) {
      const { code, out, err } = await run('import-postcodes', file)
      expect({ code, out, err }).toEqual({
        code: 0,
        out: 'Postcodes of PT were imported from 2 lines.',
        err: '2 lines read',
      })
    }
    expect(await db.selectFrom('postcode').select('shown').orderBy('code').execute()).toHaveLength(2)
    const refused = await run('import-postcodes', wrong)
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('Line 1 has 1 columns')])
    const missing = await run('import-postcodes', join(folder, 'none.txt'))
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('does not exist.')])
  })

  test('import shows what would happen, imports, and is taken back', async () => {
    const { folder, remove } = await openWorkFolder()
    onTestFinished(remove)
    const file = join(folder, 'club.csv')
    await writeFile(file, 'external_id,name,email\nclub-1,Moira,moira@example.org\nclub-2,,nobody\n')
    const inForce = () =>
      db.selectFrom('import_row').select('external_id').where('done_at', 'is not', null).execute()

    const dry = await run('import', 'sitters', file, '--dry-run')
    expect([dry.code, dry.out]).toEqual([0, expect.stringContaining('It would be: 1 new, 0 changed')])
    expect(dry.out).toContain('3,club-2,refused,,,,email,')
    expect(await inForce()).toEqual([])

    const done = await run('import', 'sitters', file)
    expect([done.code, done.out]).toEqual([
      0,
      expect.stringContaining('1 new, 0 changed, 0 unchanged, 1 refused'),
    ])
    expect(await inForce()).toEqual([{ external_id: 'club-1' }])
    const [, id] = /Import ([0-9a-f-]{36})/.exec(done.out)!
    expect(await run('import-undo', id!)).toMatchObject({ code: 0 })
    expect(await inForce()).toEqual([])
    expect(await run('import-undo', id!)).toMatchObject({
      code: 1,
      err: 'This import was taken back already.',
    })
    expect(await run('import', 'owners', file)).toMatchObject({ code: 2 })
    expect(await run('import', 'sitters', join(folder, 'none.csv'))).toMatchObject({ code: 2 })
  })

  test('export writes all data about a user to a new file with mode 0600 and logs the event', async () => {
    const { folder, remove } = await openWorkFolder()
    onTestFinished(remove)
    const path = join(folder, 'olga.zip')
    const { code, out, err } = await run('export', email, path)
    expect([code, out]).toEqual([0, expect.stringContaining(`Everything about ${email} is in ${path} (`)])
    expect(err).toContain('100 %')
    const archive = await readFile(path)
    expect(out).toContain(`(${archive.length.toLocaleString('en-GB')} bytes)`)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const files = readZip(archive)
    expect(JSON.parse(files.get('account.json')!.toString('utf8'))).toMatchObject({
      account: [{ name: 'Olga', email }],
      signIn: [{ id: uid, email, hasPassword: true }],
    })
    expect((await run('audit', '--person', email, '--kind', 'data-exported')).out).toContain('data-exported')
    const again = await run('export', email, path)
    expect([again.code, again.err]).toEqual([
      2,
      expect.stringContaining('already exists. Choose a new name.'),
    ])
    const nowhere = await run('export', email, join(folder, 'none', 'olga.zip'))
    expect([nowhere.code, nowhere.err]).toEqual([2, expect.stringContaining('Create it first.')])
  })

  test('delete schedules a deletion, undelete reverts it, and --at-once queues the erasure job', async () => {
    const deletions = () => db.selectFrom('identity.deletions').select('user_id').execute()
    expect((await run('delete', email, '--yes')).out).toContain(`${email} can no longer sign in`)
    expect([await deletions(), (await user()).disabled]).toEqual([[{ user_id: uid }], true])
    expect((await run('undelete', email)).out).toBe(`${email} is kept, and can sign in again.`)
    expect([await deletions(), (await user()).disabled]).toEqual([[], false])
    expect((await run('delete', email, '--yes', '--at-once')).out).toContain('is erased as soon as')
    const told: string[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const jobs = await openJobs(url, testDeps(db).log)
    onTestFinished(() => jobs.stop())
    await jobs.work(
      [
        {
          name: 'accounts.erase',
          run: async (payload) => {
            told.push(Erased.parse(payload).uid)
            resolve()
          },
        },
      ],
      [],
    )
    await promise
    expect(told).toEqual([uid])
    expect((await run('audit', '--person', uid, '--kind', 'deletion-asked')).out).toContain('deletion-asked')
  })
})

test('rebuild-search succeeds on an empty database and reports the count and duration', async () => {
  expect(await run('rebuild-search')).toEqual({
    code: 0,
    out: expect.stringMatching(/^The search was rebuilt with 0 sitters in \d+ s\.$/),
    err: '',
  })
})

test('doctor reports each check in a line or as JSON, and exits with 1 if there is a fault', async () => {
  const { folder, remove } = await openWorkFolder()
  onTestFinished(remove)
  const doctor = (environment: Record<string, string>, ...words: string[]) =>
    operator({ DATA_DIR: folder, DATABASE_URL: url, ...environment }, 'doctor', ...words)
  const good = await doctor({}, '--only', 'storage,database')
  expect(good).toMatchObject({ code: 0, err: '' })
  expect(good.out.split('\n')).toEqual([
    expect.stringMatching(/^ok {2}database {2}PostgreSQL /),
    expect.stringMatching(/^ok {2}storage {3}Files can be written/),
  ])
  const away = await doctor({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, '--json')
  expect(away.code).toBe(1)
  const found = Findings.parse(JSON.parse(away.out))
  expect(found).toContainEqual({
    name: 'database',
    state: 'fault',
    says: expect.stringContaining('The database does not answer') as unknown,
    advice: expect.stringContaining('Check DATABASE_URL') as unknown,
  })
  expect(found.find(({ name }) => name === 'backup')).toMatchObject({ state: 'skipped' })
  const wrong = await doctor({ DATABASE_URL: 'mysql://x' }, '--only', 'settings, disk')
  expect([wrong.code, wrong.out]).toEqual([
    1,
    expect.stringMatching(/^fault {4}settings {2}DATABASE_URL: .*\nskipped {2}disk {6}The settings have/),
  ])
  expect(await doctor({}, '--only', 'weather')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--only: Use names of checks: settings, database,') as unknown,
  })
})

test('mail test sends a mail at once, and reports what the mail server answered in either case', async () => {
  const { received, smtpUrl } = await mailServer({ isGone: (address) => address.startsWith('gone') })
  const own = await createTestDb()
  onTestFinished(own.drop)
  const send = (to: string, environment = {}) =>
    operator({ DATABASE_URL: own.url, SMTP_URL: smtpUrl, ...environment }, 'mail', 'test', to)
  const sent = await send('ops@example.org')
  expect(sent.code).toBe(0)
  expect(sent.out).toContain('to ops@example.org. It answered: 250 ')
  expect(received).toMatchObject([{ to: ['ops@example.org'] }])
  expect(await send('gone@example.org')).toMatchObject({
    code: 1,
    err: 'The test mail was not sent. The mail server refused the recipient: 550 No such mailbox',
  })
  expect(await send('ops@example.org', { SMTP_URL: 'smtp://127.0.0.1:1' })).toMatchObject({
    code: 1,
    err: expect.stringContaining('The mail server could not be reached') as unknown,
  })
  expect(await send('ops@example.org', { SMTP_URL: '' })).toMatchObject({
    code: 1,
    err: expect.stringContaining('set SMTP_URL') as unknown,
  })
  expect(await send('nobody')).toMatchObject({ code: 2 })
})

test('help lists the commands and exits with 0, and configuration and database errors are reported', async () => {
  const { code, out } = await program({}, 'help')
  expect(code).toBe(0)
  for (const name of [
    'grant-operator',
    'take-operator',
    'disable',
    'enable',
    'end-sessions',
    'delete',
    'audit',
    'rebuild-search',
  ])
    expect(out).toContain(`  ${name} `)
  const wrong = await operator({ DATABASE_URL: 'mysql://x' }, 'audit')
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('DATABASE_URL: Use an address')])
  const silent = await operator({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'audit')
  expect([silent.code, silent.err]).toEqual([1, expect.stringContaining('The database does not answer')])
  const hosted = {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    IDENTITY: 'hosted',
    IDENTITY_API_KEY: 'a-public-key',
    IDENTITY_PROJECT_ID: 'example',
    IDENTITY_AUTH_DOMAIN: 'example.firebaseapp.com',
  }
  const elsewhere = await operator(hosted, 'disable', email)
  expect([elsewhere.code, elsewhere.err]).toEqual([1, expect.stringContaining('hosted service')])
  const empty = await createTestDb()
  onTestFinished(empty.drop)
  await empty.db.schema.dropSchema('identity').cascade().execute()
  const old = await operator({ DATABASE_URL: empty.url }, 'audit')
  expect([old.code, old.err]).toEqual([1, expect.stringContaining('does not match this version')])
})

describe('with the embedded database', () => {
  test('a folder without a database is an error', async () => {
    const folder = join(tmpdir(), 'sitwell-that-does-not-exist')
    const { code, err } = await program({ DATA_DIR: folder }, 'show', email)
    expect([code, err]).toEqual([1, expect.stringContaining('There is no database in')])
  })

  test('a running database is used, and a stopped one is started for the command and stopped again', async () => {
    const { folder, remove } = await openWorkFolder()
    const running = await startPostgres(join(folder, 'postgres'))
    onTestFinished(async () => {
      await running.stop()
      await remove()
    })
    await migrate(running.url)
    const own = openDb(running.url, { max: 1 })
    await createUser(testDeps(own), { email, passwordHash: 'none', name: 'Olga' })
    const whileRunning = await program({ DATA_DIR: folder }, 'disable', email)
    expect(whileRunning).toEqual({ code: 0, out: `${email} is disabled.`, err: '' })
    expect((await own.selectFrom('identity.users').select('disabled').execute())[0]!.disabled).toBe(true)
    await own.destroy()
    await running.stop()

    expect(findPostgres(join(folder, 'postgres'))).toBeUndefined()
    const whileStopped = await program({ DATA_DIR: folder }, 'show', email)
    expect([whileStopped.code, whileStopped.out]).toEqual([0, expect.stringContaining('disabled  yes')])
    expect(findPostgres(join(folder, 'postgres'))).toBeUndefined()
  })
})
