import type { AdminBooking } from '#contract/bookings/case-desk.ts'
import { deskMoneyWords } from '#contract/payments/desk-words.ts'
import { settlementOf } from '#contract/payments/words.ts'

export const deskWordsOf = ({ money }: Pick<AdminBooking, 'money'>) =>
  deskMoneyWords[settlementOf(money.mode, money.charge !== null)]
