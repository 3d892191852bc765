import { type SiteScope, siteScopes } from '#contract/keys/codes.ts'
import type { SiteKey } from '#contract/keys/desk.ts'
import { api } from '#web/api.ts'
import type { KeyKind } from '#web/keys/key-kind.ts'
import { Badge } from '#web/ui/badge.tsx'

const words: Record<SiteScope, string> = {
  'site.bookings:read': 'Read all bookings, without what people have written',
  'site.ledger:read': 'Read the ledger and its months',
  'site.payouts:read': 'Read payouts to sitters and refunds to owners',
  'site.figures:read': 'Read the figures of the desk and what waits for staff',
}

export const siteKeys: KeyKind<SiteScope, SiteKey> = {
  label: 'API keys of the site, the newest first',
  scopes: siteScopes,
  words,
  add: (body) => api('POST /v1/admin/api-keys', { body }),
  remove: (keyId) => api('DELETE /v1/admin/api-keys/:keyId', { params: { keyId } }),
  protectsRemoval: true,
  more: ({ createdBy: { name, isInCharge } }) => (
    <span className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
      {isInCharge ? `Created by ${name}` : `Created by ${name}, who may no longer create keys`}
      {!isInCharge && <Badge tone="gold">Replace this key</Badge>}
    </span>
  ),
}
