import { stopwatch } from '#server/kernel/clock.ts'
import type { Needs } from '#server/kernel/db/freshness.ts'
import type { AnsweredRequest, EarlyAnswer, RawRequest, RawResponse } from '#server/kernel/http/web-server.ts'
import { type Form, formOf } from '#server/pages/page.ts'
import type { PageCache } from '#server/pages/page-cache.ts'

export type KeptPagesOptions = {
  cache: Pick<PageCache, 'fresh'>
  needsOf: (cookie: string | undefined) => Needs
  /** Sent with every page. */
  headers: Readonly<Record<string, string>>
  /** Returns false for a request that the hooks of the server may refuse. */
  isOpenTo: (request: RawRequest) => boolean
  /** Counts the request until its response is closed; returns false if the server is too busy. */
  admit: (response: RawResponse) => boolean
  /** The route under which pages are logged and measured. */
  route: string
  /** Called once the answer is sent. */
  onAnswered: (answered: AnsweredRequest, request: RawRequest) => void
}

/**
 * Answers requests for pages that are in the cache and fresh, before routing and hooks, which take longer than sending
 * the page. Everything else goes on to them: a page that must be rendered, a visitor who has just changed something, and
 * what is refused.
 */
export function answerFromCache(options: KeptPagesOptions): EarlyAnswer {
  const { cache, needsOf, headers: common, isOpenTo, admit, route, onAnswered } = options
  const commonHeaders = Object.entries(common).flat()
  /** Alternating names and values, the form of headers that Node sends fastest. */
  const sent = new WeakMap<Form, string[]>()

  function headersOf(form: Form): string[] {
    const known = sent.get(form)
    if (known) return known
    const length = form.body ? ['content-length', `${form.body.length}`] : []
    const headers = [...commonHeaders, ...form.headers.flat(), ...length]
    sent.set(form, headers)
    return headers
  }

  return (request, response) => {
    const { method, url = '', headers } = request
    if ((method !== 'GET' && method !== 'HEAD') || !isOpenTo(request)) return false
    if (needsOf(headers.cookie).position !== undefined) return false
    const page = cache.fresh(url)
    if (!page || !admit(response)) return false
    const startedAt = stopwatch()
    const form = formOf(page, headers)
    const { status } = form
    response.once('finish', () => onAnswered({ method, route, status, ms: stopwatch() - startedAt }, request))
    response.writeHead(status, headersOf(form)).end(form.body)
    return true
  }
}
