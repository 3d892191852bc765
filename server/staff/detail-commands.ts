import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/staff/details.ts'
import { correctAccount } from '#server/accounts/commands.ts'
import { requestAddressChange } from '#server/identity/admin-commands.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { notify } from '#server/notices/commands.ts'
import { detailsCorrectedLetter } from '#server/staff/mails.ts'
import { explainMissingSignIn, refused, requireChangeable } from '#server/staff/person-commands.ts'

type Given = HandlerInput<typeof contract.correctPerson>['body']

/** Corrects what a person has entered about themselves. A new address counts once its mailbox confirms it. */
export const correctPerson = (
  deps: Deps,
  viewer: Viewer,
  accountId: string,
  { name, phoneNumber, email, reason }: Given,
): Promise<EndpointResponse<typeof contract.correctPerson>> =>
  ensureTransaction(deps, async (deps) => {
    const person = await requireChangeable(deps.db, viewer, accountId)
    const changes = {
      ...(name !== undefined && name !== person.name && { name }),
      ...(phoneNumber !== undefined && phoneNumber !== person.phone_number && { phoneNumber }),
    }
    const isCorrected = Object.keys(changes).length > 0
    const emailWaits = email !== undefined && email !== person.email
    if (!isCorrected && !emailWaits) throw refused('These details are as you want them already.')
    if (emailWaits)
      await requestAddressChange(deps, person.external_id, { newEmail: email, reason }).catch(
        explainMissingSignIn,
      )
    if (!isCorrected) return { emailWaits }
    await correctAccount(deps, accountId, changes)
    const mail = detailsCorrectedLetter({ ...changes, reason }, deps.site)
    await notify(deps, {
      accountId,
      kind: 'staff-change',
      title: mail.subject,
      path: '/account/profile',
      mail,
    })
    return { emailWaits }
  })
