import type { PaymentMode } from '#contract/codes.ts'
import type { PublicSettings } from '#contract/settings.ts'
import type { Site } from '#server/kernel/deps.ts'
import type { CurrentSettings } from '#server/settings/commands.ts'

/** What anybody may know of the instance; the site's secret stays behind. */
export const viewSettings = (
  { name, url, description, operator }: Site,
  { settings, version }: CurrentSettings,
  paymentMode: PaymentMode,
): PublicSettings => ({
  site: { name, url, language: 'en-GB', description },
  operator,
  settings,
  settingsVersion: version,
  paymentMode,
})
