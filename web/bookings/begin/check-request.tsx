import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { BookingDraftInput, Quote } from '#contract/bookings/bookings.ts'
import { isStay } from '#contract/codes.ts'
import type { ShownSettings } from '#contract/settings.ts'
import { formatMoney, listWords, serviceNames } from '#contract/words.ts'
import { AboutPets, aboutPetsForm } from '#web/bookings/begin/about-pets.tsx'
import { draftMessage, saveDraftMessage } from '#web/bookings/begin/attempt.ts'
import { seriesWords, visitLines } from '#web/bookings/begin/series.ts'
import { useRequest } from '#web/bookings/begin/use-request.ts'
import { PromoField } from '#web/bookings/price/promo-field.tsx'
import { formatDay, formatDayRange, plural } from '#web/format.ts'
import { useConfig, useHowToPay } from '#web/layout/use-config.ts'
import { paths } from '#web/paths.ts'
import { bookedDays, usualTimes, visitsOf } from '#web/sitters/public/booking-state.ts'
import { QuoteLines } from '#web/sitters/public/box-price.tsx'
import { nextStep } from '#web/sitters/public/next-step.ts'
import { RefundSteps } from '#web/sitters/public/refund-steps.tsx'
import type { BookingFormState } from '#web/sitters/public/use-booking.ts'
import { isPromoRefusal } from '#web/sitters/public/use-quote.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { ErrorSummary, focusField } from '#web/ui/forms/error-summary.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { AlertDialog, Dialog } from '#web/ui/overlay/dialog.tsx'
import { Loading, SkeletonText } from '#web/ui/skeleton.tsx'
import { unitCount, unitWord } from '#web/words.ts'

type CheckRequestProps = { booking: BookingFormState; settings: ShownSettings; onClose: () => void }

/** Review step before a request is sent: every detail in words, each with a link to change it. */
export default function CheckRequest(props: CheckRequestProps) {
  const { booking, onClose } = props
  const written = useRequestForm(booking)
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={booking.priced?.quote?.instant ? 'Check your booking' : 'Check your request'}
        footer={
          <>
            <Button kind="quiet" className="max-sm:hidden" onClick={onClose}>
              Change something
            </Button>
            {asksAboutPets(booking) ? (
              <Button type="submit" form={aboutPetsForm} kind="primary" className="max-sm:w-full">
                Continue
              </Button>
            ) : (
              <SendButton booking={booking} written={written} />
            )}
          </>
        }
      >
        <Checked {...props} written={written} />
      </Dialog>
      <PriceChanged written={written} />
    </>
  )
}

/** The request with the message being written, and how it is sent at a price. */
function useRequestForm({ sitter, draft, accept }: BookingFormState) {
  const first = sitter.name.split(' ')[0] ?? sitter.name
  const [message, setMessage] = useState(() => draftMessage(sitter.id))
  const request = useRequest(first, accept)
  const write = (text: string) => {
    setMessage(text)
    saveDraftMessage(sitter.id, text)
  }
  const send = (at: Quote) => {
    if (!draft?.petIds) return
    const { pets: _, ...rest } = draft
    const event = at.instant ? 'instant_book' : 'request'
    void request.send({ ...rest, event, ...(message.trim() && { message: message.trim() }) }, at)
  }
  return { first, message, write, request, send }
}
type RequestForm = ReturnType<typeof useRequestForm>

function SendButton({ booking, written }: { booking: BookingFormState; written: RequestForm }) {
  const { draft, priced, updating } = booking
  const quote = priced?.quote
  // With a payment provider, the request is sent only after the card is given.
  const needsCard = useConfig()?.paymentMode === 'stripe' && quote?.total !== 0
  const sending = needsCard ? 'Continue to your card' : 'Send request'
  return (
    <Button
      kind="primary"
      className="max-sm:w-full"
      disabled={!(draft?.petIds && quote && !updating)}
      pending={written.request.sending && 'Sending…'}
      onClick={() => quote && written.send(quote)}
    >
      {quote
        ? `${quote.instant ? 'Book now' : sending}, ${formatMoney(quote.total, quote.currency)}`
        : sending}
    </Button>
  )
}

/** A refused promo code can be changed here, so it counts as an answer. */
const isAnswered = ({ priced }: BookingFormState): boolean => Boolean(priced?.quote) || isPromoRefusal(priced)

