// Throughput of the most frequent reads on one core, compared with `node:http` and `pg` with the same named statements
// and the same bytes.
// npm run bench:api -- --database postgres://… --secret … --seconds 2 --rounds 5
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createApp } from '#server/app.ts'
import { addDays } from '#server/kernel/day.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { createLog } from '#server/kernel/log.ts'
import { demoPassword } from '#server/development/demo-password.ts'
import { openBenchmark } from './benchmark.ts'
import { openDemoTown } from './demo-town.ts'
import { median, readPlan, formatInteger } from './measure.ts'
import { type Call, type MeasuredCalls, openClient, startPinned } from './pinned.ts'
import { openRecording } from './recording.ts'
import type { Recording } from './api-server.ts'
import { benchConfig } from './fixture.ts'
import { openStorage } from '#server/kernel/storage/open.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    database: { type: 'string' },
    secret: { type: 'string' },
  },
})
const { seconds, rounds } = readPlan(values)
const clients = 8

const { onEnd, runCase, end } = openBenchmark()
const town = await openDemoTown(values.database)
onEnd(town.close)
const config = benchConfig(values.secret)
const { db, recorded } = openRecording(town.url)
onEnd(() => db.destroy())
const deps = {
  db,
  now: systemClock,
  enqueue: () => Promise.resolve(),
  log: createLog('silent'),
  site: config.site,
  storage: openStorage(config.storage),
}
const app = await createApp({ config, deps, accountLoadDeps: deps, healthDb: db, isStopping: () => false })
onEnd(() => app.close())

async function signIn(): Promise<{ uid: string; headers: Record<string, string> }> {
  const answer = await app.inject({
    method: 'POST',
    url: `/identity/v1/accounts:signInWithPassword?key=${config.identity.apiKey}`,
    payload: { email: 'olga@demo.example', password: demoPassword, returnSecureToken: true },
  })
  const { idToken, localId } = answer.json<{ idToken?: string; localId: string }>()
  if (!idToken) throw new Error(`Nobody can sign in: ${answer.body}`)
  return { uid: localId, headers: { authorization: `Bearer ${idToken}` } }
}

/** Records an endpoint's statements and response at the third call, when all caches are filled. */
async function record({ path, method = 'GET', headers = {}, body }: Call): Promise<Recording> {
  let answer = ''
  for (let attempt = 0; attempt < 3; attempt++) {
    recorded.length = 0
    const options = { url: path, method, headers, ...(body ? { payload: body } : {}) }
    const response = await app.inject(options)
    if (response.statusCode !== 200)
      throw new Error(`${path} answered ${response.statusCode}: ${response.body}`)
    answer = response.body
  }
  // Transaction control statements are left out.
  const statements = recorded.filter(({ text }) => !/^(begin|start|commit|rollback)/.test(text))
  return { statements, answer }
}

const startOn = addDays(systemClock().toISOString().slice(0, 10), 30)
const { service } = await db
  .selectFrom('sitter_service')
  .select('service')
  .where('sitter_id', '=', town.sitterId)
  .where('active', '=', true)
  .where('service', 'in', ['boarding', 'house_sitting'])
  .executeTakeFirstOrThrow()
const { uid, headers } = await signIn()
const pet = { name: 'Rex', species: 'dog', weightKg: 9, birthOn: '2021-06-01', neutered: true }
const calls: [name: string, call: Call][] = [
  ['search, 24 cards', { path: `/v1/sitters?place=${town.placeId}&limit=24` }],
  ['sitter', { path: `/v1/sitters/by-id/${town.sitterId}` }],
  ['calendar, 92 days', { path: `/v1/sitters/${town.sitterId}/calendar?to=${addDays(startOn, 62)}` }],
  [
    'quote',
    {
      path: '/v1/bookings/calculate-cost',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        sitterId: town.sitterId,
        service,
        startOn,
        startTime: '15:00',
        endOn: addDays(startOn, 3),
        endTime: '11:00',
        pets: [pet],
      }),
    },
  ],
  ['account load, signed in', { path: `/v1/accounts/by-external-id/${uid}`, headers }],
]

const folder = await mkdtemp(join(tmpdir(), 'sitwell-bench-'))
onEnd(() => rm(folder, { recursive: true }))
const client = openClient(clients, seconds)
onEnd(client.close)
const recordings: Record<string, Recording> = {}
for (const [name, call] of calls)
  await runCase(
    `recording of ${name}`,
    async () => void (recordings[call.path] = await record(call)),
    () => {},
  )
const file = join(folder, 'recordings.json')
await writeFile(file, JSON.stringify(recordings))
const secret = values.secret ? [values.secret] : []
const product = await startPinned('bench/api-server.ts', 'product', town.url, file, ...secret)
onEnd(product.stop)
const bare = await startPinned('bench/api-server.ts', 'bare', town.url, file, ...secret)
onEnd(bare.stop)

/** Returns the cells of a call's row. */
async function measure(call: Call): Promise<string> {
  const recording = recordings[call.path]
  if (!recording) throw new Error('It could not be recorded.')
  const results: { bare: MeasuredCalls; product: MeasuredCalls }[] = []
  for (let round = -1; round < rounds; round++) {
    const result = { bare: await client.measure(bare, call), product: await client.measure(product, call) }
    if (round >= 0) results.push(result)
  }
  const rate = (one: 'bare' | 'product') =>
    formatInteger(median(results.map((result) => result[one].perCore)))
  const ratio = median(results.map((result) => result.product.perCore / result.bare.perCore)).toFixed(2)
  const p99 = median(results.map((result) => result.product.p99)).toFixed(1)
  const { statements, answer } = recording
  return `${statements.length} | ${formatInteger(Buffer.byteLength(answer))} | ${rate('bare')} | ${rate('product')} | ${ratio} | ${p99}`
}

console.log(
  `\nMedians of ${rounds} rounds of ${seconds} s, ${clients} connections; requests for each second of the server's processor time\n`,
)
console.log(
  '| What | statements | bytes | named statements | ours | ratio | p99 ms |\n|---|---|---|---|---|---|---|',
)
for (const [name, call] of calls) {
  const cells = await runCase(
    name,
    () => measure(call),
    (reason) => `not measured: ${reason}`,
  )
  console.log(`| ${name} | ${cells} |`)
}
await end()
