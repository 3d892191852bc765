import { Refusal } from '#test/conformance/refusal.ts'
import { z } from 'zod'
import { keysOf } from '#contract/entries.ts'

/** Settings that suites change; only the first two have an effect here. */
export type Settings = {
  signIn: { allowDuplicateEmails: boolean }
  emailPrivacyConfig: { enableImprovedEmailPrivacy: boolean }
  blockingFunctions: Record<string, unknown>
}
export type SettingsChange = { [Name in keyof Settings]?: Partial<Settings[Name]> }

export const defaultSettings = (): Settings => ({
  signIn: { allowDuplicateEmails: false },
  emailPrivacyConfig: { enableImprovedEmailPrivacy: false },
  blockingFunctions: {},
})

/** The part shown by `/emulator/v1/projects/{project}/config`. */
export const shortSettings = ({ signIn, emailPrivacyConfig }: Settings) => ({ signIn, emailPrivacyConfig })

export function changeSettings(settings: Settings, change: SettingsChange): void {
  for (const name of ['signIn', 'emailPrivacyConfig'] as const) Object.assign(settings[name], change[name])
}

/** Replaces the members in the mask, or all if there is none; members not given are reset to their defaults. */
export function replaceSettings(settings: Settings, change: SettingsChange, mask: string | undefined): void {
  checkTriggers(change.blockingFunctions)
  const names = new Set((mask ?? '').split(',').map((path) => path.split('.')[0]))
  for (const name of keysOf(settings))
    if (!mask || names.has(name))
      Object.assign(settings, { [name]: { ...defaultSettings()[name], ...change[name] } })
}

const Triggers = z.record(z.string(), z.object({ functionUri: z.string().optional() }))

function checkTriggers(functions: Record<string, unknown> | undefined): void {
  const triggers = Triggers.parse(functions?.['triggers'] ?? {})
  for (const [event, { functionUri }] of Object.entries(triggers))
    if (!/^before(Create|SignIn)$/.test(event) || !URL.canParse(functionUri ?? ''))
      throw new Refusal(`INVALID_BLOCKING_FUNCTION : ${event}`)
}
