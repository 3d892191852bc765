import { createContext, useContext } from 'react'
import type { Account } from '#contract/accounts.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** For whom, at which instant and in which time zone the server rendered a personal page. */
export type Rendered = { account: Account; /** Milliseconds since 1970. */ at: number; zone: string }

/** Null on pages that the browser renders alone. */
export const RenderedContext = createContext<Rendered | null>(null)

/** Returns what the server rendered with, but only during hydration, so that both render the same. */
export function useRendered(): Rendered | null {
  const rendered = useContext(RenderedContext)
  return useHydrated() ? null : rendered
}
