import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** Links to the notice settings and to the notices received. */
export function NoticesSection() {
  return (
    <Card as="section" aria-labelledby="notices" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="notices" className="text-xl">
          Notices
        </h2>
        <p className="text-sm text-ink-2">
          What we send by e-mail, as a push or only here, your quiet hours, and all your notices.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Link to={paths.noticeSettings()} className={buttonStyle()}>
          Notification settings
        </Link>
        <Link to={paths.notices()} className={buttonStyle({ kind: 'quiet' })}>
          All notices
        </Link>
      </div>
    </Card>
  )
}
