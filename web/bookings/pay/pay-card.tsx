import { Icon } from '#web/ui/icon.tsx'
import { useEffect, useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { BookingStatus } from '#contract/codes.ts'
import { firstName, formatMoney } from '#contract/words.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { Moment } from '#web/bookings/life/next-step.tsx'
import { CardForm, confirmForm, type Form, openForm } from '#web/bookings/pay/card-form.tsx'
import { chargeDay } from '#web/bookings/price/charge-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { usePolling } from '#web/use-polling.ts'

type PayCardProps = { booking: Booking; refresh: () => Promise<Booking> }

type Words = (
  amount: string,
  sitter: string,
  later: string | null,
) => { title: string; text: string; button: string }

/** When a card given before the sitter's answer will be charged. */
const promised = (amount: string, sitter: string, later: string | null) =>
  later
    ? `${amount} is charged on ${later} if ${sitter} accepts, and not before: the start is far ahead.`
    : `${amount} is charged when ${sitter} accepts, and not before.`

const words: Record<'price' | 'declined' | 'send' | 'promise' | 'keep' | 'change' | 'tip', Words> = {
  price: (amount, sitter) => ({
    title: `Pay ${amount} to confirm`,
    text: `${sitter} keeps the days for you until the payment is made. Nothing has been charged so far.`,
    button: 'Pay by card',
  }),
  declined: (amount, sitter) => ({
    title: `Pay ${amount} with another card`,
    text: `Your card was declined, or your bank needs you to confirm the payment. ${sitter} keeps the days for you until the payment is made; nothing has been charged so far.`,
    button: 'Use another card',
  }),
  keep: (amount, sitter, later) => ({
    title: 'Add your card to confirm',
    text: `${sitter} keeps the days for you until your card is checked. ${amount} is charged on ${later ?? 'its day'}, and not before: the start is far ahead. Tips and changes that cost more are charged to the card too, if you agree to them.`,
    button: 'Add a card',
  }),
  send: (amount, sitter, later) => ({
    title: 'Add your card to send the request',
    text: `${sitter} gets your request as soon as your card is checked. ${promised(amount, sitter, later)} Tips and changes that cost more are charged to the card too, if you agree to them.`,
    button: 'Add a card',
  }),
  promise: (amount, sitter, later) => ({
    title: 'Add your card',
    text: `${promised(amount, sitter, later)} With a card the booking is confirmed at that moment. Tips and changes that cost more are charged to it too, if you agree to them.`,
    button: 'Add a card',
  }),
  change: (amount) => ({
    title: `Pay ${amount} for the change`,
    text: 'Your bank needs you to confirm the payment, or the card was declined. Nothing has been charged for the change so far; if you do not pay in time, the booking stays as it is.',
    button: 'Pay by card',
  }),
  tip: (amount, sitter) => ({
    title: `Pay your tip of ${amount}`,
    text: `Your bank needs you to confirm the payment, or the card was declined. Nothing has been charged for the tip so far; all of it goes to ${sitter}.`,
    button: 'Pay by card',
  }),
}

const promises: Partial<Record<BookingStatus, 'send' | 'keep'>> = {
  awaiting_card: 'send',
  awaiting_payment: 'keep',
}

/** True for a confirmed booking whose stored card could not be charged on the due day. */
const isDeclined = ({ timeline }: Booking): boolean => timeline.some(({ event }) => event === 'charge_card')

const wordsOf = (booking: Booking, now: boolean): Words => {
  const price = isDeclined(booking) ? 'declined' : 'price'
  const { status, payment } = booking
  return words[payment.extra?.purpose ?? (now ? price : (promises[status] ?? 'promise'))]
}

/** The button once the card is filled in. */
const confirmWords = (status: BookingStatus, now: boolean, amount: string): string => {
  if (now) return `Pay ${amount}`
  return status === 'awaiting_card' ? 'Send with this card' : 'Use this card'
}

type PaymentProcessingProps = { isCard: boolean; lookAgain: ReturnType<typeof usePolling> }

/** Shown while the payment is processed. After a few minutes the page stops polling and offers a button. */
function PaymentProcessing({ isCard, lookAgain }: PaymentProcessingProps) {
  if (!lookAgain)
    return (
      <Notice
        kind="info"
        announced
        title={isCard ? 'Your card is being checked' : 'Your payment is being processed'}
      >
        This takes a moment. You then see the result here.
      </Notice>
    )
  return (
    <Notice
      kind="info"
      announced
      title={isCard ? 'Your card is still being checked' : 'Your payment is still being processed'}
      action={
        <Button size="small" onClick={lookAgain}>
          Look again
        </Button>
      }
    >
      This is taking longer than usual. You do not need to do anything twice: look again in a while.
    </Notice>
  )
}

/** The provider's form, and whether the card has been given in it. */
function usePayment({ booking, refresh }: PayCardProps) {
  const { due } = booking.payment
  const [form, setForm] = useState<Form | null>(null)
  const { run, ...saving } = useSaving()
  const [isGiven, setGiven] = useState(false)
  useEffect(() => {
    if (due === null) setGiven(false)
  }, [due])
  const putPayment = () =>
    api('PUT /v1/bookings/:bookingId/payment', { params: { bookingId: booking.id }, body: {} })
  const open = () =>
    run(async () => {
      const step = await putPayment()
      if (step.state === 'done' || !step.clientSecret) return setGiven(true)
      return setForm(await openForm(step, step.clientSecret))
    })
  const confirm = (filled: Form) =>
    run(async () => {
      await confirmForm(filled)
      // The server asks Stripe for the result, so that nobody has to wait for its webhook.
      const { state } = await putPayment()
      setGiven(state === 'done')
      await refresh()
    })
  return { form, isGiven, goOn: () => (form ? confirm(form) : open()), ...saving }
}

/** The owner's payment, with the provider's form loaded on demand. */
export default function PayCard({ booking, refresh }: PayCardProps) {
  const {
    status,
    payment: { due, extra, charge },
  } = booking
  const { form, isGiven, goOn, pending, errors, attempt } = usePayment({ booking, refresh })
  const isMade = due === null || isGiven
  const lookAgain = usePolling(refresh, booking.role === 'owner' && isMade)
  if (booking.role !== 'owner') return null
  if (isMade) return <PaymentProcessing isCard={due?.now === false} lookAgain={lookAgain} />

  const amount = formatMoney(due.amount, booking.quote.currency)
  const later = charge && chargeDay(charge.at, booking.timeZone)
  const { title, text, button } = wordsOf(booking, due.now)(amount, firstName(booking.sitter.name), later)
  return (
    <Card as="section" aria-labelledby="pay" className="grid gap-4">
      <h2 id="pay" className="flex items-center gap-2 text-xl">
        <Icon name="credit-card" size={20} className="shrink-0" />
        {title}
      </h2>
      <p className="max-w-measure text-ink-2">{text}</p>
      {extra && <Moment at={extra.payBy} placeZone={booking.timeZone} words="Pay by" turn />}
      <ErrorSummary errors={errors} attempt={attempt} />
      {form && <CardForm key={form.step.clientSecret} elements={form.elements} />}
      <Button
        kind="primary"
        className="justify-self-start"
        pending={pending && (form ? 'Asking your bank…' : 'Opening the form…')}
        onClick={() => void goOn()}
      >
        {form ? confirmWords(status, due.now, amount) : button}
      </Button>
    </Card>
  )
}
