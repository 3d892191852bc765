import { lazy, Suspense } from 'react'
import type { Picture } from '#web/ui/photo.tsx'

const ReportPhoto = lazy(() => import('#web/reports/report-photo.tsx'))

/**
 * Report button for an enlarged picture of somebody else. The sitter page has its own, because its initial bundle is at
 * its limit.
 */
export const reportOf = (picture: Picture) =>
  'src' in picture &&
  picture.id && (
    <Suspense>
      <ReportPhoto id={picture.id} />
    </Suspense>
  )
