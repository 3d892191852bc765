import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import type { Booking, Quote } from '#contract/bookings/bookings.ts'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { createLog } from '#server/kernel/log.ts'
import { openStorage } from '#server/kernel/storage/open.ts'
import { jobHandlers } from '#server/slices.ts'
import { signUp, testApp, type TestPerson } from '#test/app.ts'
import { buildSitter } from '#test/booking-fixture.ts'
import { buildPlaces } from '#test/build.ts'
import { dublin } from '#test/cast.ts'
import { photograph, sendFile } from '#test/file-calls.ts'
import { drainQueue } from '#test/queue.ts'
import { findTraces } from '#test/traces.ts'

const marks = {
  name: 'Zebulonia Quistwater',
  firstName: 'Zebulonia',
  email: 'zebulonia@example.org',
  phone: '+351912345678',
  street: 'Marzipanweg 77',
  doorCode: 'C0DE-5519-X',
  petName: 'Knurrhahnix',
  careSheet: 'likes his porridge lukewarm-qz',
  message: 'The key is under the flowerpot-qz',
  review: 'A wonderful evening-walk-qz',
  photo: 'A terrier before a lighthouse-qz',
  profile: 'Twenty years among terriers-qz',
}

async function openStory() {
  const tested = await testApp()
  const { app, db, deps, config } = tested
  const folder = join(tmpdir(), `sitwell-erasure-${randomUUID()}`)
  deps.storage = openStorage({ folder })
  let log = ''
  const stream = new PassThrough()
  stream.on('data', (line: Buffer) => (log += line.toString()))
  deps.log = createLog('trace', stream)
  await buildPlaces(db)
  const handlers = jobHandlers(deps, config)
  // The queue keeps job payloads for days.
  let queued = ''
  const work = async () => {
    do {
      queued += JSON.stringify(deps.jobs)
      await drainQueue({ jobs: deps.jobs.splice(0) }, handlers)
    } while (deps.jobs.length > 0)
  }
  const call = async <T>(
    person: TestPerson,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
  ) => {
    const answer = await app.inject({
      method,
      url: `/v1/${url}`,
      headers: { ...person.headers, 'idempotency-key': randomUUID() },
      ...(payload ? { payload } : {}),
    })
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.body}`)
    return answer.json<T>()
  }
  const signIn = async (person: TestPerson, name: string) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/identity/v1/accounts:signInWithPassword?key=sitwell-public-key',
      payload: {
        email: `${name.toLowerCase()}@example.org`,
        password: `a-${name}-password-1`,
        returnSecureToken: true,
      },
    })
    person.headers.authorization = `Bearer ${answer.json<{ idToken: string }>().idToken}`
  }
  const everyone: [TestPerson, string][] = []
  const joinIn = async (name: string) => {
    const person = await signUp(app, name)
    everyone.push([person, name])
    return person
  }
  const clockTo = async (at: string) => {
    deps.clock.set(new Date(at))
    for (const [person, name] of everyone) await signIn(person, name)
  }
  const storedFiles = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
  const trace = () => findTraces({ deps, folder, log: `${log}\n${queued}` }, Object.values(marks))
  return { ...tested, work, call, clockTo, trace, storedFiles, joinIn }
}

type Story = Awaited<ReturnType<typeof openStory>>

const pet = (name: string, careNotes: string) => ({
  name,
  species: 'dog',
  birthOn: '2021-06-01',
  weightKg: 12,
  neutered: true,
  careNotes,
})

/** A dog walk that is requested, accepted, reported on with updates, and reviewed by both sides. */
async function walk(
  { call, clockTo, work, app, deps }: Story,
  {
    owner,
    sitter,
    sitterId,
    petId,
    words,
    about,
  }: {
    owner: TestPerson
    sitter: TestPerson
    sitterId: string
    petId: string
    words: { ask: string; note: string; ofOwner: string; ofSitter: string; alt: string }
    about: string
  },
): Promise<Booking> {
  await clockTo('2026-12-01T09:00:00Z')
  const draft = {
    sitterId,
    service: 'dog_walking',
    visits: [{ on: '2026-12-04', time: '09:00' }],
    petIds: [petId],
  }
  const { quoteHash } = await call<Quote>(owner, 'POST', 'bookings/calculate-cost', draft)
  const requested = await call<Booking>(owner, 'POST', 'bookings', {
    ...draft,
    quoteHash,
    message: words.ask,
  })
  const agreed = await call<Booking>(sitter, 'PUT', 'bookings', {
    id: requested.id,
    version: requested.version,
    event: 'accept',
  })
  await work()
  const conversation = await call<{ id: string }>(owner, 'POST', 'conversations', { bookingId: agreed.id })
  const sendText = (person: TestPerson, text: string) =>
    call(person, 'POST', `conversations/${conversation.id}/messages`, { clientId: randomUUID(), text })
  await sendText(owner, words.ask)
  await sendText(sitter, `Dear ${about}, of course.`)
  await work()
  await clockTo('2026-12-04T09:40:00Z')
  const photo = await sendFile({ app, deps }, sitter, await photograph(), {
    kind: 'report-card',
    alt: words.alt,
    name: `${words.alt}.jpg`,
  })
  const entry = (kind: string, at: string, more: object = {}) => ({
    id: randomUUID(),
    kind,
    happenedAt: `2026-12-04T${at}:00Z`,
    unit: 0,
    ...more,
  })
  const reported = await call<{ refused: unknown[] }>(sitter, 'POST', `bookings/${agreed.id}/report-cards`, {
    entries: [
      entry('arrive', '09:00'),
      entry('note', '09:10', { text: words.note }),
      entry('photo', '09:15', { fileId: photo.id }),
      entry('leave', '09:30'),
    ],
  })
  expect(reported.refused).toEqual([])
  await work()
  const review = (person: TestPerson, text: string, more: object = {}) =>
    call(person, 'POST', 'reviews', { bookingId: agreed.id, overall: 5, text, ...more })
  await review(owner, words.ofSitter, { privateNote: words.ofSitter })
  await review(sitter, words.ofOwner)
  await work()
  return agreed
}

test('erasure leaves no trace of a person in database, files, log and queue, but keeps the bookings', async () => {
  const story = await openStory()
  const { db, deps, call, work, clockTo, trace, storedFiles } = story
  const zeb = await story.joinIn('Zebulonia')
  const [sam, olga] = [await story.joinIn('Sam'), await story.joinIn('Olga')]
  const samSits = await buildSitter(db, { accountId: sam.accountId, name: 'Sam' })
  await call(zeb, 'PUT', `accounts/${zeb.accountId}`, {
    name: marks.name,
    phoneNumber: marks.phone,
    location: marks.street,
  })
  await call(zeb, 'PUT', `accounts/${zeb.accountId}/household`, {
    version: 0,
    address: marks.street,
    entry: marks.street,
    doorCode: marks.doorCode,
    alarm: '',
    cameras: '',
    emergency: marks.phone,
    absence: '',
  })
  const { id: petId } = await call<{ id: string }>(zeb, 'POST', 'pets', pet(marks.petName, marks.careSheet))
  const photo = await sendFile(story, zeb, await photograph(), {
    kind: 'pet',
    alt: marks.photo,
    name: `${marks.photo}.jpg`,
  })
  await call(zeb, 'PUT', `pets/${petId}/photos`, { fileIds: [photo.id] })
  const { id: zebSits } = await call<Sitter>(zeb, 'POST', 'sitters', {
    headline: marks.profile,
    bio: marks.profile,
    placeId: dublin.id,
    neighbourhood: marks.street,
    status: 'published',
    services: [{ service: 'dog_walking', rates: { base: 20_00 } }],
  })
  const { id: rex } = await call<{ id: string }>(olga, 'POST', 'pets', pet('Rex', ''))
  await work()
  await call(olga, 'PUT', `accounts/${olga.accountId}/favorites/${zebSits}`, {
    note: `${marks.name} is kind`,
  })
  await call(zeb, 'PUT', `accounts/${zeb.accountId}/favorites/${samSits}`, { note: marks.message })
  await call(olga, 'POST', 'reports', {
    subjectKind: 'listing',
    subjectId: zebSits,
    reason: 'other',
    words: `About ${marks.name}`,
  })
  const words = {
    ask: marks.message,
    note: `${marks.petName} was happy`,
    ofSitter: `${marks.review}, thanks`,
    ofOwner: `${marks.name} left everything ready for us.`,
    alt: marks.photo,
  }
  await walk(story, { owner: zeb, sitter: sam, sitterId: samSits, petId, words, about: marks.name })
  await walk(story, {
    owner: olga,
    sitter: zeb,
    sitterId: zebSits,
    petId: rex,
    about: 'Olga',
    words: {
      ask: `Dear ${marks.name}, may Rex come?`,
      note: marks.message,
      ofSitter: `${marks.name} was wonderful with Rex.`,
      ofOwner: `${marks.review}, thanks again`,
      alt: marks.photo,
    },
  })
  await call(zeb, 'POST', `accounts/${zeb.accountId}/exports`, {})
  await work()

  const before = await trace()
  const found = new Set(before.map(({ mark }) => mark))
  expect(
    Object.values(marks).filter((mark) => !found.has(mark)),
    'each mark is found before',
  ).toEqual([])
  expect(new Set(before.map(({ where }) => where)).size).toBeGreaterThan(20)

  // Pictures and the data export contain no readable mark; every file in this test belongs to the person or shows the
  // pet.
  const files = await storedFiles()
  expect(files.filter((name) => name.startsWith('exports/'))).toHaveLength(1)
  expect(files.length).toBeGreaterThan(3)

  // Payouts to the sitters follow in the days after the stays.
  const run = async (at: string) => {
    await clockTo(at)
    deps.jobs.push({ name: 'bookings.run-clock', payload: {} })
    await work()
  }
  await run('2026-12-08T12:00:00Z')
  const left = await call<{ deletesAt: string }>(zeb, 'DELETE', `accounts/${zeb.accountId}`)
  await work()
  deps.clock.set(new Date(left.deletesAt))
  deps.jobs.push({ name: 'identity.erase-due', payload: {} })
  await work()
  // Removed files are kept for one more hour, and stored responses to other people's requests for a day each.
  deps.clock.set(new Date(Date.parse(left.deletesAt) + 2 * 3_600_000))
  deps.jobs.push({ name: 'files.sweep', payload: {} })
  deps.jobs.push({ name: 'kernel.sweep', payload: {} })
  await work()

  const after = await trace()
  expect([...new Set(after.map(({ where, mark }) => `${where}: ${mark}`))].toSorted()).toEqual([])
  // Bookings and the ledger must be kept by law (`server/privacy/privacy.ts`); neither contains a name.
  expect(await db.selectFrom('booking').select('id').execute()).toHaveLength(2)
  expect((await db.selectFrom('ledger_entry').select('account').execute()).length).toBeGreaterThan(0)
  expect(await storedFiles()).toEqual([])
})
