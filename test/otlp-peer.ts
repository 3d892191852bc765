import { createServer } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import type { OtlpConfig } from '#server/kernel/telemetry/telemetry.ts'
import { listenLocally } from '#test/listen.ts'

const Attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })
const SentSpan = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(Attribute),
  status: z.object({ code: z.number().optional() }),
})
const Traces = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(SentSpan) })) })),
})

/** A collector of OpenTelemetry data that keeps what it receives until the test ends. */
export async function startCollector(sampledShare = 1) {
  const received: { url: string; key: string; body: string }[] = []
  const collector = createServer(async (request, response) => {
    received.push({ url: request.url!, key: String(request.headers['x-key']), body: await readText(request) })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  const port = await listenLocally(collector)
  onTestFinished(() => void collector.close())
  const config: OtlpConfig = {
    endpoint: `http://127.0.0.1:${port}`,
    headers: { 'x-key': 'k' },
    serviceName: 'pets',
    sampledShare,
  }
  const sentTo = (path: string) => received.filter((one) => one.url === path)
  const spans = () =>
    sentTo('/v1/traces')
      .flatMap(({ body }) => Traces.parse(JSON.parse(body)).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  return { config, received, sentTo, spans }
}
