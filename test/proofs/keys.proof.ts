import { afterAll, beforeAll, expect, test } from 'vitest'
import { Booking, Quote } from '#contract/bookings/bookings.ts'
import { crowd } from '#test/crowd.ts'
import {
  sendRequest,
  bodyOf,
  newSeen,
  sendUntilAnswered,
  quoteOf,
  request,
  type RequestSpec,
} from './client.ts'
import { note, rounds } from './plan.ts'
import {
  buildFixture,
  expectInvariantsNow,
  openProduct,
  type Opened,
  type Owner,
  stayOf,
  type Fixture,
} from './fixture.ts'

const count = rounds(2, 20)
let opened: Opened
let fixture: Fixture

beforeAll(async () => {
  opened = await openProduct()
  fixture = await buildFixture(opened.db, opened.product.config, {
    owners: count + 1,
    sitters: 1,
    capacity: 20,
  })
})
afterAll(() => opened.close())

/** Prepares a request for two nights; each number has its own days. */
async function prepare(owner: Owner, number: number, key: string): Promise<RequestSpec> {
  const { url } = opened.product
  const draft = stayOf(owner, fixture.sitters[0]!, 10 + 3 * number)
  const quote = await bodyOf(await sendUntilAnswered(url, newSeen(), () => quoteOf(owner, draft)), Quote)
  return request(owner, draft, quote, key)
}

const send = (sending: RequestSpec) => sendRequest(opened.product.url, newSeen(), sending)
/** Sends a request, with retries while the server is still starting. */
const sendAgain = (sending: RequestSpec) => sendUntilAnswered(opened.product.url, newSeen(), () => sending)
const idsOf = async ({ accountId }: Owner) =>
  (await opened.db.selectFrom('booking').select('id').where('owner_id', '=', accountId).execute()).map(
    ({ id }) => id,
  )

test('64 simultaneous requests with one key create one booking, and the response survives a restart', async () => {
  const stored: { owner: Owner; sending: RequestSpec; answer: string }[] = []
  const statuses = new Map<number | undefined, number>()
  for (let round = 0; round < count; round++) {
    const owner = fixture.owners[round]!
    const sending = await prepare(owner, round, 'the-key')
    const answers = await Promise.all(Array.from({ length: crowd }, () => send(sending)))
    for (const answer of answers) statuses.set(answer?.status, (statuses.get(answer?.status) ?? 0) + 1)
    const bodies = await Promise.all(answers.filter((answer) => answer?.ok).map((answer) => answer!.text()))
    expect(new Set(bodies).size).toBe(1)
    expect(await idsOf(owner)).toEqual([Booking.parse(JSON.parse(bodies[0]!)).id])
    stored.push({ owner, sending, answer: bodies[0]! })
  }
  expect([...statuses.keys()].every((status) => status === 201 || status === 409)).toBe(true)

  await opened.product.restart()
  for (const { owner, sending, answer } of stored) {
    const again = await sendAgain(sending)
    expect([again.status, await again.text()]).toEqual([201, answer])
    const other = await sendAgain({ ...sending, body: { ...sending.body, message: 'Another request' } })
    expect(other.status).toBe(422)
    expect(await other.json()).toMatchObject({ code: 'idempotency-key-reused' })
    expect(await idsOf(owner)).toHaveLength(1)
  }
  note(
    `One key ${crowd} times at once, ${count} rounds`,
    `one booking each; answers ${JSON.stringify(Object.fromEntries(statuses))}; the stored one after a restart`,
  )
  await expectInvariantsNow(opened.db)
})

test('the same key used by another account is independent', async () => {
  const other = fixture.owners[count]!
  const answer = await sendAgain(await prepare(other, 0, 'the-key'))
  expect(answer.status).toBe(201)
  expect(await idsOf(other)).toEqual([(await bodyOf(answer, Booking)).id])
})

test('positive control: with a new key for each attempt, the same request creates several bookings', async () => {
  const other = fixture.owners[count]!
  const sending = await prepare(other, 70, 'unused')
  const before = (await idsOf(other)).length
  const answers = await Promise.all(
    Array.from({ length: crowd }, (_, index) => send({ ...sending, key: `key-${index}` })),
  )
  const created = (await idsOf(other)).length - before
  expect(answers.filter((answer) => answer?.status === 201)).toHaveLength(created)
  note('Control: a key for each attempt', `${created} bookings, as many as one owner may have open at a time`)
  expect(created).toBeGreaterThan(1)
})
