import { useState } from 'react'
import { formatShortMoney } from '#contract/words.ts'
import { hasExtras, whyWithoutFee } from '#web/sitters/public/booking-state.ts'
import type { BookingFormState } from '#web/sitters/public/use-booking.ts'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'

const mostTrips = 2

/** Extras that the sitter offers; none is preselected. */
export function BoxExtras({ booking: { service, state, change, sitter } }: { booking: BookingFormState }) {
  const [chosenAtFirst] = useState(state.baths + state.trips > 0)
  if (!service || !hasExtras(service.service)) return null
  const { bathing, pickupTrip } = service.rates
  if (bathing === null && pickupTrip === null) return null
  const money = (amount: number) => formatShortMoney(amount, sitter.currency)
  const pets = Math.max(1, state.pets.length + state.petIds.length)
  return (
    <details open={chosenAtFirst}>
      <summary className="link w-fit cursor-pointer text-sm">
        {`Extras: ${[bathing !== null && 'bathing', pickupTrip !== null && 'trips'].filter(Boolean).join(', ')}`}
      </summary>
      <div className="mt-3 grid gap-3">
        <p className="text-sm text-ink-2">{whyWithoutFee}</p>
        {bathing !== null && (
          <NumberStepper
            label={`Bathing, ${money(bathing)} a pet`}
            name="baths"
            unit="bath"
            id="field-box-baths"
            value={Math.min(state.baths, pets)}
            max={pets}
            onChange={(baths) => change({ baths })}
          />
        )}
        {pickupTrip !== null && (
          <NumberStepper
            label={`Picked up or brought home, ${money(pickupTrip)} a trip`}
            name="trips"
            unit="trip"
            id="field-box-trips"
            value={state.trips}
            max={mostTrips}
            onChange={(trips) => change({ trips })}
          />
        )}
      </div>
    </details>
  )
}
