import { configureApi } from '#web/api.ts'
import { checkBuildHourly } from '#web/layout/build-check.ts'
import { sessionStarted } from '#web/identity/session-started.ts'
import type { PublicConfig } from '#web/layout/contexts.ts'
import { endSession, loadAccount } from '#web/layout/navigation.ts'
import { readHint } from '#web/persisted.ts'

let started = false
let config: PublicConfig | undefined

/** Returns the public runtime settings. Throws before the app has started. */
export function publicConfig(): PublicConfig {
  if (!config) throw new Error('The app has not started')
  return config
}

/** Initialises the app once in the browser: the API's address and token, the signed-in account and the build checks. */
export function startApp(settings: PublicConfig): void {
  if (started) return
  started = true
  configure(settings)
  if (readHint()) void loadAccount(false)
  checkBuildHourly(settings.buildId)
  if (!settings.hotjarEnabled) console.info('Hotjar is disabled.')
}

/** Also called before the first client loader runs, which is before the first effect. */
export function configure(settings: PublicConfig): void {
  config = settings
  configureApi({
    baseUrl: settings.apiBaseUrl,
    session: {
      async token(force) {
        // Right after signing in there is no account yet, and so no hint.
        if (!readHint() && !sessionStarted()) return null
        const { idToken } = await import('#web/identity/session.ts')
        return idToken(force)
      },
      ended: () => endSession(),
    },
  })
}
