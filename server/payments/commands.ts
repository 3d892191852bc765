import type { PaymentMode } from '#contract/codes.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { manualProvider } from '#server/payments/manual-commands.ts'
import type { Provider } from '#server/payments/provider.ts'
import { stripeProvider } from '#server/payments/stripe-commands.ts'

const providers: Record<PaymentMode, Provider> = { manual: manualProvider, stripe: stripeProvider }

/** Through whom the money of a booking moves, as its row says. */
export const providerOf = (mode: PaymentMode): Provider => providers[mode]

/** Through whom the money of a new booking moves. */
export const paymentModeOf = ({ stripe }: Pick<Deps, 'stripe'>): PaymentMode => (stripe ? 'stripe' : 'manual')
