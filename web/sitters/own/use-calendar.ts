import { useEffect, useRef, useState } from 'react'
import type { EndpointResponse } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { refuseStale } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { useLive } from '#web/live/use-live.ts'
import type { DayChange } from '#web/sitters/own/calendar-days.ts'
import { isMissing } from '#web/sitters/own/use-rates.ts'
import { addDays, type Day } from '#web/ui/dates/days.ts'

export type Calendar = EndpointResponse<Endpoints['GET /v1/sitters/:sitterId/calendar']>
export type OwnCalendar = ReturnType<typeof useCalendar>

/** Limit of the API for changed days in a request. */
const mostChanges = 400

/** The last day that can be opened or closed; tomorrow if no service is offered. */
export function lastDayOf({ items, today }: Calendar): Day {
  const last = items.at(-1)?.on ?? today
  return last > today ? last : addDays(today, 1)
}

/** The calendar as the server last returned it, and the command that changes days and confirms the rest. */
export function useCalendar(sitterId: string, loaded: Calendar, onConfirmed: (on: string) => void) {
  const [calendar, setCalendar] = useState(loaded)
  const version = useRef(loaded.version)
  const params = { sitterId }

  const take = (next: Calendar) => {
    version.current = next.version
    setCalendar(next)
  }
  const readAgain = async () => take(await api('GET /v1/sitters/:sitterId/calendar', { params, query: {} }))

  // An external calendar was read or removed.
  useLive('calendar', () => void readAgain())

  // Another tab of the page may have changed the weekday capacity since the page was loaded.
  useEffect(() => {
    const abort = new AbortController()
    const fetchFresh = async () => {
      const options = { signal: abort.signal }
      const request = { params: { sitterId }, query: {} }
      const fresh = await api('GET /v1/sitters/:sitterId/calendar', request, options)
      version.current = fresh.version
      setCalendar(fresh)
    }
    fetchFresh().catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
    return () => abort.abort()
  }, [sitterId])

  const send = async (changes: readonly DayChange[]) => {
    for (let start = 0; start === 0 || start < changes.length; start += mostChanges)
      take(
        await api('PUT /v1/sitters/:sitterId/calendar', {
          params,
          body: { days: changes.slice(start, start + mostChanges), version: version.current },
        }).catch((error: unknown) => refuseStale(error, readAgain)),
      )
    onConfirmed(calendar.today)
  }
  return { calendar, send }
}
