import { spawn } from 'node:child_process'

export type Served = { url: string; pid: number; stop: () => Promise<void> }

/** The measured process: the whole API over HTTP with as many connections as the product has, away from the client's work. */
export function startServer(databaseUrl: string): Promise<Served> {
  const child = spawn(process.execPath, [...process.execArgv, 'bench/server.ts', databaseUrl], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.disconnect()
    await ended
  }
  return new Promise((resolve, reject) => {
    child.once('message', (message) =>
      resolve({ url: (message as { url: string }).url, pid: child.pid!, stop }),
    )
    child.once('exit', (code) => reject(new Error(`The measured process ended with ${code}.`)))
  })
}
