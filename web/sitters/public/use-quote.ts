import { useCallback, useEffect, useRef, useState } from 'react'
import type { BookingDraftInput, Quote } from '#contract/bookings/bookings.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { api, ApiProblem } from '#web/api.ts'

/** The price of a draft, or why there is none. */
export type Priced =
  | { quote: Quote; problem: null }
  | { quote: null; problem: Pick<ProblemBody, 'code' | 'title' | 'detail'> & Partial<ProblemBody> }

/** A draft that has a price without its promo code. */
export const isPromoRefusal = (priced: Priced | null): boolean => priced?.problem?.code === 'promo-invalid'

const pauseMs = 120

/** Why a draft has no price, also when no answer came. */
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

/** Follows the draft: asks a moment after the last change, and only the answer to the newest draft counts. */
export function useQuote(draft: BookingDraftInput | null, initial: Priced | null) {
  const key = draft && JSON.stringify(draft)
  const [answer, setAnswer] = useState<{ key: string | null; priced: Priced | null }>({
    key,
    priced: initial,
  })
  const [attempt, setAttempt] = useState(0)
  const answered = useRef(initial ? `${key}#0` : null)

  useEffect(() => {
    const wanted = `${key}#${attempt}`
    if (key === null || answered.current === wanted) return
    const abort = new AbortController()
    const settle = (priced: Priced) => {
      if (abort.signal.aborted) return
      answered.current = wanted
      setAnswer({ key, priced })
    }
    const timer = setTimeout(() => {
      const body = JSON.parse(key) as BookingDraftInput
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
    /** The last price known; while another is on its way it is the one before. */
    priced: key === null ? null : answer.priced,
    updating: key !== null && answer.key !== key,
    again: useCallback(() => setAttempt((now) => now + 1), []),
    /** Takes a price that came another way, such as with a refusal. */
    accept,
  }
}
