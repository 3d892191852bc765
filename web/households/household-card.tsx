import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { EndpointResponse } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { Disclosure } from '#contract/households/households.ts'
import { formatZone } from '#contract/words.ts'
import { useShownZone } from '#web/bookings/life/shown-zone.ts'
import { useNow } from '#web/accounts/use-now.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { formatInstant } from '#web/format.ts'
import { fieldNames, fieldsInWords } from '#web/households/household-words.ts'
import { ViewList } from '#web/households/view-list.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type HomeBooking = Pick<Booking, 'id' | 'role' | 'owner'>
type Shown = EndpointResponse<Endpoints['PUT /v1/bookings/:bookingId/household/view']>

/** The owner's home details on a booking. The sitter opens them with a click; the owner sees who has viewed them. */
export default function HouseholdCard({ booking }: { booking: HomeBooking }) {
  const [disclosure, setDisclosure] = useState<Disclosure | null>(null)
  const { errors, attempt, refuse } = useSaving()
  useEffect(() => {
    const abort = new AbortController()
    api(
      'GET /v1/bookings/:bookingId/household',
      { params: { bookingId: booking.id } },
      { signal: abort.signal },
    ).then(
      setDisclosure,
      () =>
        !abort.signal.aborted && refuse([{ message: 'This could not be loaded just now. Reload the page.' }]),
    )
    return () => abort.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- read once for each state of the booking
  }, [booking.id])
  const isOwner = booking.role === 'owner'
  return (
    <Card as="section" aria-labelledby="home" className="print:hidden">
      <h2 id="home" className="mb-4 text-xl">
        {isOwner ? 'What your sitter sees of your home' : 'Address and codes'}
      </h2>
      <ErrorSummary errors={errors} attempt={attempt} />
      {disclosure === null && errors.length === 0 && <Skeleton className="h-16" />}
      {disclosure && (isOwner ? <Owners {...disclosure} /> : <Sitters booking={booking} {...disclosure} />)}
    </Card>
  )
}

function Owners({ fields, unreadable, opensAt, closesAt, views }: Disclosure) {
  const zone = useShownZone()
  if (unreadable.length > 0)
    return (
      <Notice kind="warning" title="Please enter some of it again">
        {`Your sitter cannot see this: ${fieldsInWords(unreadable)}. It can no longer be opened, because the encryption key of this site has changed. `}
        <Link to={paths.household()} className="link">
          Enter it again
        </Link>
      </Notice>
    )
  if (fields.length === 0)
    return (
      <p>
        You have not filled in anything that this booking needs.{' '}
        <Link to={paths.household()} className="link">
          Fill in your home
        </Link>
      </p>
    )
  return (
    <div className="grid gap-4">
      <p className="max-w-measure">
        {fieldsInWords(fields)}
        {opensAt && closesAt && (
          <>
            , from {formatInstant(opensAt, zone)} until {formatInstant(closesAt, zone)} ({formatZone(zone)}{' '}
            time)
          </>
        )}
        .{' '}
        <Link to={paths.household()} className="link">
          Change it
        </Link>
      </p>
      <div>
        <h3 className="mb-2">Who has looked</h3>
        <ViewList views={views} />
      </div>
    </div>
  )
}

type SittersProps = Disclosure & { booking: HomeBooking }

const isOpenAt = ({ opensAt, closesAt }: Disclosure, now: number): boolean =>
  Boolean(opensAt && closesAt && Date.parse(opensAt) <= now && now < Date.parse(closesAt))

function Sitters(props: SittersProps) {
  const { booking, fields, unreadable } = props
  const now = useNow()
  const [shown, setShown] = useState<Shown | null>(null)
  const { pending, errors, attempt, run } = useSaving()
  const owner = booking.owner.name.split(' ')[0] ?? ''
  const show = () =>
    run(async () =>
      setShown(
        await api('PUT /v1/bookings/:bookingId/household/view', {
          params: { bookingId: booking.id },
          body: {},
        }),
      ),
    )
  if (fields.length === 0 && unreadable.length > 0)
    return (
      <p className="text-ink-2">{`What ${owner} has filled in can no longer be opened. Call and ask.`}</p>
    )
  if (fields.length === 0)
    return (
      <p className="text-ink-2">{owner} has not filled in anything that this booking needs. Call and ask.</p>
    )
  if (!isOpenAt(props, now)) return <Closed {...props} now={now} />
  if (!shown || now >= Date.parse(shown.closesAt))
    return (
      <div className="grid gap-4">
        <p className="max-w-measure">
          {fieldsInWords(fields)}. We tell {owner} that you looked, and when.
        </p>
        <ErrorSummary errors={errors} attempt={attempt} title="They could not be shown" />
        <Button
          kind="primary"
          className="justify-self-start"
          pending={pending && 'One moment…'}
          onClick={() => void show()}
        >
          Show
        </Button>
      </div>
    )
  return <Values {...{ shown, unreadable, owner }} onHide={() => setShown(null)} />
}

function Closed({ state, opensAt, closesAt, now }: Disclosure & { now: number }) {
  const zone = useShownZone()
  return (
    <p className="text-ink-2">
      {state === 'over' || (closesAt && now >= Date.parse(closesAt))
        ? 'They are hidden again now that it is over.'
        : `You can see them from ${opensAt ? formatInstant(opensAt, zone) : 'a day before the start'} (${formatZone(zone)} time).`}
    </p>
  )
}

type ValuesProps = Pick<Disclosure, 'unreadable'> & { shown: Shown; owner: string; onHide: () => void }

function Values({ shown, unreadable, owner, onHide }: ValuesProps) {
  const zone = useShownZone()
  return (
    <div className="grid gap-4">
      <dl className="grid gap-3" aria-live="polite">
        {shown.values.map(({ field, value }) => (
          <div key={field} className="grid gap-0.5">
            <dt className="text-sm text-ink-2">{fieldNames[field]}</dt>
            <dd className="font-medium whitespace-pre-line wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {unreadable.length > 0 && (
        <p>{`${fieldsInWords(unreadable)}: this can no longer be opened. Call ${owner} and ask.`}</p>
      )}
      <p className="text-sm text-ink-2">
        Hidden again on {formatInstant(shown.closesAt, zone)} ({formatZone(zone)} time). Please do not write
        any of it down.
      </p>
      <Button className="justify-self-start" onClick={onHide}>
        Hide
      </Button>
    </div>
  )
}
