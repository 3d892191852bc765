import { expect, test } from 'vitest'
import { Settings } from '#contract/settings.ts'
import { Problem } from '#server/kernel/problem.ts'
import { changedSettings } from '#server/staff/setting-commands.ts'
import type { SettingValue } from '#server/settings/document.ts'
import { settingFields } from '#server/staff/setting-fields.ts'

const settings = Settings.parse({})
const fields = settingFields(settings)
/** Each setting refuses at least one of them. */
const badValues: SettingValue[] = [
  'nonsense: nonsense',
  'x'.repeat(2_000),
  '',
  -1,
  0.5,
  1e30,
  Infinity,
  7,
  true,
]

function errorsOf(path: string, value: SettingValue): { path: string; message: string }[] {
  try {
    changedSettings(settings, { [path]: value })
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.extra.errors ?? []
  }
}

test.each(fields.map(({ path }) => path))(
  '%s with a wrong value is told what it accepts and what was found',
  (path) => {
    const refused = badValues.map((value) => ({ value, errors: errorsOf(path, value) }))
    const wrong = refused.filter(({ errors }) => errors.length > 0)
    expect(wrong).not.toEqual([])
    for (const { value, errors } of wrong) {
      const [{ message } = { message: '' }, ...more] = errors
      expect(more).toEqual([])
      expect(message).toMatch(/^(Use|Write|Give|Choose) .*(, not “.+”|; it is empty)$/)
      if (errors[0]!.path === path && value !== '')
        expect(message).toContain(`“${String(value).slice(0, 60)}`)
      expect(message).not.toMatch(/invalid|expected|received|too (small|big)|option|pattern|undefined/i)
    }
  },
)