const isLoading = (booking: BookingFormState): boolean =>
  booking.saved.status === 'loading' ||
  (booking.updating && !isAnswered(booking)) ||
  (booking.draft !== null && !booking.priced)

/** The pets were only described for the price, and nothing else is in the way of saving them. */
const asksAboutPets = (booking: BookingFormState): boolean =>
  !isLoading(booking) &&
  booking.saved.status === 'ready' &&
  booking.state.petIds.length === 0 &&
  booking.state.pets.length > 0 &&
  nextStep(booking).check

type CheckedProps = CheckRequestProps & { written: RequestForm }

/** The request in words, or what is missing for it. */
function Checked(props: CheckedProps) {
  const { booking, written } = props
  const { draft, priced, saved } = booking
  if (isLoading(booking))
    return (
      <Loading label="Working out the price">
        <SkeletonText lines={8} />
      </Loading>
    )
  if (asksAboutPets(booking)) return <AboutPets booking={booking} first={written.first} />
  if (saved.status === 'ready' && draft?.pets) return <UnsavedPet booking={booking} first={written.first} />
  if (!draft?.petIds || !isAnswered(booking))
    return (
      <p>
        {priced?.problem?.detail ?? 'Something is still missing. Go back and fill in the dates and the pets.'}
      </p>
    )
  return <Details {...props} draft={draft} />
}

function Details({
  booking,
  draft,
  written,
  settings,
  onClose,
}: CheckedProps & { draft: BookingDraftInput }) {
  const { first, message, write, request } = written
  const quote = booking.priced?.quote
  const change = (field: string) => {
    onClose()
    requestAnimationFrame(() => focusField(field))
  }
  return (
    <div className="grid gap-5">
      <Failed request={request} booking={booking} />
      <Summary booking={booking} draft={draft} onChange={change} />
      <PromoField booking={booking} />
      {quote && (
        <>
          <QuoteLines quote={quote} updating={booking.updating} />
          <details>
            <summary className="link w-fit cursor-pointer text-[0.9375rem]">If you cancel</summary>
            <RefundSteps quote={quote} className="mt-3" />
          </details>
        </>
      )}
      <TextArea
        label={`A few words to ${first}`}
        name="message"
        optional
        maxLength={2000}
        rows={3}
        value={message}
        onChange={(event) => write(event.target.value)}
        hint="Who your pet is, what a day looks like, and what you would like to know."
      />
      <WhatHappens first={first} settings={settings} instant={quote?.instant ?? false} />
    </div>
  )
}

function PriceChanged({ written: { first, request, send } }: { written: RequestForm }) {
  const { changed, keepLooking, acceptNewPrice } = request
  const money = ({ total, currency }: Quote) => formatMoney(total, currency)
  return (
    <AlertDialog
      open={changed !== null}
      onClose={keepLooking}
      danger={false}
      title="The price has changed"
      safeLabel="Not now"
      confirmLabel={changed ? `${changed.to.instant ? 'Book' : 'Send'} at ${money(changed.to)}` : ''}
      onConfirm={() => {
        acceptNewPrice()
        if (changed) send(changed.to)
      }}
    >
      {changed && (
        <>
          <p>
            {`It was ${money(changed.from)} and is now ${money(changed.to)}, because ${first} or the marketplace changed something in the meantime. Nothing has been sent.`}
          </p>
          <div className="mt-4 text-ink">
            <QuoteLines quote={changed.to} />
          </div>
        </>
      )}
    </AlertDialog>
  )
}

/** Leads to the pet form if the pet needs medicine, which only that form asks about, or could not be saved. */
function UnsavedPet({ booking, first }: { booking: BookingFormState; first: string }) {
  const { label, to } = nextStep(booking)
  return (
    <div className="grid justify-items-start gap-4">
      <p>{`${first} needs to know more about your pet before you can ask. It takes a minute, and your choices are saved.`}</p>
      <Link to={to} className={buttonStyle()}>
        {label}
      </Link>
    </div>
  )
}

type Row = { label: string; text: ReactNode; field: string }

