import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { SitterService } from '#contract/sitters/sitters.ts'
import { usePendingNavigation } from '#web/pending-navigation.ts'
import {
  type BookingState,
  bookingParams,
  parseBooking,
  canonicalise,
} from '#web/sitters/public/booking-state.ts'

const pauseMs = 250
/** Other parameters that the page keeps in its URL. */
const preservedParams = ['reviews', 'step'] as const

/** Returns the function that writes a state as URL, with the other parameters that the page keeps. */
function useAddressOf(params: URLSearchParams, pathname: string) {
  return useCallback(
    (next: BookingState, extra: Record<string, string> = {}, current = params) => {
      const search = new URLSearchParams(bookingParams(next))
      for (const name of preservedParams) if (current.get(name)) search.set(name, current.get(name)!)
      for (const [name, value] of Object.entries(extra)) {
        if (value) search.set(name, value)
        else search.delete(name)
      }
      return `${pathname}?${search}`
    },
    [params, pathname],
  )
}

/** State of the form. The URL follows it after a pause; a changed URL (back, a link) changes the form. */
export function useBookingForm(offered: readonly SitterService[]) {
  const [params] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const pendingNavigation = usePendingNavigation()
  const [state, setState] = useState(() => parseBooking(params, offered))
  const text = JSON.stringify(bookingParams(state))
  const inAddress = JSON.stringify(bookingParams(parseBooking(params, offered)))
  const previous = useRef(inAddress)
  const written = useRef(new Set<string>())

  const addressOf = useAddressOf(params, location.pathname)

  useEffect(() => {
    if (inAddress !== previous.current) {
      previous.current = inAddress
      const isOwnUpdate = written.current.delete(inAddress)
      if (!isOwnUpdate && inAddress !== text) {
        setState(parseBooking(params, offered))
        return
      }
    }
    if (text === inAddress) return
    let timer = setTimeout(writeAddress, pauseMs)
    function writeAddress() {
      if (pendingNavigation()) {
        timer = setTimeout(writeAddress, pauseMs)
        return
      }
      // A step taken meanwhile is in the URL already, on slow devices long before it is rendered.
      const current = new URLSearchParams(window.location.search)
      const isThere = JSON.stringify(bookingParams(parseBooking(current, offered))) === text
      if (isThere || window.location.pathname !== location.pathname) return
      written.current.add(text)
      void navigate(addressOf(state, {}, current), {
        replace: true,
        preventScrollReset: true,
        state: location.state as unknown,
      })
    }
    return () => clearTimeout(timer)
  }, [
    text,
    inAddress,
    state,
    params,
    offered,
    addressOf,
    navigate,
    location.pathname,
    location.state,
    pendingNavigation,
  ])

  const change = useCallback(
    (part: Partial<BookingState>) => setState((now) => canonicalise({ ...now, ...part })),
    [],
  )
  return { state, change, replace: setState, addressOf }
}
