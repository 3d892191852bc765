import { createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Each round of the event loop accepts one connection from each of them. */
const sockets = 32

const idleCheckMs = 50

/** A connection takes about 10 KB; twice as many as there may be open streams. */
const mostConnections = 10_000

type Address = { port: number; host: string }
export type Listening = {
  url: string
  /** Answers the requests that have begun, and closes all connections and the server. */
  close: () => Promise<void>
}

/**
 * Lets the server listen. Node accepts only one connection in each round of the event loop, and under load a round takes
 * many milliseconds: visitors would wait for seconds before their request is read. So several sockets listen on the same
 * port, which Linux allows to one user (SO_REUSEPORT).
 */
export async function listen(
  app: FastifyInstance,
  address: Address,
  most = mostConnections,
): Promise<Listening> {
  limitConnections(app.server, most)
  const canShare = process.platform === 'linux'
  const first = { ...address, reusePort: canShare }
  if (canShare && address.port !== 0) await refuseTakenPort(address)
  const url = await app.listen(first)
  const all = { ...first, port: Number(new URL(url).port) }
  const others = Array.from({ length: canShare ? sockets - 1 : 0 }, () =>
    createServer({ noDelay: true }, (socket) => void app.server.emit('connection', socket)),
  )
  await Promise.all(others.map((other) => begin(other, all)))
  return {
    url,
    async close() {
      const closed = others.map((other) => new Promise((done) => other.close(done)))
      // A connection whose request was running when the server began to close stays open for the next one otherwise.
      const timer = setInterval(() => app.server.closeIdleConnections(), idleCheckMs)
      try {
        await Promise.all([app.close(), ...closed])
      } finally {
        clearInterval(timer)
      }
    },
  }
}

const begin = (server: Server, address: Address): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(address, resolve)
  })

/** Closes connections beyond this number at once, because each needs memory even if nothing is asked for. */
function limitConnections(server: Server, most: number): void {
  let open = 0
  server.on('connection', (socket) => {
    if (open >= most) return void socket.destroy()
    open++
    socket.once('close', () => open--)
  })
}

/** A shared port would also be shared with another process of the same user. */
async function refuseTakenPort(address: Address): Promise<void> {
  const probe = createServer()
  await begin(probe, address)
  await new Promise((closed) => probe.close(closed))
}
