import { friendServices } from '#contract/circle/codes.ts'
import type { BookableSitter } from '#server/sitters/commands.ts'

/**
 * A friend in the owner's care circle as a sitter: every kind of care, free of charge, whatever the friend charges
 * others.
 */
export const asFriend = (sitter: BookableSitter): BookableSitter => ({
  ...sitter,
  status: 'published',
  instantBooking: 'off',
  services: friendServices,
})
