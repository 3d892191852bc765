import { useEffect, useEffectEvent, useState } from 'react'
import type { Booking, ChangePreview } from '#contract/bookings/bookings.ts'
import type { AddOnCode } from '#contract/codes.ts'
import type { RequestInput } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { api, ApiProblem, NetworkProblem } from '#web/api.ts'
import { bodyOf, type DaysState, daysOf } from '#web/bookings/begin/days-state.ts'

export type ChangeDraft = RequestInput<
  Endpoints['POST /v1/bookings/:bookingId/changes/calculate-cost']
>['body']

/** Form state of a change. */
export type ChangeForm = { days: DaysState; petIds: string[]; counts: Record<AddOnCode, number> }

const countOf = (booking: Booking, wanted: AddOnCode): number =>
  booking.addOns.filter(({ code }) => code === wanted).reduce((sum, { count }) => sum + count, 0)

export const formOf = (booking: Booking): ChangeForm => ({
  days: daysOf(booking),
  petIds: booking.pets.map(({ id }) => id),
  counts: { bathing: countOf(booking, 'bathing'), pickup_trip: countOf(booking, 'pickup_trip') },
})

/**
 * Returns the whole booking as it would be after the change; null while days are missing. Extras whose number is
 * unchanged keep the pets they are for.
 */
export function draftOf(booking: Booking, form: ChangeForm): ChangeDraft | null {
  const days = bodyOf(form.days)
  const codes: readonly AddOnCode[] = ['bathing', 'pickup_trip']
  const addOns = codes.flatMap((code) => {
    const count = form.counts[code]
    if (count === countOf(booking, code))
      return booking.addOns
        .filter((addOn) => addOn.code === code)
        .map(({ petId, ...addOn }) => (petId && form.petIds.includes(petId) ? { ...addOn, petId } : addOn))
    return count > 0 ? [{ code, count }] : []
  })
  return days && { ...days, petIds: form.petIds, addOns }
}

export type Previewed = { preview: ChangePreview | null; refusal: string | null; pending: boolean }

const pauseMs = 200

/**
 * Fetches a preview after each edit and ignores outdated responses. The preview is null while nothing has changed or
 * days are missing.
 */
export function usePreview(booking: Booking, draft: ChangeDraft | null): Previewed {
  const text = JSON.stringify(draft)
  const unpriced = !draft || text === JSON.stringify(draftOf(booking, formOf(booking)))
  // The price depends on the booking's version, so a new version is priced again.
  const key = `${booking.version} ${text}`
  const [answer, setAnswer] = useState<Omit<Previewed, 'pending'> & { key: string }>({
    key: '',
    preview: null,
    refusal: null,
  })
  const fetchPreview = useEffectEvent((key: string, signal: AbortSignal) => {
    if (!draft) return
    const sent = { params: { bookingId: booking.id }, body: draft }
    api('POST /v1/bookings/:bookingId/changes/calculate-cost', sent, { signal }).then(
      (preview) => signal.aborted || setAnswer({ key, preview, refusal: null }),
      (error: unknown) => signal.aborted || setAnswer({ key, preview: null, refusal: wordsOf(error) }),
    )
  })
  useEffect(() => {
    if (unpriced) return
    const abort = new AbortController()
    const timer = setTimeout(() => fetchPreview(key, abort.signal), pauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [key, unpriced])
  if (unpriced) return { preview: null, refusal: null, pending: false }
  const isNewest = answer.key === key
  return {
    preview: isNewest ? answer.preview : null,
    refusal: isNewest ? answer.refusal : null,
    pending: !isNewest,
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof ApiProblem) {
    const { title, detail, errors } = error.problem
    return errors?.map(({ message }) => message).join('. ') ?? [title, detail].filter(Boolean).join('. ')
  }
  if (error instanceof NetworkProblem) return 'The server cannot be reached. What you entered is kept.'
  throw error
}
