import { useEffect, useState } from 'react'
import type { EndpointResponse } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { Fees } from '#contract/settings.ts'
import { api, ApiProblem, NetworkProblem } from '#web/api.ts'

export type Medians = EndpointResponse<Endpoints['GET /v1/rate-medians']>

const pauseMilliseconds = 250

/** Whether an error can be ignored, because the page works without the answer. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiProblem ||
  error instanceof NetworkProblem ||
  (error instanceof DOMException && error.name === 'AbortError')

/** Median rates around a town, once the town is known. */
export function useMedians(placeId: number | null): Medians | null {
  const [medians, setMedians] = useState<Medians | null>(null)
  useEffect(() => {
    setMedians(null)
    if (placeId === null) return
    const abort = new AbortController()
    api('GET /v1/rate-medians', { query: { placeId } }, { signal: abort.signal }).then(
      setMedians,
      (error: unknown) => {
        if (!isMissing(error)) throw error
      },
    )
    return () => abort.abort()
  }, [placeId])
  return medians
}

/** Fees on an amount by the pricing engine; debounced. */
export function useFees(subtotal: number | null): Fees | null {
  const [fees, setFees] = useState<Fees | null>(null)
  useEffect(() => {
    if (subtotal === null || subtotal <= 0) {
      setFees(null)
      return
    }
    const abort = new AbortController()
    const timer = setTimeout(() => {
      api('GET /v1/fees', { query: { subtotal } }, { signal: abort.signal }).then(
        setFees,
        (error: unknown) => {
          if (!isMissing(error)) throw error
        },
      )
    }, pauseMilliseconds)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [subtotal])
  return fees
}
