import { useRevalidator } from 'react-router'
import type { SettingField, SettingVersion } from '#contract/staff/settings.ts'
import { SettingChanges } from '#web/admin/parts/setting-changes.tsx'
import { VersionList } from '#web/admin/parts/version-list.tsx'
import { api } from '#web/api.ts'
import { loadToast } from '#web/ui/overlay/toast.ts'

type SettingVersionsProps = {
  first: { items: SettingVersion[]; nextCursor: string | null }
  /** The version in force. */
  version: number
  fields: readonly SettingField[]
  currency: string
}

/** The versions of the settings, newest first, with a way back to each. */
export function SettingVersions({ first, version, fields, currency }: SettingVersionsProps) {
  const { revalidate } = useRevalidator()
  return (
    <VersionList
      {...{ first, inForce: version }}
      empty="All settings are the defaults."
      original="the defaults"
      loadMore={(cursor) => api('GET /v1/admin/settings/versions', { query: { cursor } })}
      renderChanges={({ changes }) => <SettingChanges {...{ changes, fields, currency }} />}
      restore={async (body) => {
        await api('POST /v1/admin/settings/restore', { body })
        const toast = await loadToast()
        toast.success(
          `The settings are ${body.to === 0 ? 'the defaults' : `those of version ${body.to}`} again`,
        )
        await revalidate()
      }}
    />
  )
}
