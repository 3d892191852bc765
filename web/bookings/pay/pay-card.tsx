import CreditCard from 'lucide-react/icons/credit-card'
import { useEffect, useRef, useState } from 'react'
import type { Booking } from '#contract/bookings.ts'
import type { BookingStatus } from '#contract/codes.ts'
import type { PaymentStep } from '#contract/payments.ts'
import { FormRefusal, useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { firstName } from '#web/bookings/parts/booking-words.ts'
import { chargeDay } from '#web/bookings/parts/charge-words.ts'
import { Moment } from '#web/bookings/parts/next-step.tsx'
import { type Elements, loadStripeJs, type StripeJs } from '#web/bookings/pay/stripe-js.ts'
import { formatMoney } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { Notice } from '#web/ui/notice.tsx'

type PayCardProps = { booking: Booking; refresh: () => Promise<Booking> }
type Form = { step: PaymentStep; stripe: StripeJs; elements: Elements }

const lookMilliseconds = 1_500

/** Looks again while the payment is being made, which takes a moment and nobody's doing. */
function useLook(refresh: PayCardProps['refresh'], isMade: boolean): void {
  useEffect(() => {
    if (!isMade) return
    // A look that fails is mended by the next one.
    const timer = setInterval(() => refresh().catch(() => undefined), lookMilliseconds)
    return () => clearInterval(timer)
  }, [isMade, refresh])
}

type Words = (
  amount: string,
  sitter: string,
  later: string | null,
) => { title: string; text: string; button: string }

/** When a card that is given before the sitter's answer is charged. */
const promised = (amount: string, sitter: string, later: string | null) =>
  later
    ? `${amount} is charged on ${later} if ${sitter} accepts, and not before: the start is far ahead.`
    : `${amount} is charged when ${sitter} accepts, and not before.`

const words: Record<'price' | 'send' | 'promise' | 'keep' | 'change' | 'tip', Words> = {
  price: (amount, sitter) => ({
    title: `Pay ${amount} to confirm`,
    text: `${sitter} keeps the days for you until the payment is made. Nothing has been charged so far.`,
    button: 'Pay by card',
  }),
  keep: (amount, sitter, later) => ({
    title: 'Add your card to confirm',
    text: `${sitter} keeps the days for you until your card is checked. ${amount} is charged on ${later ?? 'its day'}, and not before: the start is far ahead. Changes that cost more and tips are taken from the card too, if you agree to them.`,
    button: 'Add a card',
  }),
  send: (amount, sitter, later) => ({
    title: 'Add your card to send the request',
    text: `${sitter} gets your request as soon as your card is checked. ${promised(amount, sitter, later)} Changes that cost more and tips are taken from the card too, if you agree to them.`,
    button: 'Add a card',
  }),
  promise: (amount, sitter, later) => ({
    title: 'Add your card',
    text: `${promised(amount, sitter, later)} With a card the booking is confirmed at that moment. Changes that cost more and tips are taken from it too, if you agree to them.`,
    button: 'Add a card',
  }),
  change: (amount) => ({
    title: `Pay ${amount} for the change`,
    text: 'Your bank would like to hear from you, or the card was declined. Nothing has been charged for the change so far; when no payment comes in time, the booking stays as it is.',
    button: 'Pay by card',
  }),
  tip: (amount, sitter) => ({
    title: `Pay your tip of ${amount}`,
    text: `Your bank would like to hear from you, or the card was declined. Nothing has been charged for the tip so far; all of it goes to ${sitter}.`,
    button: 'Pay by card',
  }),
}

const promises: Partial<Record<BookingStatus, 'send' | 'keep'>> = {
  awaiting_card: 'send',
  awaiting_payment: 'keep',
}

const wordsOf = ({ status, payment: { extra } }: Booking, now: boolean): Words =>
  words[extra?.purpose ?? (now ? 'price' : (promises[status] ?? 'promise'))]

/** The owner's payment: the provider's own form, loaded when it is asked for. */
export default function PayCard({ booking, refresh }: PayCardProps) {
  const {
    status,
    payment: { due, extra, charge },
  } = booking
  const [form, setForm] = useState<Form | null>(null)
  const { pending, errors, attempt, run } = useSaving()
  const [isGiven, setGiven] = useState(false)
  useEffect(() => {
    if (due === null) setGiven(false)
  }, [due])
  const isMade = booking.role === 'owner' && (due === null || isGiven)
  useLook(refresh, isMade)
  if (booking.role !== 'owner') return null
  if (due === null || isGiven)
    return (
      <Notice
        kind="info"
        announced
        title={due && !due.now ? 'Your card is being checked' : 'Your payment is being made'}
      >
        This takes a moment, and the page then shows it.
      </Notice>
    )

  const amount = formatMoney(due.amount, booking.quote.currency)
  const later = charge && chargeDay(charge.at, booking.timeZone)
  const { title, text, button } = wordsOf(booking, due.now)(amount, firstName(booking.sitter.name), later)
  const ask = () =>
    api('PUT /v1/bookings/:bookingId/payment', { params: { bookingId: booking.id }, body: {} })
  const open = () =>
    run(async () => {
      const step = await ask()
      if (step.state === 'done' || !step.clientSecret) return setGiven(true)
      const stripe = await loadStripeJs(step.scriptUrl, step.publishableKey).catch(() => {
        throw new FormRefusal([
          { message: 'The form of the payment service could not be loaded. Try again.' },
        ])
      })
      const elements = stripe.elements({ clientSecret: step.clientSecret, locale: 'en-GB' })
      return setForm({ step, stripe, elements })
    })
  const confirm = ({ step, stripe, elements }: Form) =>
    run(async () => {
      const sent = await elements.submit()
      const options = {
        elements,
        confirmParams: { return_url: window.location.href },
        redirect: 'if_required',
      } as const
      const said = sent.error
        ? sent
        : await (step.purpose === 'store' ? stripe.confirmSetup(options) : stripe.confirmPayment(options))
      if (said.error)
        throw new FormRefusal([
          { message: said.error.message ?? 'The payment did not work. Try another card.' },
        ])
      // Stripe is asked what came of it, so that nobody waits for its message.
      const { state } = await ask()
      setGiven(state === 'done')
      await refresh()
    })

  return (
    <Card as="section" aria-labelledby="pay" className="grid gap-4">
      <h2 id="pay" className="flex items-center gap-2 text-xl">
        <CreditCard size={20} aria-hidden />
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
        onClick={() => void (form ? confirm(form) : open())}
      >
        {form
          ? due.now
            ? `Pay ${amount}`
            : status === 'awaiting_card'
              ? 'Send with this card'
              : 'Use this card'
          : button}
      </Button>
    </Card>
  )
}

/** Stripe's own fields, in frames of theirs: what is typed there never reaches this site. */
function CardForm({ elements }: { elements: Elements }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = elements.create('payment')
    element.mount(place.current!)
    return () => element.unmount()
  }, [elements])
  return <div ref={place} className="min-h-24 max-w-measure" />
}
