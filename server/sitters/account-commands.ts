import { removeFilesOf } from '#server/files/commands.ts'
import { announce } from '#server/kernel/changes.ts'
import { inTransaction } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { lockSitter } from '#server/sitters/commands.ts'
import { nowhere } from '#server/sitters/location-commands.ts'
import { displayName } from '#server/sitters/profile.ts'
import * as store from '#server/sitters/store.ts'

/** A search may ask for sitters with or without pets of their own. */
export function refreshHousehold(deps: Deps, accountId: string): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const row = await store.findSitterOfAccount(tx, accountId)
    if (!row) return
    await announce(tx, 'sitter', row.id)
    await deps.enqueue(tx, 'search.refresh-sitter', { sitterId: row.id })
  })
}

/** The display name follows the account's; a forgotten account's profile is emptied and hidden. */
export function renameSitter(deps: Deps, accountId: string): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const account = await store.findAccount(tx, accountId)
    const found = await store.findSitterOfAccount(tx, accountId)
    if (!found || !account) return
    await lockSitter(tx, found.id)
    await announce(tx, 'sitter', found.id)
    const updated_at = deps.now()
    if (account.erased_at === null) {
      await store.updateSitter(tx, found.id, { name: displayName(account.name), updated_at })
      return
    }
    await removeFilesOf(deps, tx, 'sitter', [found.id])
    await store.updateSitter(tx, found.id, { ...emptied, time_zone: found.time_zone, updated_at })
    await store.replaceServices(tx, found.id, [])
    await deps.enqueue(tx, 'search.refresh-sitter', { sitterId: found.id })
  })
}

const emptied = {
  ...nowhere,
  name: 'Former member',
  status: 'draft',
  headline: '',
  bio: '',
  photo_url: null,
  neighbourhood: null,
  languages: [] as string[],
  experience_years: null,
  sent_back_reason: null,
} satisfies Parameters<typeof store.updateSitter>[2]
