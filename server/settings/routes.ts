import * as contract from '#contract/settings.ts'
import { calculateFees } from '#server/bookings/money/fees.ts'
import { route } from '#server/kernel/http/http.ts'
import { changeSetting, currentSettings, pricingSettings } from '#server/settings/commands.ts'
import { viewSettings } from '#server/settings/view.ts'

export const settingRoutes = [
  route(contract.showSettings, async ({ deps }) =>
    viewSettings(deps.site, await currentSettings(deps.db), deps.stripe ? 'stripe' : 'manual'),
  ),

  route(contract.calculateFees, async ({ deps, query: { subtotal, repeat } }) => {
    const { settings } = await pricingSettings(deps)
    const pair = { repeat: repeat === 'true', invited: false }
    return { currency: settings.currency, subtotal, ...calculateFees(subtotal, pair, settings) }
  }),

  route(contract.changeSitterReview, async ({ deps, viewer, body: { enabled, version } }) => {
    const by = { accountId: viewer.accountId, reason: null }
    const changed = await changeSetting(deps, () => ({ sitterReview: enabled }), version, by)
    return { enabled: changed.settings.sitterReview, version: changed.version }
  }),
]
