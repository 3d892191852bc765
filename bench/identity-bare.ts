// The password hash alone over HTTP, as a limit of `bench/identity.ts`: the same parameters, requests and bytes, and as
// many hashes at once as the service computes. The answer is the first argument.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { hash, verify } from '@node-rs/argon2'
import { defaultHash } from '#server/identity/options.ts'
import { maxConcurrentHashes } from '#server/identity/passwords/hash.ts'
import { limitConcurrency } from '#server/kernel/jobs/limit-concurrency.ts'
import { password } from './identity-plan.ts'

const answer = process.argv[2]!
const { memoryCost, timeCost, parallelism } = defaultHash
const stored = await hash(password, { memoryCost, timeCost, parallelism })
const runQueued = limitConcurrency(maxConcurrentHashes(defaultHash), Infinity, () => new Error('Too many.'))

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await text(request)
  const isMatch = await runQueued(() => verify(stored, password))
  response
    .writeHead(isMatch ? 200 : 400, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(answer),
    })
    .end(answer)
}

const server = createServer((request, response) => void respond(request, response))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
if (typeof address !== 'object' || !address) throw new Error('The bare server has no port')
process.on('disconnect', () => {
  server.closeAllConnections()
  server.close()
})
process.send!({ url: `http://127.0.0.1:${address.port}`, readyMs: performance.now() })
