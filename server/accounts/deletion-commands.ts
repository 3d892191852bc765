import type { OpenMatter } from '#contract/accounts.ts'
import { openMattersOf, scheduleDeletion } from '#server/identity/deletion/commands.ts'
import { undoDays } from '#server/identity/deletion/deletion.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'

export async function showDeletion(
  { db }: Deps,
  viewer: Viewer,
  accountId: string,
): Promise<{ open: OpenMatter[]; undoDays: number }> {
  if (accountId !== viewer.accountId) throw new Problem('account-not-found')
  return { open: await openMattersOf({ db }, accountId), undoDays }
}

export async function deleteAccount(
  deps: Deps,
  viewer: Viewer,
  accountId: string,
  ip: string,
): Promise<{ deletesAt: string }> {
  if (accountId !== viewer.accountId) throw new Problem('account-not-found')
  const dueAt = await ensureTransaction(deps, (deps) =>
    scheduleDeletion(deps, { uid: viewer.uid, caller: { ip } }),
  )
  if (!dueAt) throw new Problem('account-not-found')
  return { deletesAt: dueAt.toISOString() }
}
