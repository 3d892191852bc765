// Exits with 0 if the server of this machine answers, for the health check of a container. Reads the same variables as
// the server, and also works for a process that has only METRICS_ADDRESS.
import { messageOf } from '#server/kernel/error-facts.ts'

const { METRICS_ADDRESS: metricsAddress, HOST: host, PORT: port } = process.env
const isEverywhere = !host || host === '0.0.0.0' || host === '::'
const name = isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
const address = metricsAddress || `${name}:${port || 3000}`

try {
  const response = await fetch(`http://${address}/healthz`, { signal: AbortSignal.timeout(4_000) })
  if (!response.ok) throw new Error(`it answered with ${response.status}`)
} catch (error) {
  console.error(`There is no healthy server at ${address}: ${messageOf(error)}`)
  process.exitCode = 1
}
