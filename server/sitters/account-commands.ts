import { type Eraser, formerMember } from '#server/accounts/erasure.ts'
import { removeFilesOf } from '#server/files/commands.ts'
import { announce } from '#server/kernel/cache/changes.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { lockSitter } from '#server/sitters/commands.ts'
import { noLocation } from '#server/sitters/location-commands.ts'
import { emptiedProfile } from '#server/sitters/profile-fields.ts'
import { displayName } from '#server/sitters/profile.ts'
import * as store from '#server/sitters/store.ts'

/** Refreshes the search document, because a search may require sitters with or without pets of their own. */
export function refreshHousehold(deps: Deps, accountId: string): Promise<void> {
  return ensureTransaction(deps, async (deps) => {
    const row = await store.findSitterOfAccount(deps.db, accountId)
    if (!row) return
    await announce(deps.db, 'sitter', row.id)
    await deps.enqueue(deps.db, 'search.refresh-sitter', { sitterId: row.id })
  })
}

/** Updates the display name after the account's name has changed. */
export function renameSitter(deps: Deps, accountId: string): Promise<void> {
  return ensureTransaction(deps, async (deps) => {
    const account = await store.findAccount(deps.db, accountId)
    const found = await store.findSitterOfAccount(deps.db, accountId)
    if (!found || !account || account.erased_at !== null) return
    await lockSitter(deps.db, found.id)
    await announce(deps.db, 'sitter', found.id)
    await store.updateSitter(deps.db, found.id, { name: displayName(account.name), updated_at: deps.now() })
  })
}

/** Hides the profile of an account that is to be deleted, and restores its previous status if the account stays. */
export function followDeletion(deps: Deps, accountId: string): Promise<void> {
  return ensureTransaction(deps, async (deps) => {
    const known = await store.findSitterOfAccount(deps.db, accountId)
    if (!known) return
    await lockSitter(deps.db, known.id)
    const sitter = (await store.findSitterOfAccount(deps.db, accountId))!
    const isDeletionRequested = await store.isDeletionRequested(deps.db, accountId)
    const { status, hidden_from: before } = sitter
    if (isDeletionRequested && (status === 'published' || status === 'in_review'))
      await store.updateSitter(deps.db, sitter.id, {
        status: 'paused',
        hidden_from: status,
        updated_at: deps.now(),
      })
    else if (!isDeletionRequested && before !== null)
      await store.updateSitter(deps.db, sitter.id, {
        ...(status === 'paused' ? { status: before } : {}),
        hidden_from: null,
        updated_at: deps.now(),
      })
    else return
    await announce(deps.db, 'sitter', sitter.id)
    await deps.enqueue(deps.db, 'search.refresh-sitter', { sitterId: sitter.id })
  })
}

/** Keeps the row for the bookings that refer to it, but empties it. */
export const eraseFromSitters: Eraser = async (deps, { accountId, sitterId }) => {
  await store.deleteDraft(deps.db, accountId)
  if (!sitterId) return
  await lockSitter(deps.db, sitterId)
  await announce(deps.db, 'sitter', sitterId)
  await removeFilesOf(deps, 'sitter', [sitterId])
  await store.updateSitter(deps.db, sitterId, {
    ...emptied,
    updated_at: deps.now(),
  })
  await store.replaceServices(deps.db, sitterId, [])
  await deps.enqueue(deps.db, 'search.refresh-sitter', { sitterId })
}

const emptied = {
  ...noLocation,
  name: formerMember,
  status: 'draft',
  hidden_from: null,
  ...emptiedProfile,
  photo_url: null,
  own_holidays: JSON.stringify({ off: [], peaks: [] }),
  response_rate: null,
  response_minutes: null,
  sent_back_reason: null,
} satisfies Parameters<typeof store.updateSitter>[2]
