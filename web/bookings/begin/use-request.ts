import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Booking, Quote } from '#contract/bookings/bookings.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { ApiProblem } from '#web/api.ts'
import { clearAttempt, type RequestBody, sendRequest } from '#web/bookings/begin/attempt.ts'
import { paths } from '#web/paths.ts'
import { loadToast } from '#web/ui/overlay/toast.ts'

type Failure = Pick<ProblemBody, 'code' | 'title' | 'detail'> & { dates: string[]; messages: string[] }

const failureOf = (error: unknown): Failure => {
  if (!(error instanceof ApiProblem))
    return {
      code: 'unavailable',
      title: 'The request could not be sent',
      detail: 'Nothing was lost. Check your connection and send it again: you will not book twice.',
      dates: [],
      messages: [],
    }
  const { code, title, detail, dates, errors } = error.problem
  const busy =
    error.status >= 500 ? 'Nothing was lost. Send it again in a moment: you will not book twice.' : detail
  return {
    code,
    title,
    ...(busy && { detail: busy }),
    dates: Array.isArray(dates) ? dates.filter((day) => typeof day === 'string') : [],
    messages: errors?.map(({ message }) => message) ?? [],
  }
}

/** The refusal `price-changed` carries the new quote. */
const isQuote = (value: unknown): value is Quote =>
  typeof value === 'object' &&
  value !== null &&
  'quoteHash' in value &&
  typeof value.quoteHash === 'string' &&
  'total' in value &&
  typeof value.total === 'number' &&
  'lines' in value &&
  Array.isArray(value.lines)

const samePrice = (one: Quote, other: Quote): boolean =>
  one.total === other.total && JSON.stringify(one.lines) === JSON.stringify(other.lines)

type RequestOutcome = { booking: Booking } | { changed: Quote } | { failure: Failure; status: number | null }

async function submitRequest(body: RequestBody, shown: Quote, mayRepeat = true): Promise<RequestOutcome> {
  try {
    return { booking: await sendRequest(body) }
  } catch (error) {
    const problem = error instanceof ApiProblem ? error.problem : null
    const quote = problem?.code === 'price-changed' ? problem['quote'] : undefined
    if (!isQuote(quote)) return { failure: failureOf(error), status: problem?.status ?? null }
    // If only the quote has expired and the price is the same, repeats the request without asking the owner again.
    if (mayRepeat && samePrice(quote, shown))
      return submitRequest({ ...body, quoteHash: quote.quoteHash }, quote, false)
    return { changed: quote }
  }
}

/** Sends the request only once however often the button is pressed, then opens the booking. */
export function useRequest(sitterName: string, onNewPrice: (quote: Quote) => void) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [changed, setChanged] = useState<{ from: Quote; to: Quote } | null>(null)

  async function send(body: Omit<RequestBody, 'quoteHash'>, quote: Quote): Promise<void> {
    if (sending) return
    setSending(true)
    setFailure(null)
    setChanged(null)
    const outcome = await submitRequest({ ...body, quoteHash: quote.quoteHash }, quote)
    setAttempt((now) => now + 1)
    if ('booking' in outcome) {
      const toast = await loadToast()
      const { status } = outcome.booking
      if (status === 'awaiting_card') toast.info(`Add your card, and ${sitterName} gets your request`)
      else
        toast.success(
          status === 'requested' ? `Your request is with ${sitterName}` : `You have booked ${sitterName}`,
        )
      await navigate(paths.bookingSent(outcome.booking.id), { replace: true })
      return
    }
    setSending(false)
    if ('changed' in outcome) {
      setChanged({ from: quote, to: outcome.changed })
      return
    }
    setFailure(outcome.failure)
    // The URL and the saved message restore the form after signing in.
    if (outcome.status === 401) await navigate(paths.signIn(`${pathname}${search}`))
    if (outcome.status !== null && outcome.status >= 500)
      (await loadToast()).error(`HTTP error! status: ${outcome.status}`)
  }

  return {
    sending,
    failure,
    attempt,
    changed,
    send,
    acceptNewPrice() {
      if (changed) onNewPrice(changed.to)
      clearAttempt()
      setChanged(null)
    },
    keepLooking() {
      if (changed) onNewPrice(changed.to)
      setChanged(null)
    },
  }
}
