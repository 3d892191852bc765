import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '#server/kernel/log.ts'
import { createServer, type EarlyAnswer } from '#server/kernel/http/web-server.ts'
import { openTelemetry } from '#server/kernel/telemetry/telemetry.ts'
import { answerFromCache } from '#server/pages/kept-pages.ts'
import { createPageCache } from '#server/pages/page-cache.ts'
import { sendPage, sharedPage } from '#server/pages/page.ts'
import { portOf } from '#test/listen.ts'
import { startCollector } from '#test/otlp-peer.ts'

test('each request for a public page is one trace, which says whether the page was in the cache', async () => {
  const { config, spans, received } = await startCollector()
  const telemetry = (await openTelemetry(config, async () => []))!
  const clock = { now: 0 }
  const cache = createPageCache({
    bytes: 1_000_000,
    onError: () => {},
    onRequest: telemetry.notePageCache,
    now: () => clock.now,
  })
  const answered = { early: (): void => {} }
  const answerEarly: EarlyAnswer = answerFromCache({
    cache,
    needsOf: () => ({}),
    headers: {},
    isOpenTo: () => true,
    admit: () => true,
    route: '/*',
    onAnswered(one) {
      telemetry.traceKeptPage(one)
      answered.early()
    },
  })
  const app = createServer({ log: createLog('silent'), trustProxy: undefined, answerEarly })
  telemetry.watch(app)
  app.get('/*', async (request, reply) => {
    await Promise.resolve()
    return sendPage(
      request,
      reply,
      await cache.get(request.url, async () => sharedPage({ headers: [], body: Buffer.from('olga') })),
    )
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const ask = async () => (await fetch(`http://127.0.0.1:${portOf(app.server)}/sitters?name=olga`)).text()

  await ask()
  const { promise, resolve } = Promise.withResolvers<void>()
  answered.early = resolve
  await ask()
  await promise
  clock.now = 2_000
  await ask()
  await app.close()
  await telemetry.stop()

  const valueOf = ({ attributes }: ReturnType<typeof spans>[number], key: string) =>
    Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0]
  expect(
    spans()
      .map((span) => [
        valueOf(span, 'sitwell.page_cache.outcome'),
        span.name,
        valueOf(span, 'http.route'),
        valueOf(span, 'http.response.status_code'),
      ])
      .sort(),
  ).toEqual([
    ['hit', 'GET /*', '/*', 200],
    ['miss', 'GET /*', '/*', 200],
    ['stale', 'GET /*', '/*', 200],
  ])
  expect(new Set(spans().map(({ traceId }) => traceId)).size).toBe(3)
  expect(JSON.stringify(received)).not.toContain('olga')
})
