import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { DataExport } from '#contract/exports/exports.ts'
import { folderOf } from '#server/exports/address.ts'
import { claimSeconds, mostAttempts } from '#server/exports/export.ts'
import { prepareExport } from '#server/exports/prepare-commands.ts'
import { deleteExportsOf, sweepExports } from '#server/exports/sweep-commands.ts'
import { changeHousehold } from '#server/households/commands.ts'
import { newId } from '#server/kernel/ids.ts'
import { openStorage } from '#server/kernel/storage/open.ts'
import { type Storage } from '#server/kernel/storage/storage.ts'
import { signUp, testApp, type TestApp, type TestPerson } from '#test/app.ts'
import { storePhoto } from '#test/file-calls.ts'
import { openS3Peer, s3Keys } from '#test/s3-peer.ts'
import { readZip, tablesIn } from '#test/zip.ts'

const minuteMs = 60_000
const dayMs = 1440 * minuteMs

let product: TestApp
let olga: TestPerson
let eve: TestPerson

beforeEach(async () => {
  product = await testApp()
  olga = await signUp(product.app, 'Olga')
  eve = await signUp(product.app, 'Eve')
})

const viewerOf = ({ uid, accountId }: TestPerson) => ({
  uid,
  accountId,
  email: null,
  emailVerified: true,
  authTime: 0,
  roles: [],
})
const pathOf = ({ accountId }: TestPerson) => `/v1/accounts/${accountId}/exports`
const call = (person: TestPerson, method: 'GET' | 'POST', url: string) =>
  product.app.inject({ method, url, headers: person.headers, ...(method === 'POST' ? { payload: {} } : {}) })
const requestCopy = (person = olga, of = person) => call(person, 'POST', pathOf(of))
const list = async (person = olga) =>
  (await call(person, 'GET', pathOf(person))).json<{ items: DataExport[]; nextAt: string | null }>()
const addressOf = (id: string, person = olga, of = person) =>
  call(person, 'POST', `${pathOf(of)}/${id}/address`)

/** Prepares the copy requested last, as the queue would. */
async function make(): Promise<string> {
  const prepareJob = product.deps.jobs.findLast((job) => job.name === 'exports.prepare')
  const { exportId } = prepareJob!.payload
  await prepareExport(product.deps, exportId)
  return exportId
}

async function download(id: string, person = olga): Promise<Map<string, Buffer>> {
  const { url } = (await addressOf(id, person)).json<{ url: string }>()
  const answer = await product.app.inject({ url })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/zip')
  expect(answer.headers['cache-control']).toBe('private, no-store')
  expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
  return readZip(answer.rawPayload)
}

async function storedNames(storage: Storage = product.deps.storage): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of storage.list('exports')) names.push(name)
  return names
}

const pass = (milliseconds: number) =>
  product.deps.clock.set(new Date(product.deps.now().getTime() + milliseconds))

const mails = () =>
  product.db
    .selectFrom('mail')
    .select(['recipient', 'kind', 'text_body'])
    .where('kind', 'like', 'data-export%')
    .execute()

