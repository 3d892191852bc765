import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { savePageForCrawlers, renderStartError } from '#web/layout/start-error.ts'

savePageForCrawlers()
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
