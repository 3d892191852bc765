import type { SettingField, SettingVersion } from '#contract/staff/settings.ts'
import { ChangeList } from '#web/admin/parts/change-list.tsx'
import { wordsOf } from '#web/admin/parts/setting-text.ts'

type SettingChangesProps = {
  changes: SettingVersion['changes']
  fields: readonly SettingField[]
  currency: string
}

/** Changed settings with their values before and after. */
export function SettingChanges({ changes, fields, currency }: SettingChangesProps) {
  return (
    <ChangeList
      changes={changes.map(({ path, label, before, after }) => {
        const field = fields.find((one) => one.path === path)
        const words = (value: SettingField['value']) =>
          field ? wordsOf(field, value, currency) : String(value)
        return { label, before: words(before), after: words(after) }
      })}
    />
  )
}
