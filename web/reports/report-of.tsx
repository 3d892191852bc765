import { lazy, Suspense } from 'react'
import type { Picture } from '#web/ui/photo.tsx'

const ReportPhoto = lazy(() => import('#web/reports/report-photo.tsx'))

/** What stands beside a picture of somebody else that is shown large; the page of a sitter, whose first load is full, has its own. */
export const reportOf = (picture: Picture) =>
  'src' in picture &&
  picture.id && (
    <Suspense>
      <ReportPhoto id={picture.id} />
    </Suspense>
  )
