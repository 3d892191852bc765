import type { ShownSettings } from '#contract/settings.ts'
import { formatShortMoney, serviceNames } from '#contract/words.ts'
import { plural } from '#web/format.ts'
import { whyWithoutFee } from '#web/sitters/public/booking-state.ts'
import { acceptsInWords, rateLines } from '#web/sitters/public/rate-words.ts'
import { policyInWords } from '#web/sitters/public/policy-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import type { BookingFormState } from '#web/sitters/public/use-booking.ts'
import { serviceLines, unitWord } from '#web/words.ts'

type ServicesListProps = { booking: BookingFormState; settings: ShownSettings; onChosen: () => void }

export function ServicesList({ booking, settings, onChosen }: ServicesListProps) {
  const { offered, sitter, state, chooseService } = booking
  return (
    <ul className="grid gap-4">
      {offered.map((one) => {
        const { service, unitPrice, accepts, maxPets, policy } = one
        const lines = rateLines(one, sitter.currency)
        return (
          <Card as="li" key={service} padding="medium" className="grid gap-3">
            <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
              <div>
                <h3 className="text-lg">{serviceNames[service]}</h3>
                <p className="text-[0.9375rem] text-ink-2">{serviceLines[service]}</p>
              </div>
              <p className="text-right">
                <span className="heading figures text-xl">
                  {formatShortMoney(unitPrice, sitter.currency)}
                </span>
                <span className="text-ink-2">{` a ${unitWord(service)}`}</span>
                <span className="block text-sm text-ink-2">fees included</span>
              </p>
            </div>
            {lines.length > 0 && <RateList lines={lines} />}
            <div className="flex flex-wrap items-end justify-between gap-3 text-[0.9375rem] text-ink-2">
              <div className="grid gap-0.5">
                <p>{`${acceptsInWords(accepts)}; at most ${plural(maxPets, 'pet')} in one booking`}</p>
                <p>{policyInWords(policy, settings.policy, sitter.timeZone).short}</p>
              </div>
              {service === state.service ? (
                <span className="text-sm font-semibold text-green">Chosen</span>
              ) : (
                <Button
                  size="small"
                  onClick={() => {
                    chooseService(service)
                    onChosen()
                  }}
                >
                  Choose
                  <span className="sr-only">{` ${serviceNames[service].toLowerCase()}`}</span>
                </Button>
              )}
            </div>
          </Card>
        )
      })}
    </ul>
  )
}

function RateList({ lines }: { lines: ReturnType<typeof rateLines> }) {
  return (
    <div className="grid gap-2">
      <dl className="figures grid gap-x-8 gap-y-1 text-[0.9375rem] sm:grid-cols-2">
        {lines.map(({ label, amount }) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-ink-2">{label}</dt>
            <dd className="whitespace-nowrap">{amount}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-ink-2">{whyWithoutFee}</p>
    </div>
  )
}
