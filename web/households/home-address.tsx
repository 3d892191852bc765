import { useState } from 'react'
import { Link } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Shown = { address: string | null }

/** Opens a route on OpenStreetMap in a new tab; the map gets the address only when the link is followed. */
const routeTo = (address: string): string =>
  `https://www.openstreetmap.org/directions?${new URLSearchParams({ to: address.replaceAll(/\s*\n\s*/g, ', ') }).toString()}`

/** The address of the owner's home with a route there. It is shown with a press, because each view is recorded. */
export default function HomeAddress({ booking }: { booking: Pick<Booking, 'id' | 'owner'> }) {
  const [shown, setShown] = useState<Shown | null>(null)
  const { pending, errors, attempt, run } = useSaving()
  const owner = booking.owner.name.split(' ')[0] ?? ''
  const show = () =>
    run(async () => {
      const { values } = await api('PUT /v1/bookings/:bookingId/household/view', {
        params: { bookingId: booking.id },
        body: {},
      })
      setShown({ address: values.find(({ field }) => field === 'address')?.value ?? null })
    })
  const codes = (
    <Link to={`${paths.care(booking.id)}#home`} className="link inline-flex min-h-11 items-center">
      Keys and codes
    </Link>
  )
  if (!shown)
    return (
      <div className="grid gap-2">
        <ErrorSummary errors={errors} attempt={attempt} title="The address could not be shown" />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Button
            icon={<Icon name="map-pin" size={18} />}
            pending={pending && 'One moment…'}
            onClick={() => void show()}
          >
            Show the address
          </Button>
          <p className="text-sm text-ink-2">{owner} is told that you looked, and when.</p>
        </div>
      </div>
    )
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1" aria-live="polite">
      <p className="font-medium whitespace-pre-line wrap-anywhere">
        {shown.address ?? `${owner} has not saved an address. Call and ask.`}
      </p>
      {shown.address && (
        <a
          href={routeTo(shown.address)}
          target="_blank"
          rel="noreferrer"
          className={buttonStyle({ kind: 'primary' })}
        >
          <Icon name="route" size={18} />
          Route
          <span className="sr-only"> on OpenStreetMap, opens a new tab</span>
        </a>
      )}
      {codes}
    </div>
  )
}