test('an export is requested, prepared, announced by mail and notice, and downloaded as a complete ZIP', async () => {
  const response = await requestCopy()
  expect([response.statusCode, response.json()]).toEqual([
    201,
    expect.objectContaining({ state: 'preparing', percent: 0, endsAt: null, bytes: null }),
  ])
  await storePhoto(product.deps, viewerOf(olga), 'pet')
  await changeHousehold(product.deps, viewerOf(olga), olga.accountId, {
    version: 0,
    address: '12 Garden Lane',
    entry: '',
    doorCode: '4711#',
    alarm: '',
    cameras: '',
    emergency: '',
    absence: '',
  })
  const id = await make()
  expect((await list()).items).toEqual([
    {
      id,
      state: 'ready',
      askedAt: '2026-12-01T09:00:00.000Z',
      percent: 100,
      finishedAt: '2026-12-01T09:00:00.000Z',
      endsAt: '2026-12-08T09:00:00.000Z',
      bytes: expect.any(Number),
    },
  ])
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ recipient: 'olga@example.org', kind: 'data-export-ready' })
  expect(mail!.text_body).toContain('http://localhost:3000/account/data')
  expect(mail!.text_body, 'the mail alone opens nothing').not.toContain('/exports/')
  const notices = await product.db.selectFrom('notice').select(['kind', 'path']).execute()
  expect(notices).toEqual([{ kind: 'data-export', path: '/account/data' }])

  const unread = () => product.db.selectFrom('notice').select('id').where('read_at', 'is', null).execute()
  expect(await unread()).toHaveLength(1)
  const files = await download(id)
  expect(await unread(), 'who downloads it needs no notice any more').toEqual([])
  expect(tablesIn(files, 'account.json')['account']).toMatchObject([
    { id: olga.accountId, name: 'Olga', email: 'olga@example.org', inviteCode: expect.any(String) },
  ])
  expect(files.get('csv/account/account.csv')!.toString('utf8')).toMatch(
    /^\uFEFFid,externalId,name,.*\r\n[\da-f-]{36},.*,Olga,olga@example\.org,/,
  )
  expect(tablesIn(files, 'security.json')['sessions']).toHaveLength(1)
  expect(tablesIn(files, 'household.json')['household']).toMatchObject([
    { address: '12 Garden Lane', doorCode: '4711#', entry: null },
  ])
  const [photo] = tablesIn(files, 'files.json')['files']!
  expect(files.get(String(photo!['path']))?.toString('latin1', 8, 12)).toBe('WEBP')
  const readme = files.get('README.txt')!.toString('utf8')
  expect(readme).toContain('A copy of the data of Olga')
  for (const name of [...files.keys()].filter((one) => /^[^/]+\.json$|^csv\//.test(one)))
    expect(readme, name).toContain(`\n${name.startsWith('csv') ? '  ' : ''}${name}\n`)
  expect(readme).not.toContain('NOT INCLUDED')
})

test('another user’s export cannot be requested, listed or downloaded, and looks as if it did not exist', async () => {
  await requestCopy()
  const id = await make()
  for (const answer of [
    await requestCopy(eve, olga),
    await call(eve, 'GET', pathOf(olga)),
    await addressOf(id, eve, olga),
  ])
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'account-not-found'])
  const own = await addressOf(id, eve, eve)
  expect([own.statusCode, own.json<{ code: string }>().code]).toEqual([404, 'export-not-found'])
})

test('requesting and downloading require a sign-in within the last ten minutes; listing does not', async () => {
  await requestCopy()
  const id = await make()
  const { url } = (await addressOf(id)).json<{ url: string }>()
  pass(10 * minuteMs + 1000)
  for (const answer of [await requestCopy(), await addressOf(id)])
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'sign-in-too-old'])
  expect((await list()).items, 'looking is free').toHaveLength(1)
  expect((await product.app.inject({ url })).statusCode, 'an address ends after a minute').toBe(404)
})

test('a download URL that was tampered with returns 404', async () => {
  await requestCopy()
  const id = await make()
  const { url } = (await addressOf(id)).json<{ url: string }>()
  const other = newId(product.deps.now())
  const wrong = [
    url.replace(/until=(\d+)/, (_, until: string) => `until=${Number(until) + 60_000}`),
    url.replace(/key=(.)/, (_, letter: string) => `key=${letter === 'A' ? 'B' : 'A'}`),
    url.replace(id, other),
    url.replace(/\?.*/, ''),
    url.replace(id, '..%2F..'),
  ]
  for (const address of wrong) {
    const answer = await product.app.inject({ url: address })
    expect([address, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
      address,
      404,
      'export-not-found',
    ])
  }
  expect((await product.app.inject({ url })).statusCode).toBe(200)
})

