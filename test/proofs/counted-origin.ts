import { Agent, createServer, request as ask } from 'node:http'
import { listenLocally } from '#test/listen.ts'

/** Passes requests on to a server and counts them; a server that is away is a lost connection. */
export async function openCountedOrigin(url: string) {
  const agent = new Agent({ keepAlive: true })
  const seen: { path: string; status: number }[] = []
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url: path = '' } = incoming
    const forward = ask(new URL(path, url), { method: method!, headers, agent }, (answer) => {
      seen.push({ path, status: answer.statusCode! })
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
      answer.once('error', () => outgoing.destroy())
    })
    forward.once('error', () => outgoing.destroy())
    incoming.pipe(forward)
  })
  const port = await listenLocally(server)
  return {
    port,
    /** The statuses with which this address was answered. */
    answersTo: (path: string): number[] =>
      seen.filter((one) => one.path === path).map(({ status }) => status),
    async close() {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
