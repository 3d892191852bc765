import type { PaymentMode } from '#contract/codes.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { manualProvider } from '#server/payments/manual-commands.ts'
import type { Provider } from '#server/payments/provider.ts'
import { stripeProvider } from '#server/payments/stripe-commands.ts'

const providers: Record<PaymentMode, Provider> = { manual: manualProvider, stripe: stripeProvider }

/** Returns the provider that moves the money of a booking, as stored in its row. */
export const providerOf = (mode: PaymentMode): Provider => providers[mode]

/** Returns the payment mode of new bookings. */
export const paymentModeOf = ({ stripe }: Pick<Deps, 'stripe'>): PaymentMode => (stripe ? 'stripe' : 'manual')
