import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort, startPostgres } from '#server/kernel/postgres.ts'
import { openWorkFolder } from '#test/work-folder.ts'

export type Running = { child: ChildProcess; output: () => string; ended: Promise<number | null> }

/** Starts the real product the way `npm start` does. */
export function startProduct(
  environment: Record<string, string>,
  say: (words: string) => void = () => {},
): Running {
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: { ...process.env, NODE_ENV: 'development', HOST: '127.0.0.1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      say(chunk.toString())
    })
  return { child, output: () => text, ended: new Promise((resolve) => child.once('exit', resolve)) }
}

export type Product = { url: string; databaseUrl: string; close: () => Promise<void> }

/** A product with a database of its own, ready to be asked; closing it must end well. */
export async function openProduct(
  environment: Record<string, string>,
  say?: (words: string) => void,
): Promise<Product> {
  const { folder, remove } = await openWorkFolder()
  const postgres = await startPostgres(join(folder, 'postgres'))
  const url = `http://localhost:${environment['PORT'] ?? (await freePort())}`
  const running = startProduct(
    {
      LOG_LEVEL: 'warn',
      PORT: new URL(url).port,
      DATA_DIR: folder,
      DATABASE_URL: postgres.url,
      ...environment,
    },
    say,
  )
  const close = async () => {
    running.child.kill('SIGINT')
    const code = await running.ended
    await postgres.stop()
    await remove()
    if (code !== 0) throw new Error(`The server ended with ${code} instead of 0:\n${running.output()}`)
  }
  const ready = new Promise<'ready'>((resolve) => {
    running.child.stdout!.on('data', () => {
      if (running.output().includes('Ready after')) resolve('ready')
    })
  })
  if ((await Promise.race([ready, running.ended])) !== 'ready') await close()
  return { url, databaseUrl: postgres.url, close }
}