test('a repeated request returns the same export; a fourth within a day is refused with the next time', async () => {
  const first = (await requestCopy()).json<DataExport>()
  const again = await requestCopy()
  expect([again.statusCode, again.json<DataExport>().id]).toEqual([200, first.id])
  await make()
  pass(minuteMs)
  await requestCopy()
  await make()
  expect((await list()).nextAt).toBeNull()
  pass(minuteMs)
  await requestCopy()
  const last = await make()
  expect((await list()).nextAt).toBe('2026-12-02T09:00:00.000Z')
  const refused = await requestCopy()
  expect([refused.statusCode, refused.json()]).toEqual([
    422,
    expect.objectContaining({ code: 'exports-too-many', nextAt: '2026-12-02T09:00:00.000Z' }),
  ])
  const { items } = await list()
  expect(items.map(({ id, state }) => [id === last, state])).toEqual([
    [true, 'ready'],
    [false, 'ended'],
    [false, 'ended'],
  ])
  await sweepExports(product.deps)
  expect(await storedNames(), 'the newest takes the place of the earlier ones').toEqual([
    `${folderOf(last)}/1/0`,
  ])
})

describe.each([
  ['on a disk', () => Promise.resolve(product.deps.storage)],
  [
    'in a bucket',
    async () => {
      const { endpoint, close } = await openS3Peer('copies')
      onTestFinished(async () => {
        await close()
      })
      return openStorage({ s3: { endpoint, bucket: 'copies', ...s3Keys } })
    },
  ],
])('%s', (_, open) => {
  test('a large export is stored in encrypted parts, downloads intact and is deleted after seven days', async () => {
    product.deps.storage = await open()
    const words = randomBytes(4_500_000).toString('base64')
    const conversation = await beginConversation()
    await insertMessage(conversation, words)
    await requestCopy()
    const id = await make()
    const names = await storedNames()
    expect(names.length).toBeGreaterThan(1)
    for (const name of names) {
      const stored = await buffer((await product.deps.storage.read(name))!.content)
      expect(stored.includes('account.json'), 'nothing in plain words').toBe(false)
    }
    expect(tablesIn(await download(id), 'messages.json')['messages']).toMatchObject([{ body: words }])

    product.deps.clock.set(new Date('2026-12-08T08:59:59Z'))
    await sweepExports(product.deps)
    expect(await storedNames()).toEqual(names)
    product.deps.clock.set(new Date('2026-12-08T09:00:00Z'))
    await sweepExports(product.deps)
    expect(await storedNames()).toEqual([])
    const row = await product.db.selectFrom('data_export').select('state').executeTakeFirstOrThrow()
    expect(row.state).toBe('ended')
  })
})

async function beginConversation(): Promise<string> {
  const { db, deps } = product
  const [sitterId, id] = [newId(deps.now()), newId(deps.now())]
  await db
    .insertInto('sitter')
    .values({
      id: sitterId,
      account_id: eve.accountId,
      name: 'Eve Stone',
      status: 'paused',
      headline: '',
      bio: '',
      time_zone: 'Europe/Lisbon',
      home: '{}',
      home_ceiling: 1,
      one_household: false,
      visits_while_sitting: false,
      languages: [],
      skills: [],
      created_at: deps.now(),
      updated_at: deps.now(),
    })
    .execute()
  await db
    .insertInto('conversation')
    .values({
      id,
      owner_id: olga.accountId,
      sitter_id: sitterId,
      last_at: deps.now(),
      created_at: deps.now(),
    })
    .execute()
  return id
}

const insertMessage = (conversation: string, body: string) =>
  product.db
    .insertInto('message')
    .values({
      id: newId(product.deps.now()),
      conversation_id: conversation,
      seq: 1,
      author_id: olga.accountId,
      client_id: newId(product.deps.now()),
      body,
      created_at: product.deps.now(),
    })
    .execute()

