import type { EndpointResponse, HandlerInput } from '#contract/endpoint.ts'
import type * as contract from '#contract/staff/erasure.ts'
import { requestCopyOf } from '#server/exports/commands.ts'
import { openMattersOf, scheduleDeletion, undoDeletion } from '#server/identity/deletion/commands.ts'
import { undoDays } from '#server/identity/deletion/deletion.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { findPerson } from '#server/staff/people-store.ts'
import { refused, requireChangeable } from '#server/staff/person-commands.ts'

type Given = HandlerInput<typeof contract.deletePerson>['body']

/** Has the copy of a person's data made; only the person can download it. */
export const prepareCopyFor = (
  deps: Deps,
  viewer: Viewer,
  accountId: string,
  { reason }: Given,
): Promise<EndpointResponse<typeof contract.prepareCopyFor>> =>
  ensureTransaction(deps, async (deps) => {
    const { disabled, deletion_due_at: dueAt } = await requireChangeable(deps.db, viewer, accountId)
    if (disabled || dueAt !== null)
      throw refused(
        'Nobody can sign in to this account now to download the copy. Make it on the command line and send it to the person.',
      )
    const { copy, created } = await requestCopyOf(deps, accountId, reason)
    if (!created) throw refused('A copy for this person is being prepared already.')
    return { askedAt: copy.askedAt }
  })

export async function showDeletionOf(
  { db }: Deps,
  accountId: string,
): Promise<EndpointResponse<typeof contract.showDeletionOf>> {
  if (!(await findPerson(db, accountId))) throw new Problem('account-not-found')
  return { open: await openMattersOf({ db }, accountId), undoDays }
}

/** Deletes the account with the same wait, and the same way back, as if the person had done it. */
export const deletePerson = (
  deps: Deps,
  viewer: Viewer,
  accountId: string,
  { reason }: Given,
): Promise<EndpointResponse<typeof contract.deletePerson>> =>
  ensureTransaction(deps, async (deps) => {
    const person = await requireChangeable(deps.db, viewer, accountId)
    if (person.deletion_due_at) throw refused('This account is about to be deleted already.')
    const dueAt = await scheduleDeletion(deps, { uid: person.external_id, caller: null, reason })
    if (!dueAt) throw new Problem('account-not-found')
    return { deletesAt: dueAt.toISOString() }
  })

/** Takes a deletion back, as the link in the mail does. */
export const keepPerson = (
  deps: Deps,
  viewer: Viewer,
  accountId: string,
  { reason }: Given,
): Promise<EndpointResponse<typeof contract.keepPerson>> =>
  ensureTransaction(deps, async (deps) => {
    const { external_id: uid } = await requireChangeable(deps.db, viewer, accountId)
    if (!(await undoDeletion(deps, uid, null, reason)))
      throw refused('This account is not about to be deleted, or its time is over.')
    return {}
  })
