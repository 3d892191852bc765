import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, writeFileSync } from 'node:fs'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createDataFolder } from '#server/kernel/create-folder.ts'
import { prepareSpool } from '#server/kernel/postgres/archive.ts'
import {
  embeddedPrograms,
  hasDatabase,
  type Installation,
  prepare,
} from '#server/kernel/postgres/installation.ts'
import { empty, freePort, lockFolder, passwordOf, urlOf } from '#server/kernel/postgres/postgres.ts'
import { StartError } from '#server/kernel/start-error.ts'

export type Recovery = {
  /** Writes the files of a copy into the empty data folder, and the password beside it. */
  fill: (data: string) => Promise<void>
  /** Returns an archived file of the log; null if there is none of this name. */
  fetch: (name: string) => Promise<Buffer | null>
  /** The last moment whose changes are wanted; undefined for all that were archived. */
  until: Date | undefined
  /** Up to here the archived log is complete, also if it has no change until then; undefined if this is not known. */
  completeUntil: Date | undefined
  /** Whether to follow the log of a database that was restored from this one. */
  timeline: 'latest' | 'current'
  print: (line: string) => void
  /** Looks at the database after the replay, before it is stopped. */
  inspect?: (url: string) => Promise<void>
}

/**
 * Restores a copy of the embedded PostgreSQL into an empty folder and replays its log; the database is stopped
 * afterwards. If this fails, the folder is empty again.
 */
export async function recoverPostgres(folder: string, recovery: Recovery): Promise<void> {
  if (hasDatabase(folder))
    throw new StartError(
      `There is a database in ${folder}, and a copy is only restored into an empty folder. Set DATA_DIR to a new one.`,
    )
  const installation = prepare(folder, await embeddedPrograms())
  const release = lockFolder(folder)
  try {
    empty(installation.data)
    await recovery.fill(installation.data)
    writeFileSync(join(installation.data, 'recovery.signal'), '')
    prepareSpool(installation)
    giveTo(installation, folder)
    await replayWanted(installation, join(folder, 'fetch'), recovery)
  } catch (error) {
    empty(installation.data)
    throw error
  } finally {
    await rm(join(folder, 'fetch'), { recursive: true, force: true })
    release()
  }
}

function giveTo({ account }: Installation, folder: string): void {
  if (!account) return
  const given = spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, folder], { encoding: 'utf8' })
  if (given.status !== 0) throw new StartError(`The restored files have the wrong owner: ${given.stderr}`)
}

/**
 * Asks for a file of the log and waits for it, for at most ten minutes. PostgreSQL takes a status above 125 for a
 * failure, and any other for the end of the log.
 */
const restoreCommand = [
  'f="../fetch/%f"; n=0; touch "$f.want"',
  'until [ -e "$f.here" ]; do if [ -e "$f.none" ]; then rm "$f.none"; exit 1; fi',
  'n=$((n+1)); [ $n -lt 6000 ] || exit 255; sleep 0.1; done',
  'mv "$f.here" "%p"',
].join('; ')

/**
 * PostgreSQL takes a moment for reached only at a change after it, which the log of an idle database may not have. It
 * goes on from where it has stopped.
 */
async function replayWanted(installation: Installation, requests: string, recovery: Recovery): Promise<void> {
  const { until, completeUntil, print } = recovery
  try {
    await replay(installation, requests, recovery)
  } catch (error) {
    const isComplete = until && completeUntil && until <= completeUntil
    if (!(error instanceof EndOfLog) || !isComplete) throw error
    print(`The archived log has no change after ${until.toISOString()}, so all of it is replayed.`)
    await rm(requests, { recursive: true, force: true })
    await replay(installation, requests, { ...recovery, until: undefined })
  }
}

async function replay(installation: Installation, requests: string, recovery: Recovery): Promise<void> {
  const { data, dataPath, bin, account } = installation
  createDataFolder(requests, 0o700)
  if (account) chownSync(requests, account.uid, account.gid)
  const port = await freePort()
  const settings = {
    port,
    // What it says is read here.
    logging_collector: 'off',
    restore_command: restoreCommand,
    recovery_target_timeline: recovery.timeline,
    recovery_target_action: 'promote',
    ...(recovery.until ? { recovery_target_time: recovery.until.toISOString().replace('Z', '+00') } : {}),
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(bin, 'postgres'), ['-D', dataPath, ...options], {
    ...account,
    cwd: data,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const url = (name: string) => urlOf(passwordOf(data), port, name)
  const replayed = async () => {
    await untilPromoted(url('postgres'), child, recovery, () => log)
    await recovery.inspect?.(url('sitwell'))
  }
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-20_000)
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stopped = new AbortController()
  try {
    await Promise.race([serveRequests(requests, installation, recovery.fetch, stopped.signal), replayed()])
  } finally {
    stopped.abort()
    child.kill('SIGINT')
    await ended
  }
}

/** Answers what `restoreCommand` asks for, until it is told to stop. */
async function serveRequests(
  folder: string,
  { account }: Installation,
  fetch: Recovery['fetch'],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    for (const file of await readdir(folder)) {
      if (!file.endsWith('.want')) continue
      const name = file.slice(0, -'.want'.length)
      await rm(join(folder, file))
      const content = await fetch(name)
      const draft = join(folder, `${name}.draft`)
      await writeFile(draft, content ?? '', { mode: 0o600 })
      if (account) chownSync(draft, account.uid, account.gid)
      await rename(draft, join(folder, `${name}.${content ? 'here' : 'none'}`))
    }
    await pause(10)
  }
}

type State = { recovers: boolean; at: Date | null }

/** Resolves when PostgreSQL has replayed what was asked for and accepts changes. */
async function untilPromoted(
  url: string,
  child: ChildProcess,
  { until, print }: Recovery,
  log: () => string,
): Promise<void> {
  let printedAt = 0
  for (let round = 1; ; round++) {
    if (child.exitCode !== null || child.signalCode !== null) throw failureOf(log(), until)
    const state = await readState(url)
    if (state && !state.recovers) return
    const at = state?.at?.getTime() ?? 0
    if (round % 50 === 0 && at > printedAt) {
      print(`replayed until ${new Date(at).toISOString()}`)
      printedAt = at
    }
    await pause(100)
  }
}

async function readState(url: string): Promise<State | undefined> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<State>(
      'select pg_is_in_recovery() as recovers, pg_last_xact_replay_timestamp() as at',
    )
    return rows[0]
  } catch {
    // It accepts no connections before it has replayed what makes the copy consistent.
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}

/** The log was replayed to its end, before the moment that was wanted. */
class EndOfLog extends StartError {}

function failureOf(log: string, until: Date | undefined): StartError {
  const last = /last completed transaction was at log time (.+)/.exec(log)?.[1]
  if (until && log.includes('recovery ended before configured recovery target was reached'))
    return new EndOfLog(
      `The archived log ends before ${until.toISOString()}: its last change is from ${last ?? 'an unknown time'}. Choose an earlier moment, or "--until latest".`,
    )
  const lines = log.trim().split('\n')
  const fatal = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? ''
  return new StartError(`The log could not be replayed: ${fatal}`)
}
