import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Alternatives } from '#contract/bookings/alternatives.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import { isStay } from '#contract/codes.ts'
import { firstName, formatMoney, listWords } from '#contract/words.ts'
import { errorsOf } from '#web/accounts/call-errors.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { formatKilometres, plural } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { FieldGroup } from '#web/ui/forms/field-group.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { Loading, SkeletonText } from '#web/ui/skeleton.tsx'

type Alternative = Alternatives['items'][number]
type RequestOutcome = { sitterId: string; name: string; bookingId: string | null; refusal: string | null }

const daysOf = ({ service, startOn, startTime, endOn, endTime, visits }: Booking) =>
  isStay(service)
    ? { startOn, startTime, endOn, endTime }
    : { visits: visits.map(({ on, time, minutes }) => ({ on, time, minutes })) }

/** Returns null until the free sitters are loaded. */
function useAlternatives({ id }: Booking): readonly Alternative[] | null {
  const [items, setItems] = useState<readonly Alternative[] | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    api(
      'GET /v1/bookings/:bookingId/alternatives',
      { params: { bookingId: id } },
      { signal: abort.signal },
    ).then(
      ({ items: found }) => setItems(found),
      // On failure nothing is shown; the link to the search is still there.
      () => !abort.signal.aborted && setItems([]),
    )
    return () => abort.abort()
  }, [id])
  return items
}

/** Returns a function that sends the request of the booking to another sitter. */
function useSendRequest(booking: Booking): (one: Alternative) => Promise<RequestOutcome> {
  // A request repeated because its response was lost keeps its idempotency key.
  const keys = useRef(new Map<string, string>())
  const { service, pets, message } = booking
  return async ({ sitter, quote }) => {
    const body = {
      ...daysOf(booking),
      sitterId: sitter.id,
      service,
      petIds: pets.map((pet) => pet.id),
      quoteHash: quote.quoteHash,
      ...(message ? { message } : {}),
    }
    const idempotencyKey = keys.current.get(quote.quoteHash) ?? crypto.randomUUID()
    keys.current.set(quote.quoteHash, idempotencyKey)
    const who = { sitterId: sitter.id, name: firstName(sitter.name) }
    try {
      const { id: bookingId } = await api('POST /v1/bookings', { body }, { idempotencyKey })
      return { ...who, bookingId, refusal: null }
    } catch (error) {
      const words = errorsOf(error)
      if (!words) throw error
      return { ...who, bookingId: null, refusal: words.map((one) => one.message).join(' ') }
    }
  }
}

/** Free sitters for a booking that fell through, all selected: one click sends each a request at the price shown. */
export default function AskOthers({ booking }: { booking: Booking }) {
  const items = useAlternatives(booking)
  const sendTo = useSendRequest(booking)
  const [left, setLeft] = useState<readonly string[]>([])
  const [sent, setSent] = useState<readonly RequestOutcome[]>([])
  const { pending, errors, attempt, run, refuse } = useSaving()

  if (items === null)
    return (
      <Loading label="Looking for other available sitters">
        <SkeletonText lines={3} />
      </Loading>
    )
  const requestedIds = new Set(sent.flatMap(({ sitterId, bookingId }) => (bookingId ? [sitterId] : [])))
  const open = items.filter(({ sitter }) => !requestedIds.has(sitter.id))
  const ticked = open.filter(({ sitter }) => !left.includes(sitter.id))
  const requestAll = () => {
    if (ticked.length === 0) refuse([{ name: 'others', message: 'Tick at least one sitter' }])
    else
      void run(async () => {
        const outcomes: RequestOutcome[] = []
        for (const one of ticked) outcomes.push(await sendTo(one))
        setSent((before) => [...before.filter(({ bookingId }) => bookingId), ...outcomes])
      })
  }
  return (
    <div className="grid gap-4 print:hidden">
      <Outcome sent={sent} />
      {open.length > 0 && (
        <>
          <ErrorSummary errors={errors} attempt={attempt} />
          <FieldGroup
            label={open.length === 1 ? 'Somebody else is free' : 'Other sitters who are free'}
            name="others"
            hint="For the same days and pets, at prices that include all fees. Whoever accepts first gets the booking; the other requests are withdrawn."
          >
            {open.map((one) => (
              <SitterTick key={one.sitter.id} {...one} {...{ left, setLeft }} />
            ))}
          </FieldGroup>
          <Button
            kind="secondary"
            className="justify-self-start"
            pending={pending && 'Asking…'}
            onClick={requestAll}
          >
            {ticked.length === 0
              ? 'Ask them'
              : `Ask ${ticked.length === 1 ? 'this sitter' : `these ${plural(ticked.length, 'sitter')}`}`}
          </Button>
        </>
      )}
    </div>
  )
}

type SitterTickProps = Alternative & { left: readonly string[]; setLeft: (left: readonly string[]) => void }

function SitterTick({ sitter: { id, name, rating, distanceKm }, quote, left, setLeft }: SitterTickProps) {
  return (
    <Checkbox
      id={`other-${id}`}
      label={
        <>
          <Link to={paths.sitter(id)} className="link font-semibold">
            {name}
          </Link>
          , {formatMoney(quote.total, quote.currency)}
        </>
      }
      hint={
        <span className="dots">
          <Rating value={rating.average} count={rating.count} />
          {distanceKm !== null && <span>{formatKilometres(distanceKm)} away</span>}
        </span>
      }
      checked={!left.includes(id)}
      onChange={({ target }) => setLeft(target.checked ? left.filter((one) => one !== id) : [...left, id])}
    />
  )
}

function Outcome({ sent }: { sent: readonly RequestOutcome[] }) {
  const requested = sent.filter(({ bookingId }) => bookingId !== null)
  const refused = sent.filter(({ refusal }) => refusal !== null)
  return (
    <>
      {requested.length > 0 && (
        <Notice
          kind="success"
          title={`You have asked ${listWords(requested.map(({ name }) => name))}.`}
          announced
        >
          <Link to={paths.bookings('owner', 'requests')} className="link">
            All your requests
          </Link>
        </Notice>
      )}
      {refused.map(({ sitterId, name, refusal }) => (
        <Notice key={sitterId} kind="warning" title={`${name} was not asked.`} announced>
          {refusal}
        </Notice>
      ))}
    </>
  )
}
