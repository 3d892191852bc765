import { useEffect, useRef, useState } from 'react'
import type { Quote } from '#contract/bookings/bookings.ts'
import { errorsOf } from '#web/accounts/call-errors.ts'

const pauseMilliseconds = 250

export type Price = { quote: Quote | null; refusal: string | null; updating: boolean; again: () => void }

/** Fetches the price of a draft, debounced; `key` is null while the draft is incomplete. */
export function usePrice(key: string | null, fetchQuote: (signal: AbortSignal) => Promise<Quote>): Price {
  const [answer, setAnswer] = useState<{ of: string; quote: Quote | null; refusal: string | null } | null>(
    null,
  )
  const [attempt, setAttempt] = useState(0)
  const latest = useRef(fetchQuote)
  useEffect(() => {
    latest.current = fetchQuote
  })
  const wanted = key === null ? null : `${key} ${attempt}`
  useEffect(() => {
    if (wanted === null) return
    const abort = new AbortController()
    const settle = (quote: Quote | null, refusal: string | null) => {
      if (!abort.signal.aborted) setAnswer({ of: wanted, quote, refusal })
    }
    const timer = setTimeout(() => {
      latest.current(abort.signal).then(
        (quote) => settle(quote, null),
        (error: unknown) => {
          const errors = errorsOf(error)
          settle(
            null,
            errors?.map(({ message }) => message).join(' ') ?? 'The price could not be worked out.',
          )
        },
      )
    }, pauseMilliseconds)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [wanted])
  return {
    quote: wanted === null ? null : (answer?.quote ?? null),
    refusal: wanted === null ? null : (answer?.refusal ?? null),
    updating: wanted !== null && answer?.of !== wanted,
    again: () => setAttempt((now) => now + 1),
  }
}

/** Returns the hash to send with a step; null unless the price matches what is shown. */
export const hashOf = ({ quote, updating }: Price): string | null =>
  quote && !updating ? quote.quoteHash : null
