import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { vi } from 'vitest'
import { freePort } from '#server/kernel/postgres/postgres.ts'
import { openWorkFolder } from '#test/work-folder.ts'
import { ensureProxies } from '../scripts/proxies.ts'

type Proxy = { port: number; close: () => Promise<void> }
export type ProxyName = 'nginx' | 'haproxy'

const nginx = (folder: string, port: number, toPort: number) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr warn;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://127.0.0.1:${toPort};
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto https;
    }
  }
}
`
const haproxy = (_folder: string, port: number, toPort: number) => `
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend site
  bind 127.0.0.1:${port}
  option forwardfor
  http-request set-header X-Forwarded-Proto https
  default_backend server
backend server
  server one 127.0.0.1:${toPort}
`
const kinds = {
  nginx: { write: nginx, args: (folder: string, file: string) => ['-p', folder, '-c', file, '-e', 'stderr'] },
  haproxy: { write: haproxy, args: (_folder: string, file: string) => ['-db', '-q', '-f', file] },
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** A real proxy, configured as OPERATING.md describes, in front of a local port. */
export async function openProxy(name: ProxyName, toPort: number): Promise<Proxy> {
  const { folder, remove } = await openWorkFolder()
  const port = await freePort()
  const file = join(folder, `${name}.conf`)
  await writeFile(file, kinds[name].write(folder, port, toPort))
  const child = spawn(ensureProxies()[name], kinds[name].args(folder, file), {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await vi.waitUntil(
    () => {
      if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}: ${stderr}`)
      return listens(port)
    },
    { timeout: 30_000, interval: 20 },
  )
  return {
    port,
    async close() {
      child.kill('SIGTERM')
      await ended
      await remove()
    },
  }
}

/** Sends a request from a given source address (all of 127.0.0.0/8 is this machine). */
export function requestFrom(
  address: string,
  {
    port,
    path,
    headers,
    body,
  }: { port: number; path: string; headers: Record<string, string>; body: object },
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        localAddress: address,
        port,
        path,
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'application/json', ...headers },
      },
      (answer) => {
        let text = ''
        answer.on('data', (piece: Buffer) => (text += piece.toString()))
        answer.on('end', () => resolve({ status: answer.statusCode!, text }))
        answer.on('error', reject)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(JSON.stringify(body))
  })
}
