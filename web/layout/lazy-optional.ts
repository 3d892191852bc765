import { type ComponentType, lazy } from 'react'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/**
 * Loads a part outside the page's own content. If it cannot be loaded, the page works without it: the build check is
 * notified by `vite:preloadError` and reloads the page if that helps.
 */
export const optional =
  <Props extends object>(load: Load<Props>): Load<Props> =>
  () =>
    load().catch(() => ({ default: () => null }))

/** Creates a lazy component for such a part. */
export const lazyOptional = <Props extends object>(load: Load<Props>) => lazy(optional(load))
