import * as disputes from '#contract/payments/disputes.ts'
import * as contract from '#contract/payments/payments.ts'
import * as payouts from '#contract/payments/payouts.ts'
import { type Route, route } from '#server/kernel/http/http.ts'
import { openPayoutAccount, showPayoutAccount } from '#server/payments/account-commands.ts'
import { openCard } from '#server/payments/card-commands.ts'
import { listDisputes, moveDispute } from '#server/payments/dispute-desk-commands.ts'
import { openPayment } from '#server/payments/open-commands.ts'
import { exportPayouts, listPayouts, retryPayout } from '#server/payments/payout-desk-commands.ts'

export const paymentRoutes: Route[] = [
  route(contract.openPayment, ({ deps, viewer, params }) => openPayment(deps, viewer, params.bookingId)),
  route(contract.openCard, ({ deps, viewer, params, body }) =>
    openCard(deps, viewer, params.bookingId, body),
  ),
  route(contract.showPayoutAccount, ({ deps, viewer, params }) =>
    showPayoutAccount(deps, viewer, params.accountId),
  ),
  route(contract.openPayoutAccount, ({ deps, viewer, params }) =>
    openPayoutAccount(deps, viewer, params.accountId),
  ),
  route(disputes.listDisputes, ({ deps, query }) => listDisputes(deps, query)),
  route(disputes.moveDispute, ({ deps, viewer, params, body, ip }) =>
    moveDispute(deps, { viewer, ip }, params.disputeId, body),
  ),
  route(payouts.exportPayouts, ({ deps, query }) => exportPayouts(deps, query)),
  route(payouts.listPayouts, ({ deps, query }) => listPayouts(deps, query)),
  route(payouts.retryPayout, ({ deps, params, concern }) => retryPayout(deps, params.payoutId, concern)),
]
