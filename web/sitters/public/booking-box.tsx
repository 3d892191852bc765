import { Icon } from '#web/ui/icon.tsx'
import { useState } from 'react'
import { Form } from 'react-router'
import { firstName, serviceNames } from '#contract/words.ts'
import { Closed } from '#web/beside/closed.tsx'
import { howToPay, useConfig } from '#web/layout/use-config.ts'
import { BoxDates } from '#web/sitters/public/box-dates.tsx'
import { BoxExtras } from '#web/sitters/public/box-extras.tsx'
import { BoxPets } from '#web/sitters/public/box-pets.tsx'
import { BoxPrice } from '#web/sitters/public/box-price.tsx'
import { fieldOf } from '#web/sitters/public/missing-field.ts'
import { RequestLink } from '#web/sitters/public/request-link.tsx'
import { ShownPrice } from '#web/sitters/public/shown-price.tsx'
import type { BookingFormState } from '#web/sitters/public/use-booking.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import type { Day } from '#web/ui/dates/days.ts'
import { ErrorSummary, focusField } from '#web/ui/forms/error-summary.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { onPress } from '#web/ui/on-press.tsx'

const QuestionDialog = onPress(() => import('#web/bookings/begin/question-dialog.tsx'))

type BookingBoxProps = { booking: BookingFormState; today: Day; onCheck: () => void }

/**
 * Service, dates, pets and extras with the full price, and the booking action. Beside the profile it is as high as the
 * window leaves it below the page's head, and only its middle scrolls.
 */
export function BookingBox({ booking, today, onCheck }: BookingBoxProps) {
  const { sitter, offered, service, state, priced, missing, loadDays, chooseService } = booking
  const [attempt, setAttempt] = useState(0)
  if (!service) return null
  const shown = attempt > 0 ? missing : []
  return (
    <Form
      method="get"
      id="book"
      aria-label={`Book ${sitter.name}`}
      onSubmit={(event) => event.preventDefault()}
      onPointerEnter={loadDays}
      onFocus={loadDays}
      className="flex flex-col rounded-card border border-line bg-card shadow-card lg:not-low:max-h-[max(26rem,calc(100dvh-12rem))]"
    >
      <div className="flex items-baseline justify-between gap-4 p-5 pb-4">
        <p className="figures">
          <ShownPrice booking={booking} />
        </p>
        {priced?.quote && (
          <p className="flex items-center gap-1.5 text-sm font-semibold text-green">
            <Icon name="calendar-check" size={16} />
            Free
          </p>
        )}
      </div>
      <div className="grid gap-4 px-5 pb-4 lg:min-h-0 lg:overflow-y-auto lg:[scrollbar-gutter:stable] lg:[scrollbar-width:thin]">
        <Closed what="requests" />
        <ErrorSummary
          errors={
            shown.length > 1 ? shown.map(({ name, message }) => ({ name: fieldOf[name], message })) : []
          }
          attempt={attempt}
        />
        <Select
          label="Service"
          name="service"
          id="field-box-service"
          value={state.service}
          onChange={({ target }) => {
            const chosen = offered.find((one) => one.service === target.value)
            if (chosen) chooseService(chosen.service)
          }}
          options={offered.map(({ service: code }) => ({ value: code, label: serviceNames[code] }))}
        />
        <BoxDates booking={booking} today={today} errors={shown} />
        <BoxPets booking={booking} today={today} error={shown.find(({ name }) => name === 'pets')?.message} />
        <BoxExtras booking={booking} />
        <noscript>
          <button type="submit" className={buttonStyle({ wide: true })}>
            Show the price
          </button>
        </noscript>
        <BoxPrice booking={booking} />
        <WhenPaid booking={booking} />
      </div>
      <BoxFoot booking={booking} onCheck={onCheck} onMissing={() => setAttempt((now) => now + 1)} />
    </Form>
  )
}

/** When nothing is owed yet, and how the owner pays. */
function WhenPaid({ booking: { sitter, priced } }: { booking: BookingFormState }) {
  const first = firstName(sitter.name)
  const pay = howToPay(useConfig()?.paymentMode, first)
  return (
    <p className="text-center text-sm text-ink-2">
      {priced?.quote?.instant
        ? `Confirmed at once: ${first} lets you book without waiting. You ${pay}.`
        : `You owe nothing until ${first} accepts. Then you ${pay}.`}
    </p>
  )
}

type BoxFootProps = { booking: BookingFormState; onCheck: () => void; onMissing: () => void }

/** The steps that are possible now; always in sight beside the profile. */
function BoxFoot({ booking, onCheck, onMissing }: BoxFootProps) {
  const { sitter, missing } = booking
  const [asking, setAsking] = useState(false)
  const first = firstName(sitter.name)

  const showMissing = () => {
    onMissing()
    if (missing.length === 1) focusField(fieldOf[missing[0]!.name])
  }

  return (
    <div className="grid gap-3 px-5 pb-5 lg:border-t lg:pt-4">
      <RequestLink booking={booking} onCheck={onCheck} onMissing={showMissing} size="large" wide />
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {`Ask ${first} a question`}
      </Button>
      {asking && <QuestionDialog booking={booking} onClose={() => setAsking(false)} />}
    </div>
  )
}
