import { useCallback, useEffect, useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { UpdateRhythm } from '#contract/bookings/update-rhythms.ts'
import type { UpdateRhythm as Rhythm } from '#contract/codes.ts'
import { firstName } from '#contract/words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api, ignoreRequestError } from '#web/api.ts'
import { rhythmWords } from '#web/bookings/care/rhythm-words.ts'
import { otherParty } from '#web/bookings/life/booking-words.ts'
import { useLive } from '#web/live/use-live.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The owner's wish, reloaded on live events; null until it is loaded. */
function useRhythm({ id }: Booking) {
  const [wish, setWish] = useState<UpdateRhythm | null>(null)
  const [saved, setSaved] = useState(false)
  const { run, ...saving } = useSaving()
  const read = useCallback(() => {
    api('GET /v1/bookings/:bookingId/update-rhythm', { params: { bookingId: id } }).then(
      setWish,
      ignoreRequestError,
    )
  }, [id])
  useEffect(read, [read])
  useLive('booking', (event) => {
    if (!event || event['bookingId'] === id) read()
  })

  const choose = (rhythm: Rhythm) =>
    run(async () => {
      setSaved(false)
      setWish(
        await api('PUT /v1/bookings/:bookingId/update-rhythm', {
          params: { bookingId: id },
          body: { rhythm },
        }),
      )
      setSaved(true)
    })
  return { wish, saved, choose, ...saving }
}

/** How often the owner would like updates: the owner chooses, the sitter reads. */
export default function RhythmCard({ booking }: { booking: Booking }) {
  const { wish, saved, choose, pending, errors, attempt } = useRhythm(booking)
  const other = firstName(otherParty(booking).name)
  return (
    <Card as="section" aria-labelledby="rhythm" className="grid gap-3">
      <h2 id="rhythm" className="text-xl">
        {booking.role === 'owner' ? `Updates from ${other}` : `Updates for ${other}`}
      </h2>
      <ErrorSummary errors={errors} attempt={attempt} />
      {!wish && <Skeleton className="h-24 rounded-control" />}
      {wish?.changeable && (
        <>
          <RadioGroup
            label="How often would you like updates?"
            name="rhythm"
            options={wish.choices.map((value) => ({ value, label: rhythmWords[value] }))}
            value={wish.rhythm}
            onChange={(value) => {
              const rhythm = wish.choices.find((choice) => choice === value)
              if (rhythm) void choose(rhythm)
            }}
          />
          <p className="text-sm text-ink-2" aria-live="polite">
            {pending
              ? 'Saving…'
              : saved
                ? `Saved. ${other} sees it here.`
                : `${other} sees it here and gets reminders.`}
          </p>
        </>
      )}
      {wish && !wish.changeable && (
        <p>
          <span className="font-semibold">{rhythmWords[wish.rhythm]}.</span>{' '}
          {booking.role === 'sitter' && wish.rhythm !== 'if_needed' && 'One sentence or one photo is enough.'}
        </p>
      )}
    </Card>
  )
}