describe('an export that stalls or fails', () => {
  test('is prepared by one worker at a time, and by another one when the first one’s claim expires', async () => {
    await requestCopy()
    const { id } = (await list()).items[0]!
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
    const { storage } = product.deps
    const slow = {
      ...product.deps,
      storage: {
        ...storage,
        async write(...given: Parameters<Storage['write']>) {
          reach()
          await released
          return storage.write(...given)
        },
      },
    }
    const first = prepareExport(slow, id)
    await reached
    await prepareExport(product.deps, id)
    expect((await list()).items[0]!.state, 'the second leaves it to the first').toBe('preparing')

    pass((claimSeconds + 1) * 1000)
    product.deps.jobs.length = 0
    await sweepExports(product.deps)
    expect(product.deps.jobs).toEqual([{ name: 'exports.prepare', payload: { exportId: id } }])
    await prepareExport(product.deps, id)
    expect((await list()).items[0]!.state).toBe('ready')

    release()
    await first
    expect(await mails(), 'the one that was overtaken tells nobody').toHaveLength(1)
    expect(await storedNames()).toEqual([`${folderOf(id)}/2/0`])
  })

  test('is retried several times, then reported as failed by mail, and can be requested again', async () => {
    await requestCopy()
    const { id } = (await list()).items[0]!
    const { storage } = product.deps
    const broken = {
      ...product.deps,
      storage: { ...storage, write: () => Promise.reject(new Error('The disk is full')) },
    }
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      await expect(prepareExport(broken, id)).rejects.toThrow('The disk is full')
      product.deps.jobs.length = 0
      await sweepExports(product.deps)
      expect(product.deps.jobs, 'also when the queue has given up').toEqual([
        { name: 'exports.prepare', payload: { exportId: id } },
      ])
    }
    expect(await mails()).toEqual([])
    await prepareExport(broken, id)
    expect(await mails()).toMatchObject([{ recipient: 'olga@example.org', kind: 'data-export-failed' }])
    expect((await list()).items).toMatchObject([{ id, state: 'failed', bytes: null }])
    expect((await addressOf(id)).statusCode).toBe(404)
    expect((await requestCopy()).statusCode, 'it can be asked for again').toBe(201)
  })
})

test('an export that no worker has started is enqueued again', async () => {
  await requestCopy()
  product.deps.jobs.length = 0
  await sweepExports(product.deps)
  expect(product.deps.jobs, 'its first job may still be waiting').toEqual([])
  pass((claimSeconds + 1) * 1000)
  await sweepExports(product.deps)
  expect(product.deps.jobs.map(({ name }) => name)).toEqual(['exports.prepare'])
})

test('deleting an account deletes its exports and their files', async () => {
  await requestCopy()
  await make()
  await deleteExportsOf(product.deps, olga.accountId)
  expect(await storedNames()).toEqual([])
  expect(await product.db.selectFrom('data_export').select('id').execute()).toEqual([])
})

test('orphaned files are deleted after a day, and the row of an expired export after 30 more days', async () => {
  await requestCopy()
  const id = await make()
  const [kept, orphaned] = [`${folderOf(id)}/1/0`, `exports/${newId(product.deps.now())}/1/0`]
  const { storage } = product.deps
  await storage.write(orphaned, Buffer.from('lost'), 'application/octet-stream')
  const writtenAt = product.deps.now()
  product.deps.storage = {
    ...storage,
    async *list(folder) {
      for await (const { name } of storage.list(folder)) yield { name, writtenAt }
    },
  }
  await sweepExports(product.deps)
  expect((await storedNames()).toSorted()).toEqual([kept, orphaned].toSorted())
  pass(dayMs + 1000)
  await sweepExports(product.deps)
  expect(await storedNames()).toEqual([kept])
  pass(7 * dayMs)
  await sweepExports(product.deps)
  expect(await storedNames()).toEqual([])
  expect((await product.db.selectFrom('data_export').select('state').execute()).length).toBe(1)
  pass(30 * dayMs)
  await sweepExports(product.deps)
  expect(await product.db.selectFrom('data_export').select('id').execute()).toEqual([])
})
