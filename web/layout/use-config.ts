import { useRouteLoaderData } from 'react-router'
import type { PaymentMode } from '#contract/codes.ts'
import type { PublicConfig, RootData } from '#web/layout/contexts.ts'

/** The public runtime settings during rendering; undefined only on the root's error page. */
export const useConfig = (): PublicConfig | undefined => useRouteLoaderData<() => RootData>('root')?.config

/** "pay Sam directly" or "pay by card". */
export const howToPay = (mode: PaymentMode | undefined, name: string): string =>
  mode === 'stripe' ? 'pay by card' : `pay ${name} directly`

/** The same for a booking that does not exist yet. */
export function useHowToPay(name: string): string {
  return howToPay(useConfig()?.paymentMode, name)
}

export const useSiteName = (): string => useConfig()?.site.name ?? ''
