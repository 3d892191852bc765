import type { Account } from '#contract/accounts.ts'
import { roles } from '#contract/staff/codes.ts'
import type { AccountRow } from '#server/accounts/store.ts'
import { Problem } from '#server/kernel/problem.ts'

/** Renders the account for its owner. Any other account gets the same answer as one that does not exist. */
export function viewAccount(row: AccountRow | undefined): Account {
  if (!row) throw new Problem('account-not-found')
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phoneNumber: row.phone_number,
    location: row.location,
    externalUserId: row.external_id,
    sitterId: row.sitter_id,
    roles: roles.filter((role) => row.roles.includes(role)),
    locale: row.locale,
    timeZone: row.time_zone,
    photoUrl: row.photo_url,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    consentsDue: row.consents_due,
  }
}
