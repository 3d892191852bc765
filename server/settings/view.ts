import type { PaymentMode } from '#contract/codes.ts'
import type { PublicSettings } from '#contract/settings.ts'
import type { Site } from '#server/kernel/deps.ts'
import type { CurrentSettings } from '#server/settings/commands.ts'

/** Renders the public settings of the instance, without the site's secret. */
export const viewSettings = (
  { name, url, description, operator }: Site,
  { settings: { datev: _datev, ...settings }, version }: CurrentSettings,
  paymentMode: PaymentMode,
): PublicSettings => ({
  site: { name, url, language: 'en-GB', description },
  operator,
  settings,
  settingsVersion: version,
  paymentMode,
})
