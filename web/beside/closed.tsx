import { Suspense } from 'react'
import type { Open } from '#contract/settings.ts'
import { lazyOptional } from '#web/layout/lazy-optional.ts'
import { useConfig } from '#web/layout/use-config.ts'

const ClosedNotice = lazyOptional(() => import('#web/beside/closed-notice.tsx'))

/** Says on the page where something begins that the operator has closed it; renders nothing while it is open. */
export function Closed({ what }: { what: keyof Open }) {
  const open = useConfig()?.open
  if (!open || open[what] === true || open[what] === 'open') return null
  return (
    <Suspense>
      <ClosedNotice what={what} open={open} />
    </Suspense>
  )
}
