import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { type Config, readConfig } from '#server/config/config.ts'
import { stopwatch } from '#server/kernel/clock.ts'
import { freePort } from '#server/kernel/postgres/postgres.ts'
import { clockEnvironment } from '#test/clock-environment.ts'
import { production } from '#test/production.ts'

/** A server of the production build on a running database, or without an address on an embedded one, in a process that can be killed. */
export type Product = {
  url: string
  config: Config
  /** Stops the server and resolves to its exit code. */
  end: () => Promise<number | null>
  kill: () => Promise<void>
  /** Kills the server, unless it is dead, and starts it again; resolves to the seconds until it is ready. */
  restart: () => Promise<number>
  /** Resolves to the seconds until it is ready, which it may not be at present. */
  untilReady: () => Promise<number>
  /** True if the process ended without being killed. */
  hasDied: () => boolean
  stop: () => Promise<void>
}

/** Token for reading `/metrics`. */
export const metricsToken = 'm'.repeat(32)

const patienceSeconds = 240
export const secondsSince = (start: number): number => (stopwatch() - start) / 1000

/** A process of the production build, which can be killed and started again. */
function openProcess(environment: Record<string, string>) {
  let child: ChildProcess
  let hasDied = false
  const start = () => {
    const { PATH } = process.env
    // The same flags as in scripts/run.mjs.
    const flags = [
      '--disable-warning=ExperimentalWarning',
      '--max-semi-space-size=24',
      '--heap-growing-percent=130',
    ]
    child = spawn(process.execPath, [...flags, 'test/proofs/server.ts'], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...environment, ...clockEnvironment(), ...(PATH ? { PATH } : {}) },
    })
    child.once('exit', (_code, signal) => {
      hasDied ||= signal === null
    })
  }
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    child.removeAllListeners('exit')
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    child.kill(signal)
    return ended
  }
  return { start, end, hasDied: () => hasDied }
}

async function untilReadyAt(url: string): Promise<number> {
  const began = stopwatch()
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return secondsSince(began)
    if (secondsSince(began) > patienceSeconds)
      throw new Error(`Not ready after ${patienceSeconds} s: ${answer?.status ?? 'nobody listens'}`)
    await pause(20)
  }
}

export async function startProduct(
  databaseUrl: string,
  chosen: Record<string, string> = {},
): Promise<Product> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const environment = {
    ...production,
    SITE_URL: 'http://localhost',
    PLAIN_HTTP: 'on',
    PORT: `${port}`,
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    METRICS_TOKEN: metricsToken,
    ...chosen,
  }
  const { start, end, hasDied } = openProcess(environment)
  const untilReady = () => untilReadyAt(url)
  start()
  await untilReady()
  return {
    url,
    config: readConfig(environment, '/nowhere'),
    async kill() {
      await end('SIGKILL')
    },
    async restart() {
      await end('SIGKILL')
      start()
      return untilReady()
    },
    untilReady,
    hasDied,
    end: () => end('SIGTERM'),
    async stop() {
      await end('SIGTERM')
    },
  }
}
