import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** Links to the care circle and, for sitters, to the stays on which they are the backup sitter. */
export function CircleSection({ isSitter }: { isSitter: boolean }) {
  return (
    <Card as="section" aria-labelledby="circle" className="grid gap-4">
      <h2 id="circle" className="text-xl">
        Care circle
      </h2>
      <p className="text-[0.9375rem]">
        Friends who look after your pets for free, with the same care sheet and report card.
      </p>
      <div className="flex flex-wrap gap-3">
        <Link to={paths.circle()} className={buttonStyle()}>
          Your care circle
        </Link>
        {isSitter && (
          <Link to={paths.backups()} className={buttonStyle()}>
            Stepping in
          </Link>
        )}
      </div>
    </Card>
  )
}
