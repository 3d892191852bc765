import { receiverOf } from '#server/accounts/commands.ts'
import { creditLetter } from '#server/bookings/referral/mails.ts'
import * as store from '#server/bookings/referral/store.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { notify } from '#server/notices/commands.ts'

/** Notifies the owner of a credit once, however often the job runs. */
export function notifyOfCredit(deps: Deps, creditId: string): Promise<void> {
  return ensureTransaction(deps, async (deps) => {
    const credit = await store.claimUnannouncedCredit(deps.db, creditId, deps.now())
    const receiver = credit && (await receiverOf(deps.db, credit.owner_id))
    if (!credit || !receiver) return
    const letter = creditLetter({
      to: receiver.name,
      other: credit.other_name,
      wasInvited: credit.owner_id === credit.earned_by,
      amount: credit.amount,
      currency: credit.currency,
      site: deps.site,
    })
    await notify(deps, {
      accountId: credit.owner_id,
      kind: 'credit',
      title: letter.subject,
      path: '/account/invite',
      mail: { ...letter, kind: 'credit-earned' },
    })
  })
}
