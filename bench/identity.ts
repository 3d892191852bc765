// Sign-ins, token verifications and refreshes of the sign-in service on one core, each compared with its baseline in
// the same run.
// npm run bench:identity -- --seconds 3 --rounds 5
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { defaultHash } from '#server/identity/options.ts'
import { migrate } from '#server/kernel/db/migrate.ts'
import { startPostgres } from '#server/kernel/postgres/postgres.ts'
import { z } from 'zod'
import { apiKey, emailOf, password, people, type WorkRequest } from './identity-plan.ts'
import { inParallel, type Measured, median, quantile, readPlan, formatInteger } from './measure.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '3' }, rounds: { type: 'string', default: '5' } },
})
const { seconds, rounds } = readPlan(values)
/** Enough clients that the measured process is never idle. */
const clients = 24

type Worker = { child: ChildProcess; url: string }
const Listening = z.object({ url: z.string() })
const Rate = z.object({ rate: z.number() })
/** The tokens of a sign-in and of a refresh. */
const Tokens = z.object({
  idToken: z.string().optional(),
  refreshToken: z.string().optional(),
  id_token: z.string().optional(),
  refresh_token: z.string().optional(),
})
type Tokens = z.infer<typeof Tokens>

/** Pins the worker to its own core if the system supports it; the line above the table says so. */
function startWorker(databaseUrl: string): Promise<Worker> {
  const command = [process.execPath, 'bench/identity-worker.ts', databaseUrl]
  const [program, ...args] = canPin ? ['taskset', '-c', '0', ...command] : command
  const child = spawn(program!, args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve({ child, url: Listening.parse(message).url }))
    child.once('exit', (code) => reject(new Error(`The measured process ended with ${code}.`)))
  })
}
const canPin = spawnSync('taskset', ['-c', '0', 'true']).status === 0

/** Moves clients and database to the other cores, so that the measured process has its core to itself. */
function leaveFirstCore(): void {
  const last = availableParallelism() - 1
  if (canPin && last > 0) spawnSync('taskset', ['-acp', `1-${last}`, String(process.pid)])
}

const runWork = ({ child }: Worker, workRequest: WorkRequest): Promise<number> =>
  new Promise((resolve, reject) => {
    const onExit = () => reject(new Error(`The measured process ended during "${workRequest.work}".`))
    child.once('exit', onExit)
    child.once('message', (message) => {
      child.off('exit', onExit)
      resolve(Rate.parse(message).rate)
    })
    child.send(workRequest)
  })

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

function measureSignIns({ url }: Worker): Promise<Measured> {
  let next = 0
  return inParallel(clients, seconds, async () => {
    await signIn(url, next++)
  })
}

/** Each client refreshes its own session, as a browser does. */
async function measureRefreshes({ url }: Worker): Promise<Measured> {
  const tokens = await Promise.all(
    Array.from({ length: clients }, async (_, client) => (await signIn(url, client))['refreshToken']!),
  )
  return inParallel(clients, seconds, async (client) => {
    tokens[client] = (await refresh(url, tokens[client]!))['refresh_token']!
  })
}

type Round = Record<'argon2' | 'signIn' | 'jose' | 'check' | 'verifier' | 'refresh', number> & {
  waits: number[]
}

/** Each round measures all variants, so that a temporary slowdown of the machine affects them equally. */
async function measureRound(worker: Worker): Promise<Round> {
  const token = (await signIn(worker.url, 0))['idToken']!
  const of = (work: WorkRequest['work'], at: WorkRequest['clients']) =>
    runWork(worker, { work, clients: at, seconds, token })
  const argon2 = await of('argon2', 'as the service')
  const signIns = await measureSignIns(worker)
  const jose = await of('jose', 1)
  const check = await of('check', 1)
  const verifier = await of('verifier', clients)
  const refreshes = await measureRefreshes(worker)
  return {
    argon2,
    signIn: signIns.rate,
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
    ['signature, dates and claims of a token', 'check', 'bare jose', 'jose'],
    ['the same with the person and the session read', 'verifier', 'bare jose', 'jose'],
  ]
  const { memoryCost, timeCost, parallelism } = defaultHash
  console.log(
    `\nMedians of ${rounds} rounds of ${seconds} s; the measured process ${canPin ? 'on core 0' : 'on no core of its own'}; ` +
      `Argon2id m=${memoryCost} t=${timeCost} p=${parallelism}\n`,
  )
  console.log('| What | per second | Limit | per second | ratio |\n|---|---|---|---|---|')
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
const folder = await mkdtemp(join(tmpdir(), 'sitwell-bench-'))
// If run as root, the database runs as another user, who must be able to access the folder.
await chmod(folder, 0o755)
const postgres = await startPostgres(join(folder, 'postgres'))
try {
  await migrate(postgres.url)
  const worker = await startWorker(postgres.url)
  const results: Round[] = []
  await measureRound(worker)
  for (let round = 0; round < rounds; round++) results.push(await measureRound(worker))
  print(results)
  const ended = new Promise((resolve) => worker.child.once('exit', resolve))
  worker.child.disconnect()
  await ended
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
