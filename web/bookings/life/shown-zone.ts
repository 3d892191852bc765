import { createContext, use } from 'react'
import { useViewerZone } from '#web/accounts/own-account.ts'

/** The time zone of a booking's page. Null elsewhere: lists have bookings of several places. */
export const ShownZone = createContext<string | null>(null)

/** The one time zone in which all times are shown (docs/decisions/0108): the viewer's except on a booking's page. */
export function useShownZone(): string {
  const viewerZone = useViewerZone()
  return use(ShownZone) ?? viewerZone
}
