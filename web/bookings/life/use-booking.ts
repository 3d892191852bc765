import { useCallback, useEffect, useRef, useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { RequestInput } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { api, ApiProblem, ignoreRequestError } from '#web/api.ts'
import { isOpenRequest } from '#web/bookings/life/booking-words.ts'
import { useLive } from '#web/live/use-live.ts'

type Sending = RequestInput<Endpoints['PUT /v1/bookings']>['body']
type WithoutTarget<T> = T extends unknown ? Omit<T, 'id' | 'version'> : never
/** One event with its fields. */
export type BookingStep = WithoutTarget<Sending>

const everyMilliseconds = 20_000

/** Problem codes that mean the page is outdated: the booking is loaded again first. */
const outdated: readonly ProblemCode[] = ['version-stale', 'booking-action-not-allowed', 'refund-changed']

export type Moved = 'done' | 'outdated' | 'refund-changed'

/**
 * Keeps the booking up to date: reloads it on live events, when the page becomes visible, and every 20 seconds while a
 * decision is pending.
 */
export function useBooking(loaded: Booking) {
  const [booking, setBooking] = useState(loaded)
  const [news, setNews] = useState<string | null>(null)
  const { id, version } = booking
  const hasOpenCase = booking.cases.some((one) => one.status !== 'resolved')
  const pending = isOpenRequest(booking) || booking.change !== null || hasOpenCase
  const busy = useRef(false)

  const refresh = useCallback(async () => {
    const fresh = await api('GET /v1/bookings/:bookingId', { params: { bookingId: id } })
    setBooking(fresh)
    return fresh
  }, [id])

  useEffect(() => setBooking(loaded), [loaded])

  const refreshIfVisible = useCallback(() => {
    if (document.visibilityState !== 'visible' || busy.current) return
    // A failed refresh is made up for by the next one.
    refresh().catch(ignoreRequestError)
  }, [refresh])

  useLive('booking', (event) => {
    if (!event || event['bookingId'] === id) refreshIfVisible()
  })

  useEffect(() => {
    document.addEventListener('visibilitychange', refreshIfVisible)
    const timer = pending ? setInterval(refreshIfVisible, everyMilliseconds) : undefined
    return () => {
      document.removeEventListener('visibilitychange', refreshIfVisible)
      clearInterval(timer)
    }
  }, [pending, refreshIfVisible])

  /** Sends one event. If it was refused because the page was outdated, reloads the booking and then shows a message. */
  const move = async (step: BookingStep): Promise<Moved> => {
    busy.current = true
    setNews(null)
    try {
      setBooking(await api('PUT /v1/bookings', { body: { ...step, id, version } }))
      return 'done'
    } catch (error) {
      if (!(error instanceof ApiProblem) || !outdated.includes(error.problem.code)) throw error
      await refresh()
      if (error.problem.code === 'refund-changed') return 'refund-changed'
      setNews('This booking changed in the meantime, so nothing was sent. Here is how it stands now.')
      return 'outdated'
    } finally {
      busy.current = false
    }
  }

  return { booking, take: setBooking, move, refresh, news, showNews: setNews }
}

export type BookingInUse = ReturnType<typeof useBooking>
