import { memo, Suspense } from 'react'
import type { Open } from '#contract/settings.ts'
import { lazyOptional } from '#web/layout/lazy-optional.ts'
import { useConfig } from '#web/layout/use-config.ts'

const ClosedNotice = lazyOptional(() => import('#web/beside/closed-notice.tsx'))

/**
 * Says on the page where something begins that the operator has closed it; renders nothing while it is open. React would
 * take the notice of the server away until its code is loaded if the page around it were rendered again, hence `memo`.
 */
export const Closed = memo(function Closed({ what }: { what: keyof Open }) {
  const open = useConfig()?.open
  if (!open || open[what] === true || open[what] === 'open') return null
  return (
    <Suspense>
      <ClosedNotice what={what} open={open} />
    </Suspense>
  )
})
