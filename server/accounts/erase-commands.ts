import { staffWith } from '#server/accounts/commands.ts'
import { findRelatedAddresses, findInvolvement } from '#server/accounts/erase-store.ts'
import { type Eraser, emptyAccount, type PersonToErase } from '#server/accounts/erasure.ts'
import { erasureDelayedMail } from '#server/accounts/mails.ts'
import * as store from '#server/accounts/store.ts'
import { addressesOfSignIn, deleteSignIn, lockDueDeletion } from '#server/identity/deletion/commands.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps } from '#server/kernel/deps.ts'
import { deleteTransientRecords, deletePersonMails } from '#server/kernel/erasing.ts'
import { queueMail } from '#server/kernel/mail/mail.ts'

/**
 * Erases the account of a sign-in whose deletion is due, in one transaction: either everything about the person is
 * erased except what the law requires to keep, or nothing changes and the job is retried. If open matters have come up
 * in the meantime, the erasure waits for them and the operators are notified once.
 */
export function eraseAccount(deps: Deps, erasers: readonly Eraser[], uid: string): Promise<void> {
  return ensureTransaction(deps, async (deps) => {
    const due = await lockDueDeletion(deps, uid)
    if (!due) return
    if (due.open.length === 0) return erase(deps, erasers, uid)
    deps.log.warn({ uid, open: due.open.length }, 'an erasure waits for what is open')
    if (due.isNews)
      for (const { name, email } of await staffWith(deps.db, 'bookings.cancel'))
        await queueMail(deps, erasureDelayedMail({ name, email }, due.open, deps.site))
  })
}

/** Erases the account left behind by a sign-in that has already been deleted, if there is one. */
export const eraseLeftover = (deps: Deps, erasers: readonly Eraser[], uid: string): Promise<void> =>
  ensureTransaction(deps, (deps) => erase(deps, erasers, uid))

/** Returns a new code, so that invitation links shared by the person no longer lead to the account. */
async function erase(deps: TxDeps, erasers: readonly Eraser[], uid: string): Promise<void> {
  const account = await store.lockByExternalId(deps.db, uid)
  const signInEmails = await addressesOfSignIn(deps.db, uid)
  if (!account) return deleteSignIn(deps, uid, signInEmails)
  const at = deps.now()
  const involved = await findInvolvement(deps.db, account.id)
  const person: PersonToErase = {
    uid,
    accountId: account.id,
    sitterId: involved.sitter_id,
    names: [...new Set([account.name, involved.sitter_name ?? ''])].filter(Boolean),
    emails: [...new Set([account.email.toLowerCase(), ...signInEmails])].filter(Boolean),
    phoneNumber: account.phone_number,
    bookingIds: involved.booking_ids,
    conversationIds: involved.conversation_ids,
  }
  const relatedAddresses = await findRelatedAddresses(deps.db, account.id)
  for (const eraseFrom of erasers) await eraseFrom(deps, person)
  await deletePersonMails(deps.db, { to: person.emails, othersTo: relatedAddresses, at })
  await deleteTransientRecords(deps.db, person)
  await store.saveAccount(deps.db, account.id, {
    external_id: `erased:${account.id}`,
    ...emptyAccount(at),
  })
  await deleteSignIn(deps, uid, person.emails)
}