function Summary({
  booking,
  draft,
  onChange,
}: {
  booking: BookingFormState
  draft: BookingDraftInput
  onChange: (field: string) => void
}) {
  const { state, saved, sitter } = booking
  const pets = saved.pets.filter(({ id }) => draft.petIds?.includes(id)).map(({ name }) => name)
  const extras = [
    state.baths > 0 && plural(state.baths, 'bath'),
    state.trips > 0 && plural(state.trips, 'trip'),
  ].filter((text) => text !== false)
  const rows: Row[] = [
    { label: 'Service', text: `${serviceNames[state.service]} with ${sitter.name}`, field: 'box-service' },
    { label: 'When', text: <When booking={booking} />, field: 'start' },
    { label: 'For', text: listWords(pets), field: 'box-pets' },
    ...(extras.length > 0 ? [{ label: 'Extras', text: listWords(extras), field: 'box-baths' }] : []),
  ]
  return (
    <dl className="grid divide-y">
      {rows.map(({ label, text, field }) => (
        <div key={label} className="grid grid-cols-[5rem_1fr_auto] items-baseline gap-3 py-2.5 first:pt-0">
          <dt className="text-sm text-ink-2">{label}</dt>
          <dd>{text}</dd>
          <dd>
            <button type="button" className="link min-h-8 text-sm" onClick={() => onChange(field)}>
              Change
              <span className="sr-only">{` ${label.toLowerCase()}`}</span>
            </button>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function When({ booking: { state } }: { booking: BookingFormState }) {
  const { service, start, end, times, minutes } = state
  const days = bookedDays(state)
  if (!start || !end) return null
  if (isStay(service)) {
    const usual = usualTimes[service]
    return (
      <>
        {formatDayRange(start, end)}
        <span className="block text-sm text-ink-2">
          {`${unitCount(days.length, service)}, from ${state.startTime ?? usual.start} to ${state.endTime ?? usual.end}`}
        </span>
      </>
    )
  }
  const isRange = state.skip.length === 0 || days.length > 6
  return (
    <>
      {seriesWords(state) ??
        (isRange ? formatDayRange(start, end) : listWords(days.map((day) => formatDay(day))))}
      <span className="block text-sm text-ink-2">
        {`${unitCount(visitsOf(state).length, service)}, ${service === 'day_care' ? `from ${times[0]}` : `at ${listWords(times)}, ${minutes} minutes each`}`}
      </span>
      {(state.except.length > 0 || state.skip.length > 0) && (
        <details className="mt-1 text-sm">
          <summary className="link w-fit cursor-pointer">{`Every ${unitWord(service)}`}</summary>
          <ul className="mt-1 grid gap-0.5 text-ink-2">
            {visitLines(state).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

type WhatHappensProps = { first: string; settings: ShownSettings; instant: boolean }

function WhatHappens({ first, settings, instant }: WhatHappensProps) {
  const pay = useHowToPay(first)
  const steps = instant
    ? [
        `${first} lets you book without a request: the booking is confirmed at once.`,
        `You then ${pay}.`,
        'Address and phone numbers are shown to both of you.',
      ]
    : [
        `${first} answers within ${plural(settings.request.ttlHours, 'hour')}, or the request expires.`,
        `You owe nothing until ${first} accepts. You then ${pay}.`,
        'Address and phone numbers are shown to both of you once it is accepted.',
      ]
  return (
    <div className="rounded-card bg-green-soft p-4 text-[0.9375rem]">
      <h3>What happens next</h3>
      <ol className="mt-2 grid list-decimal gap-1 pl-5">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  )
}

function Failed({ request, booking }: { request: ReturnType<typeof useRequest>; booking: BookingFormState }) {
  const { failure, attempt } = request
  const { state, sitter } = booking
  if (!failure) return null
  const isFull = failure.code === 'capacity-full'
  const dates = listWords(failure.dates.map((day) => formatDay(day)))
  const messages =
    isFull && dates
      ? [`${sitter.name} is no longer free on ${dates}. Nothing has been sent.`]
      : failure.messages.length > 0
        ? failure.messages
        : [failure.detail ?? failure.title]
  return (
    <div className="grid gap-3">
      <ErrorSummary
        title={isFull ? 'Somebody else booked first' : failure.title}
        errors={messages.map((message) => ({ message }))}
        attempt={attempt}
      />
      {isFull && (
        <Link
          className="link w-fit font-medium"
          to={paths.sitters({
            service: state.service,
            place: sitter.place?.id,
            start: state.start ?? undefined,
            end: state.end ?? undefined,
          })}
        >
          See other sitters who are free on these days
        </Link>
      )}
    </div>
  )
}
