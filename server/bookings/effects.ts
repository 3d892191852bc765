import {
  answerCase,
  appealCase,
  closeCases,
  openCaseOf,
  passOnCase,
  resolveCase,
  settleAbsence,
  splitMoney,
} from '#server/bookings/case/effects.ts'
import { settleVisit } from '#server/bookings/case/missed-effects.ts'
import {
  applyChange,
  applyPaidChange,
  requestChangePayment,
  endChange,
  writeChange,
} from '#server/bookings/change/effects.ts'
import type { Move, Outcome } from '#server/bookings/effect.ts'
import { expiryOf } from '#server/bookings/life/expiry.ts'
import { releaseUndelivered, takePlaces } from '#server/bookings/life/places-effects.ts'
import type { Effect } from '#server/bookings/life/transition.ts'
import {
  requestCharge,
  cancelScheduledCharge,
  scheduleCharge,
  noteFailedPayment,
} from '#server/bookings/pay/charge-effects.ts'
import {
  requestPayment,
  capturePayment,
  countPromo,
  resetPaymentOfRequest,
  giveTip,
  returnPromo,
  voidPayment,
} from '#server/bookings/pay/effects.ts'
import {
  requestTip,
  endTip,
  notePayReminder,
  noteUnpaid,
  applyPaidTip,
} from '#server/bookings/pay/extra-effects.ts'
import { termsOfRow } from '#server/bookings/record/record.ts'
import { isLateCancellation } from '#server/bookings/record/status.ts'
import { earnCredit } from '#server/bookings/referral/commands.ts'
import { refund, refundMore, releasePayout } from '#server/bookings/refund/effects.ts'

/** The implementation of each effect that the table names. */
export const effectHandlers: Record<Effect, (move: Move) => Outcome | Promise<Outcome>> = {
  // Done where the booking is created or repriced, or when its row is updated.
  freeze_terms: () => ({}),
  keep_version: () => ({}),
  reserve_promo: () => ({}),
  set_expiry: ({ record, to, at }) => ({
    change: { expires_at: expiryOf(to, at, record.starts_at, termsOfRow(record).settings) },
  }),
  note_sent: ({ record, at }) => ({ change: { sent_at: record.sent_at ?? at } }),
  count_promo: countPromo,
  return_promo: returnPromo,
  take_places: takePlaces,
  free_places: releaseUndelivered,
  free_undelivered_places: releaseUndelivered,
  // Done after the booking's row is updated (see `life/commands.ts`).
  end_siblings: () => ({}),
  void_payment: voidPayment,
  forget_request: resetPaymentOfRequest,
  ask_payment: requestPayment,
  note_failed_payment: noteFailedPayment,
  keep_charge: scheduleCharge,
  ask_charge: requestCharge,
  drop_charge: cancelScheduledCharge,
  capture_payment: capturePayment,
  refund,
  refund_more: refundMore,
  tip: giveTip,
  release: releasePayout,
  note_late_cancellation: ({ record, at }) => ({
    payload: {
      late: !record.circle && isLateCancellation(record.starts_at, at, termsOfRow(record).settings),
    },
  }),
  mark_arrival: ({ at, input }) => ({ change: { checked_in_at: input.arrivedAt ?? at } }),
  write_change: writeChange,
  apply_change: applyChange,
  ask_change_payment: requestChangePayment,
  apply_paid_change: applyPaidChange,
  ask_tip: requestTip,
  take_tip: applyPaidTip,
  end_tip: endTip,
  note_unpaid_extra: noteUnpaid,
  note_pay_reminder: notePayReminder,
  end_change: endChange,
  open_case: openCaseOf,
  answer_case: answerCase,
  appeal_case: appealCase,
  pass_on_case: passOnCase,
  settle_absence: settleAbsence,
  settle_visit: settleVisit,
  resolve_case: resolveCase,
  split: splitMoney,
  close_case: closeCases,
  mark_end: ({ to, at }) => (to === 'completed' ? { change: { ended_at: at } } : {}),
  earn_credit: earnCredit,
}
