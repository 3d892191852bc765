import { useEffect, useRef } from 'react'
import type { PaymentStep } from '#contract/payments/payments.ts'
import { FormRefusal } from '#web/accounts/call-errors.ts'
import { type Elements, loadStripeJs, type StripeJs } from '#web/bookings/pay/stripe-js.ts'

export type Form = { step: PaymentStep; stripe: StripeJs; elements: Elements }

/** Opens Stripe's form for this step. Loads its script the first time. */
export async function openForm(step: PaymentStep, clientSecret: string): Promise<Form> {
  const stripe = await loadStripeJs(step.scriptUrl, step.publishableKey).catch(() => {
    throw new FormRefusal([{ message: 'The payment form could not be loaded. Try again.' }])
  })
  return { step, stripe, elements: stripe.elements({ clientSecret, locale: 'en-GB' }) }
}

/** Submits the form to Stripe. If the card is declined, throws Stripe's own message. */
export async function confirmForm({ step, stripe, elements }: Form): Promise<void> {
  const sent = await elements.submit()
  const options = {
    elements,
    confirmParams: { return_url: window.location.href },
    redirect: 'if_required',
  } as const
  const result = sent.error
    ? sent
    : await (step.purpose === 'store' ? stripe.confirmSetup(options) : stripe.confirmPayment(options))
  if (result.error)
    throw new FormRefusal([{ message: result.error.message ?? 'The payment failed. Try another card.' }])
}

/** Stripe's own fields in its iframes: card data never reaches this site. */
export function CardForm({ elements }: { elements: Elements }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = elements.create('payment')
    element.mount(place.current!)
    return () => element.unmount()
  }, [elements])
  return <div ref={place} className="min-h-24 max-w-measure" />
}
