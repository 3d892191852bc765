import type { PaymentMode } from '#contract/codes.ts'

/**
 * What one step of the cancellation policy means to the owner. What was paid by card comes back; of a price that is
 * settled directly, less is due (docs/decisions/0103).
 */
export const refundStep = (
  mode: PaymentMode | undefined,
  refund: number,
  total: number,
): readonly ['you get back' | 'you pay', number] =>
  mode === 'stripe' ? ['you get back', refund] : ['you pay', total - refund]
