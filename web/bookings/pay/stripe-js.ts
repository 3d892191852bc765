/** The part of Stripe.js the payment step uses. Stripe requires the script to be loaded from its own domain. */
type PaymentElement = {
  mount: (place: HTMLElement) => void
  unmount: () => void
  on: (event: 'ready' | 'loaderror', listener: () => void) => void
}
export type Elements = {
  create: (kind: 'payment') => PaymentElement
  submit: () => Promise<{ error?: { message?: string } }>
}
type Confirmation = {
  elements: Elements
  confirmParams: { return_url: string }
  redirect: 'if_required'
}
export type StripeJs = {
  elements: (options: { clientSecret: string; locale: 'en-GB' }) => Elements
  confirmPayment: (options: Confirmation) => Promise<{ error?: { message?: string } }>
  confirmSetup: (options: Confirmation) => Promise<{ error?: { message?: string } }>
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => StripeJs
  }
}

let loading: Promise<void> | undefined

/** Loads Stripe.js once from Stripe's domain. After a failure it can be tried again. */
export async function loadStripeJs(scriptUrl: string, publishableKey: string): Promise<StripeJs> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scriptUrl
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      loading = undefined
      script.remove()
      reject(new Error('Stripe.js could not be loaded'))
    })
    document.head.append(script)
  })
  await loading
  if (!window.Stripe) throw new Error('Stripe.js did not define window.Stripe')
  return window.Stripe(publishableKey)
}
