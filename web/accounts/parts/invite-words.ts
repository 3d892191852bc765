import type { Invite } from '#contract/bookings/invites.ts'
import { formatMoney } from '#contract/words.ts'
import { plural } from '#web/format.ts'

type Terms = Pick<Invite, 'credit' | 'currency' | 'months' | 'sitterBasisPoints'>

/** Null if the site gives no credit. */
export const creditWords = ({ credit, currency }: Terms, whose: string): string | null =>
  credit === 0
    ? null
    : `You both get ${formatMoney(credit, currency)} when ${whose} first booking of at least ${formatMoney(credit, currency)} is complete. We take the credit off the next request automatically.`

/** "no service fee for 12 months" */
export const feeWords = ({ months, sitterBasisPoints }: Terms): string =>
  `${sitterBasisPoints === 0 ? 'no service fee' : `a service fee of only ${sitterBasisPoints / 100}%`} for ${plural(months, 'month')}`
