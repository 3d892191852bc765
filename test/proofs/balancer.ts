import { Agent, createServer, request as ask } from 'node:http'
import { listenLocally } from '#test/listen.ts'

export type Balancer = { url: string; stop: () => Promise<void> }

/** Distributes requests round-robin. It never retries: an unreachable server is answered with 503 and Retry-After. */
export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  let next = 0
  const server = createServer((incoming, outgoing) => {
    const target = new URL(incoming.url!, urls[next++ % urls.length])
    const { method, headers } = incoming
    const forward = ask(target, { method: method!, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
      answer.once('error', () => outgoing.destroy())
    })
    forward.once('error', () => {
      if (outgoing.headersSent) return void outgoing.destroy()
      outgoing.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '1' })
      outgoing.end(JSON.stringify({ type: '/problems/unavailable', code: 'unavailable', status: 503 }))
    })
    incoming.pipe(forward)
  })
  const port = await listenLocally(server)
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
