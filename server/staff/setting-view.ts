import { Settings } from '#contract/settings.ts'
import type { SettingVersion } from '#contract/staff/settings.ts'
import { differencesOf } from '#server/staff/setting-fields.ts'
import type { VersionRow } from '#server/staff/setting-store.ts'

/** A document of another release may not be readable; it counts as the defaults then. */
export const readableSettings = (document: unknown): Settings =>
  Settings.safeParse(document).data ?? Settings.parse({})

/** The changes are those against the version before; against the defaults for the first one. */
export const viewVersion = (row: VersionRow, before: VersionRow | undefined): SettingVersion => ({
  version: row.version,
  at: row.created_at.toISOString(),
  by: row.by,
  reason: row.reason,
  changes: differencesOf(readableSettings(before?.document ?? {}), readableSettings(row.document)),
})
