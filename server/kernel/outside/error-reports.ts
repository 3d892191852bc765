import { randomUUID } from 'node:crypto'
import { type Clock, stopwatch } from '#server/kernel/clock.ts'
import { codeOf, messageOf } from '#server/kernel/error-facts.ts'
import { withoutAddresses, withoutValues } from '#server/kernel/private-text.ts'
import { version } from '#server/kernel/version.ts'

/** Where a service that understands Sentry's envelopes receives them. */
export type ErrorsTo = { endpoint: string; key: string }

/** Reads a DSN like `https://key@errors.example.org/7`; undefined if it is none. */
export function readDsn(text: string): ErrorsTo | undefined {
  const [, origin, key, host, path = '', project] =
    /^(https?:\/\/)(\w+)(?::\w+)?@([\w.:-]+)((?:\/[\w-]+)*)\/(\d+)$/.exec(text) ?? []
  return key === undefined ? undefined : { endpoint: `${origin}${host}${path}/api/${project}/envelope/`, key }
}

type Options = {
  now: Clock
  environment: string
  /** Called if a report could not be delivered. */
  onFailure: (error: unknown) => void
  elapsed?: () => number
}

const maxWaiting = 20
const maxCauses = 200
const repeatMs = 60_000
const timeoutMs = 5_000
const stopMs = 2_000

const textOf = (error: unknown): string => withoutValues(withoutAddresses(messageOf(error)))

/** Frames of a stack, oldest first, with paths that begin below the checkout. */
function framesOf(stack: string) {
  const calls = [...stack.matchAll(/^ +at (?:(.*?) \()?(?:file:\/\/)?([^()\n]*?):(\d+):(\d+)\)?$/gm)]
  return calls.toReversed().map(([, name, file, line, column]) => ({
    function: name ?? '?',
    filename: file!.replace(/^.*\/(?=(?:server|web|contract|database|scripts|build|node_modules)\/)/, ''),
    lineno: Number(line),
    colno: Number(column),
    in_app: !/node_modules|^node:/.test(file!),
  }))
}

/** Contains what went wrong and where, but no request, no person, no values and no name of the machine. */
const eventOf = (error: unknown, message: string, id: string, { now, environment }: Options) => ({
  event_id: id,
  timestamp: now().getTime() / 1000,
  platform: 'node',
  level: 'error',
  release: `sitwell@${version}`,
  environment,
  transaction: message,
  exception: {
    values: [
      {
        type: error instanceof Error ? error.name : 'Error',
        value: textOf(error),
        ...(error instanceof Error && error.stack ? { stacktrace: { frames: framesOf(error.stack) } } : {}),
      },
    ],
  },
  tags: { code: codeOf(error) },
})

export type ErrorReports = { report: (error: unknown, message: string) => void; stop: () => Promise<void> }

/**
 * Sends errors one after the other, and the same one at most once a minute. Nothing waits for it: what does not fit into
 * the queue is dropped, and while the service refuses reports nothing is sent to it.
 */
export function openErrorReports({ endpoint, key }: ErrorsTo, options: Options): ErrorReports {
  const { now, onFailure, elapsed = stopwatch } = options
  const waiting: string[] = []
  const reportedAt = new Map<string, number>()
  const state = { pausedUntil: -Infinity, sending: Promise.resolve(), isSending: false }

  /** Returns true if this cause was reported in the last minute, and notes it otherwise. */
  function wasReported(cause: string): boolean {
    const at = elapsed()
    for (const [old, since] of reportedAt) if (at - since >= repeatMs) reportedAt.delete(old)
    if (reportedAt.has(cause) || reportedAt.size >= maxCauses) return true
    reportedAt.set(cause, at)
    return false
  }

  async function send(body: string): Promise<void> {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_client=sitwell/${version}, sentry_key=${key}`,
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    if (response.ok) return
    const seconds = Number(response.headers.get('retry-after'))
    state.pausedUntil = elapsed() + Math.max(repeatMs, (seconds || 0) * 1000)
    throw new Error(`The service for errors answered ${response.status}.`)
  }

  async function sendAll(): Promise<void> {
    state.isSending = true
    for (let body = waiting.shift(); body !== undefined; body = waiting.shift())
      try {
        await send(body)
      } catch (error) {
        if (state.pausedUntil < elapsed()) state.pausedUntil = elapsed() + repeatMs
        waiting.length = 0
        onFailure(error)
      }
    state.isSending = false
  }

  return {
    report(error, message) {
      if (elapsed() < state.pausedUntil || waiting.length >= maxWaiting) return
      if (wasReported([message, codeOf(error), textOf(error)].join('\n'))) return
      const id = randomUUID().replaceAll('-', '')
      const header = { event_id: id, sent_at: now().toISOString() }
      const lines = [header, { type: 'event' }, eventOf(error, message, id, options)]
      waiting.push(lines.map((line) => JSON.stringify(line)).join('\n'))
      if (!state.isSending) state.sending = sendAll()
    },
    /** Waits for what is being sent, for two seconds at most. */
    async stop() {
      const timer = Promise.withResolvers<void>()
      const timeout = setTimeout(timer.resolve, stopMs)
      await Promise.race([state.sending, timer.promise])
      clearTimeout(timeout)
    },
  }
}
