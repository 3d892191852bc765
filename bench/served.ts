import { spawn } from 'node:child_process'
import { z } from 'zod'

export type Served = {
  url: string
  pid: number
  /** Sends a message to the process and returns the next one that it sends. */
  ask: (message: object) => Promise<unknown>
  isRunning: () => boolean
  stop: () => Promise<void>
}

/**
 * Starts a measured process. It sends its address and optional data once it listens, and ends when this process
 * disconnects.
 */
export function startMeasured<Message extends { url: string }>(
  [program, ...args]: readonly [string, ...string[]],
  schema: z.ZodType<Message>,
): Promise<Message & Served> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const stop = async () => {
    if (child.connected) child.disconnect()
    await ended
  }
  const ask = (message: object) =>
    new Promise<unknown>((resolve, reject) => {
      child.once('message', resolve)
      void ended.then((code) => reject(new Error(`The measured process ended with ${code}.`)))
      child.send(message, (error) => error && reject(error))
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('message', (message) => {
      const sent = schema.safeParse(message)
      if (sent.success) return resolve({ ...sent.data, pid: child.pid!, ask, isRunning, stop })
      child.disconnect()
      reject(sent.error)
    })
    void ended.then((code) => reject(new Error(`The measured process ended with ${code}.`)))
  })
}

/** Starts the whole API over HTTP in its own process, with as many connections as the product. */
export const startServer = (databaseUrl: string): Promise<Served> =>
  startMeasured(
    [process.execPath, ...process.execArgv, 'bench/server.ts', databaseUrl],
    z.object({ url: z.string() }),
  )
