import { findPerson } from '#server/accounts/role-commands.ts'
import { endAllOf } from '#server/bookings/leave/departure-commands.ts'
import { scheduleDeletion, undoDeletion } from '#server/identity/deletion/commands.ts'
import { dayOf } from '#server/identity/deletion/deletion.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import { Problem } from '#server/kernel/problem.ts'
import { type Command, type CommandInput, nameOf, UsageError } from './operator-command.ts'

export const deletionCommands = {
  delete: {
    usage: '<person> --yes [--cancel-open] [--at-once]',
    does: 'Delete the account in 14 days; until then a mailed link can undo it; --cancel-open first ends and refunds what is open, --at-once makes the deletion final at once',
    options: { yes: { type: 'boolean' }, 'cancel-open': { type: 'boolean' }, 'at-once': { type: 'boolean' } },
    queues: true,
    run: deletePerson,
  },
  undelete: {
    usage: '<person>',
    does: 'Cancel a scheduled deletion, as the link in the mail does',
    queues: true,
    async run({ deps, args }) {
      const person = await findPerson(deps.db, args[0]!)
      if (!(await undoDeletion(deps, person.uid, null)))
        throw new Problem('account-not-found', { detail: `${nameOf(person)} has no scheduled deletion.` })
      return `${nameOf(person)} is kept, and can sign in again.`
    },
  },
} satisfies Record<string, Command>

async function deletePerson({ deps, args, options }: CommandInput): Promise<string> {
  const person = await findPerson(deps.db, args[0]!)
  const [cancelsOpen, atOnce] = [options['cancel-open'] === true, options['at-once'] === true]
  if (!options['yes']) throw new UsageError(`This deletes ${nameOf(person)}. Add --yes if you mean it.`)
  return ensureTransaction(deps, async (deps) => {
    const ended = cancelsOpen && person.accountId ? await endAllOf(deps, person.accountId) : 0
    const dueAt = await scheduleDeletion(deps, {
      uid: person.uid,
      caller: null,
      atOnce,
      awaitsMoney: cancelsOpen,
    })
    const first = ended > 0 ? `Bookings ended: ${ended}; both sides are notified. ` : ''
    if (dueAt === null) return `${nameOf(person)} is deleted. There was no account yet.`
    if (atOnce)
      return `${first}${nameOf(person)} can no longer sign in, and is erased as soon as the server is running and no payment is in progress.`
    return `${first}${nameOf(person)} can no longer sign in, and is erased on ${dayOf(dueAt)} unless the link in the mail or undelete is used.`
  })
}
