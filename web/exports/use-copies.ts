import { useCallback, useEffect, useState } from 'react'
import type { EndpointResponse } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { api } from '#web/api.ts'

export type Copies = EndpointResponse<Endpoints['GET /v1/accounts/:accountId/exports']>

const everyMilliseconds = 2_000

/** Returns a person's exports and polls while one is being prepared. `isAway`: the last poll failed. */
export function useCopies(accountId: string, initial: Copies) {
  const [copies, setCopies] = useState(initial)
  const [isAway, setAway] = useState(false)
  useEffect(() => setCopies(initial), [initial])

  const readAgain = useCallback(async () => {
    setCopies(await api('GET /v1/accounts/:accountId/exports', { params: { accountId } }))
  }, [accountId])

  const isRunning = copies.items[0]?.state === 'preparing'
  useEffect(() => {
    if (!isRunning) return undefined
    let isReading = false
    const timer = setInterval(() => {
      if (isReading) return
      isReading = true
      readAgain()
        .then(
          () => setAway(false),
          () => setAway(true),
        )
        .finally(() => {
          isReading = false
        })
    }, everyMilliseconds)
    return () => clearInterval(timer)
  }, [isRunning, readAgain])

  return { copies, isAway, readAgain }
}
