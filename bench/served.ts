import { spawn } from 'node:child_process'
import { z } from 'zod'

export type Served = { url: string; pid: number; stop: () => Promise<void> }

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
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.disconnect()
    await ended
  }
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve({ ...schema.parse(message), pid: child.pid!, stop }))
    child.once('exit', (code) => reject(new Error(`The measured process ended with ${code}.`)))
  })
}

/** Starts the whole API over HTTP in its own process, with as many connections as the product. */
export const startServer = (databaseUrl: string): Promise<Served> =>
  startMeasured(
    [process.execPath, ...process.execArgv, 'bench/server.ts', databaseUrl],
    z.object({ url: z.string() }),
  )
