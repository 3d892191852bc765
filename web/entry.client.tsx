import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { savePageForCrawlers, renderStartError } from '#web/layout/start-error.ts'
import { readHint } from '#web/persisted.ts'

/**
 * Fetches the code of the identity client while the page is hydrated. Otherwise its files would be requested one after
 * the other, once the first loader needs a token. A failed download is tried again, and reported, by that loader.
 */
const fetchIdentityClient = () =>
  Promise.all([import('#web/identity/session.ts'), import('#web/identity/client.ts')]).catch(
    (error: unknown) => console.info('The identity client is not here yet.', error),
  )

savePageForCrawlers()
if (readHint()) void fetchIdentityClient()
startTransition(() => {
  try {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
      { onUncaughtError: renderStartError },
    )
  } catch (error) {
    renderStartError(error)
  }
})
