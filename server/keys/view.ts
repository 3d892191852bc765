import { keyScopes } from '#contract/keys/codes.ts'
import type { ApiKey } from '#contract/keys/keys.ts'
import { stateOf } from '#server/keys/key.ts'
import type { KeyRow } from '#server/keys/store.ts'

export const viewKey = (row: KeyRow, at: Date): ApiKey => ({
  id: row.id,
  name: row.name,
  // A scope that a later release has dropped gives nothing and is not shown.
  scopes: keyScopes.filter((scope) => row.scopes.includes(scope)),
  ending: row.ending,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  usedAt: row.used_at?.toISOString() ?? null,
  state: stateOf(row, row.valid_since, at),
})
