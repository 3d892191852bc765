import { spawnSync } from 'node:child_process'
import { Agent, request } from 'node:http'
import { z } from 'zod'
import { processorTime } from './cpu.ts'
import { inParallel, quantile } from './measure.ts'
import { type Served, startMeasured } from './served.ts'

const Ready = z.object({ url: z.string(), readyMs: z.number() })
export type Started = Served & z.infer<typeof Ready>

export const canPin: boolean = spawnSync('taskset', ['-c', '0', 'true']).status === 0

type Command = [program: string, ...args: string[]]
const commandOf = (script: string, args: string[]): Command => [
  process.execPath,
  ...process.execArgv,
  script,
  ...args,
]

/** Starts a measured process, pinned to the first core if possible. */
export function startPinned(script: string, ...args: string[]): Promise<Started> {
  const command = commandOf(script, args)
  return startMeasured(canPin ? ['taskset', '-c', '0', ...command] : command, Ready)
}

/** Starts a measured process that uses all cores, as in production. */
export const startUnpinned = (script: string, ...args: string[]): Promise<Started> =>
  startMeasured(commandOf(script, args), Ready)

export type Call = { path: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }
export type Answer = { bytes: Buffer; status: number; etag: string | undefined }
/** `perCore`: requests per second of the process's CPU time, so that other load has little influence. */
export type MeasuredCalls = { perCore: number; p99: number; bytes: number }

export function openClient(clients: number, seconds: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })

  function ask(url: string, { path, method = 'GET', headers = {}, body }: Call): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const outgoing = request(url + path, { agent, method, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const { statusCode: status = 0, headers: sent } = response
          const bytes = Buffer.concat(chunks)
          if (status === 200 || status === 304) resolve({ bytes, status, etag: sent.etag })
          else reject(new Error(`${path} answered ${status}: ${bytes.toString().slice(0, 500)}`))
        })
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }

  async function measure({ url, pid }: Served, call: Call): Promise<MeasuredCalls> {
    const { bytes } = await ask(url, call)
    const before = processorTime(pid)
    const { milliseconds } = await inParallel(clients, seconds, async () => void (await ask(url, call)))
    const computed = processorTime(pid) - before
    return {
      perCore: (milliseconds.length / computed) * 1000,
      p99: quantile(milliseconds, 0.99),
      bytes: bytes.length,
    }
  }

  return { ask, measure, close: () => agent.destroy() }
}
