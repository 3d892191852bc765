import { type ComponentType, lazy } from 'react'

/**
 * A part that stands beside the page and comes after it. If it cannot be loaded the page goes on without it: the build
 * check hears of it from `vite:preloadError`, and loads the page anew once that helps.
 */
export const beside = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => load().catch(() => ({ default: (() => null) as ComponentType<Props> })))
