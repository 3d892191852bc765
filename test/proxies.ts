import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { vi } from 'vitest'
import { freePort } from '#server/kernel/postgres/postgres.ts'
import { openWorkFolder } from '#test/work-folder.ts'
import { ensureProxies } from '../scripts/proxies.ts'

type Proxy = { port: number; folder: string; close: () => Promise<void> }
export type ProxyName = 'nginx' | 'haproxy' | 'caching nginx'

const inMain = (folder: string, servers: string) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr warn;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
${servers}
}
`
const nginx = (folder: string, port: number, toPort: number) =>
  inMain(
    folder,
    `server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://127.0.0.1:${toPort};
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto https;
    }
  }`,
  )
/** The configuration that is shipped for caching, with its ports and folders replaced by those of the test. */
const cachingNginx = (folder: string, port: number, toPort: number) => {
  const shipped = readFileSync(new URL('../deploy/cdn/nginx.conf', import.meta.url), 'utf8')
  const replaced = shipped
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('server 127.0.0.1:3000 ', `server 127.0.0.1:${toPort} `)
    .replaceAll('/var/cache/nginx/sitwell/', `${folder}/cache/`)
  return inMain(folder, replaced)
}
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
const nginxArgs = (folder: string, file: string) => ['-p', folder, '-c', file, '-e', 'stderr']
const kinds = {
  nginx: { program: 'nginx', write: nginx, args: nginxArgs },
  'caching nginx': { program: 'nginx', write: cachingNginx, args: nginxArgs },
  haproxy: {
    program: 'haproxy',
    write: haproxy,
    args: (_folder: string, file: string) => ['-db', '-q', '-f', file],
  },
} as const

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
  await mkdir(join(folder, 'cache'))
  const file = join(folder, 'proxy.conf')
  await writeFile(file, kinds[name].write(folder, port, toPort))
  const child = spawn(ensureProxies()[kinds[name].program], kinds[name].args(folder, file), {
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
    folder,
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
