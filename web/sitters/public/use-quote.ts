import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { BookingDraftInput, Quote } from '#contract/bookings/bookings.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { api, ApiProblem } from '#web/api.ts'

/** The price of a draft, or why there is none. */
export type Priced =
  | { quote: Quote; problem: null }
  | { quote: null; problem: Pick<ProblemBody, 'code' | 'title' | 'detail'> & Partial<ProblemBody> }

/** True if the draft would have a price without its promo code. */
export const isPromoRefusal = (priced: Priced | null): boolean => priced?.problem?.code === 'promo-invalid'

const pauseMs = 120

/** Converts an error to a problem, including a failed connection. */
export const problemOf = (error: unknown): Priced => ({
  quote: null,
  problem:
    error instanceof ApiProblem
      ? error.problem
      : {
          code: 'unavailable',
          title: 'The price could not be worked out',
          detail: error instanceof Error ? error.message : '',
        },
})

/** Quotes the draft, debounced after each change; responses to earlier drafts are dropped. */
export function useQuote(draft: BookingDraftInput | null, initial: Priced | null) {
  const key = draft && JSON.stringify(draft)
  const [answer, setAnswer] = useState<{ key: string | null; priced: Priced | null }>({
    key,
    priced: initial,
  })
  const [attempt, setAttempt] = useState(0)
  const answered = useRef(initial ? `${key}#0` : null)

  const readDraft = useEffectEvent(() => draft)

  useEffect(() => {
    const wanted = `${key}#${attempt}`
    const body = readDraft()
    if (!body || answered.current === wanted) return
    const abort = new AbortController()
    const settle = (priced: Priced) => {
      if (abort.signal.aborted) return
      answered.current = wanted
      setAnswer({ key, priced })
    }
    const timer = setTimeout(() => {
      api('POST /v1/bookings/calculate-cost', { body }, { signal: abort.signal }).then(
        (quote) => settle({ quote, problem: null }),
        (error: unknown) => settle(problemOf(error)),
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [key, attempt])

  const accept = useCallback(
    (quote: Quote) => {
      answered.current = `${key}#${attempt}`
      setAnswer({ key, priced: { quote, problem: null } })
    },
    [key, attempt],
  )
  return {
    /** The last known price; while a new one is loading, the previous one. */
    priced: key === null ? null : answer.priced,
    updating: key !== null && answer.key !== key,
    again: useCallback(() => setAttempt((now) => now + 1), []),
    /** Sets a price obtained in another way, such as from a refusal. */
    accept,
  }
}
