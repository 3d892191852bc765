// Sign-ins, token verifications and refreshes of the sign-in service on one core, each compared with its limits in the
// same run, per second of processor time of the measured process, so that other load has little influence.
// npm run bench:identity -- --seconds 3 --rounds 5
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { defaultHash } from '#server/identity/options.ts'
import { z } from 'zod'
import { openBenchmark } from './benchmark.ts'
import { processorTime } from './cpu.ts'
import { openBenchDatabase } from './fixture.ts'
import { apiKey, emailOf, password, people, type WorkRequest } from './identity-plan.ts'
import { inLoops, inParallel, type Measured, median, quantile, readPlan, formatInteger } from './measure.ts'
import { canPin, type Started, startPinned } from './pinned.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '3' }, rounds: { type: 'string', default: '5' } },
})
const { seconds, rounds } = readPlan(values)
/** Enough clients that the measured process is never idle. */
const clients = 24

/** The engine optimises only what has run hundreds of times, and the hash needs no such time. */
const signInsToWarmUp = 2_000

const Rate = z.union([z.object({ perCore: z.number() }), z.object({ failure: z.string() })])
/** The tokens of a sign-in and of a refresh. */
const Tokens = z.looseObject({
  idToken: z.string().optional(),
  refreshToken: z.string().optional(),
  id_token: z.string().optional(),
  refresh_token: z.string().optional(),
})
type Tokens = z.infer<typeof Tokens>

/** Moves clients and database to the other cores, so that the measured process has its core to itself. */
function leaveFirstCore(): void {
  const last = availableParallelism() - 1
  if (canPin && last > 0) spawnSync('taskset', ['-acp', `1-${last}`, String(process.pid)])
}

async function runWork({ ask }: Started, workRequest: WorkRequest): Promise<number> {
  const measured = Rate.parse(await ask(workRequest))
  if ('failure' in measured) throw new Error(`${workRequest.work}: ${measured.failure}`)
  return measured.perCore
}

async function post(url: string, body: BodyInit, type: string): Promise<Tokens> {
  const response = await fetch(`${url}?key=${apiKey}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return Tokens.parse(await response.json())
}
const signIn = (url: string, person: number) =>
  post(
    `${url}/identity/v1/accounts:signInWithPassword`,
    JSON.stringify({ email: emailOf(person % people), password, returnSecureToken: true }),
    'application/json',
  )
const refresh = (url: string, token: string) =>
  post(
    `${url}/identity/v1/token`,
    new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token }),
    'application/x-www-form-urlencoded',
  )

/** Returns sign-ins per second of the process's processor time. */
async function measureSignIns({ url, pid }: Started): Promise<number> {
  let next = 0
  const before = processorTime(pid)
  const { milliseconds } = await inParallel(clients, seconds, async () => {
    await signIn(url, next++)
  })
  return (milliseconds.length / (processorTime(pid) - before)) * 1000
}

async function warmUp({ url }: Started): Promise<void> {
  let next = 0
  await inLoops(
    clients,
    () => next >= signInsToWarmUp,
    async () => {
      await signIn(url, next++)
    },
  )
}

/** Each client refreshes its own session, as a browser does. */
async function measureRefreshes({ url }: Started): Promise<Measured> {
  const tokens = await Promise.all(
    Array.from({ length: clients }, async (_, client) => (await signIn(url, client))['refreshToken']!),
  )
  return inParallel(clients, seconds, async (client) => {
    tokens[client] = (await refresh(url, tokens[client]!))['refresh_token']!
  })
}

type Round = Record<
  'argon2' | 'argon2OverHttp' | 'signIn' | 'jose' | 'check' | 'verifier' | 'refresh',
  number
> & {
  waits: number[]
}

/** Each round measures all variants, so that a temporary slowdown of the machine affects them equally. */
async function measureRound(worker: Started, bare: Started): Promise<Round> {
  const token = (await signIn(worker.url, 0))['idToken']!
  const of = (work: WorkRequest['work'], at: WorkRequest['clients']) =>
    runWork(worker, { work, clients: at, seconds, token })
  const argon2 = await of('argon2', 'as the service')
  const argon2OverHttp = await measureSignIns(bare)
  const signedIn = await measureSignIns(worker)
  const jose = await of('jose', 1)
  const check = await of('check', 1)
  const verifier = await of('verifier', clients)
  const refreshes = await measureRefreshes(worker)
  return {
    argon2,
    argon2OverHttp,
    signIn: signedIn,
    jose,
    check,
    verifier,
    refresh: refreshes.rate,
    waits: refreshes.milliseconds,
  }
}

function print(results: Round[]): void {
  const of = (name: keyof Omit<Round, 'waits'>) => median(results.map((round) => round[name]))
  const ratio = (name: keyof Omit<Round, 'waits'>, to: keyof Omit<Round, 'waits'>) =>
    median(results.map((round) => round[name] / round[to]))
  const rows: [
    what: string,
    name: keyof Omit<Round, 'waits'>,
    limit: string,
    to: keyof Omit<Round, 'waits'>,
  ][] = [
    ['sign-in with a password, over HTTP', 'signIn', 'bare Argon2id, the same parameters', 'argon2'],
    ['the same', 'signIn', 'the hash over bare `node:http`', 'argon2OverHttp'],
    ['signature, dates and claims of a token', 'check', 'bare jose', 'jose'],
    ['the same with the person and the session read', 'verifier', 'bare jose', 'jose'],
  ]
  const { memoryCost, timeCost, parallelism } = defaultHash
  console.log(
    `\nMedians of ${results.length} rounds of ${seconds} s; the measured process ${canPin ? 'on core 0' : 'on no core of its own'}; ` +
      `Argon2id m=${memoryCost} t=${timeCost} p=${parallelism}\n`,
  )
  console.log('| What | per second of a core | Limit | per second of a core | ratio |\n|---|---|---|---|---|')
  for (const [what, name, limit, to] of rows)
    console.log(
      `| ${what} | ${formatInteger(of(name))} | ${limit} | ${formatInteger(of(to))} | ${ratio(name, to).toFixed(2)} |`,
    )
  const waits = results.flatMap((round) => round.waits)
  const at = (share: number) => quantile(waits, share).toFixed(1)
  console.log(`\n| \`/v1/token\`, ${clients} clients | per second | p50 ms | p99 ms |\n|---|---|---|---|`)
  console.log(`| refresh | ${formatInteger(of('refresh'))} | ${at(0.5)} | ${at(0.99)} |`)
}

leaveFirstCore()
const { onEnd, runRounds, end } = openBenchmark()
const database = await openBenchDatabase()
onEnd(database.close)
const worker = await startPinned('bench/identity-worker.ts', database.url)
onEnd(worker.stop)
const bare = await startPinned('bench/identity-bare.ts', JSON.stringify(await signIn(worker.url, 0)))
onEnd(bare.stop)
await warmUp(worker)
print(await runRounds(rounds, () => measureRound(worker, bare)))
await end()
