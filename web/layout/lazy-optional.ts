import { type ComponentType, lazy } from 'react'

/**
 * Creates a lazy component for a part outside the page's own content. If it cannot be loaded, the page works without
 * it: the build check is notified by `vite:preloadError` and reloads the page if that helps.
 */
export const lazyOptional = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => load().catch(() => ({ default: (() => null) as ComponentType<Props> })))
