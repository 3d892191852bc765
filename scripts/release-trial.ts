import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operatorCommands } from './release-files.ts'

/**
 * Unpacks a release, starts it with an empty site and loads its home page; throws with what it printed if that fails.
 */
export async function tryRelease(file: string): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), 'sitwell-release-'))
  execFileSync('tar', ['--extract', '--file', file, '--directory', data])
  const folder = join(data, readdirSync(data)[0]!)
  const port = await freePort()
  const server = spawn(join(folder, 'bin/sitwell'), ['start'], {
    cwd: data,
    env: {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      NODE_ENV: 'development',
      DEMO: 'off',
      PORT: `${port}`,
      DATA_DIR: join(data, 'data'),
    },
  })
  let output = ''
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()))
  const ready = new Promise<boolean>((resolve) => {
    server.stdout.on('data', () => output.includes('Ready after') && resolve(true))
    server.on('exit', () => resolve(false))
  })
  try {
    if (!(await ready)) throw new Error(`The release does not start:\n${output}`)
    const response = await fetch(`http://localhost:${port}/`)
    const page = await response.text()
    if (response.status !== 200 || !page.includes('</html>'))
      throw new Error(`The home page of the release is answered with ${response.status}:\n${output}`)
    const help = execFileSync(join(folder, 'bin/sitwell'), ['operator', 'help'], { encoding: 'utf8' })
    if (!help.startsWith(operatorCommands.archive))
      throw new Error(`The release calls its commands otherwise:\n${help}`)
    return /Ready after ([\d.]+ s)/.exec(output)![0].toLowerCase()
  } finally {
    server.kill('SIGTERM')
    await ended
    await rm(data, { recursive: true, force: true })
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
