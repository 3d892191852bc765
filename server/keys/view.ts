import { keyScopes, siteScopes } from '#contract/keys/codes.ts'
import type { SiteKey } from '#contract/keys/desk.ts'
import type { ApiKey } from '#contract/keys/keys.ts'
import { mayDo } from '#contract/staff/codes.ts'
import { stateOf } from '#server/keys/key.ts'
import type { KeyRow, SiteKeyRow } from '#server/keys/store.ts'

const viewAny = (row: Omit<KeyRow, 'valid_since'>) => ({
  id: row.id,
  name: row.name,
  ending: row.ending,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  usedAt: row.used_at?.toISOString() ?? null,
})

/** A scope that a later release has dropped gives nothing and is not shown. */
const known = <S extends string>(all: readonly S[], held: readonly string[]): S[] =>
  all.filter((scope) => held.includes(scope))

export const viewKey = (row: KeyRow, at: Date): ApiKey => ({
  ...viewAny(row),
  scopes: known(keyScopes, row.scopes),
  state: stateOf(row, row.valid_since, at),
})

export const viewSiteKey = (row: SiteKeyRow, at: Date): SiteKey => ({
  ...viewAny(row),
  scopes: known(siteScopes, row.scopes),
  state: stateOf(row, null, at),
  createdBy: {
    name: row.creator_name,
    isInCharge: !row.creator_disabled && mayDo(row.creator_roles, 'integrations.change'),
  },
})
