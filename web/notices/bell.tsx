import { Icon } from '#web/ui/icon.tsx'
import { Link } from 'react-router'
import { useAppBadge } from '#web/notices/app-badge.ts'
import { useUnreadNotices } from '#web/notices/unread.ts'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'

const most = 99

/** Links to the notices and shows the number of unread ones. */
export function Bell() {
  const known = useUnreadNotices()
  useAppBadge(known)
  const unread = known ?? 0
  const words = unread > most ? `${most}+` : `${unread}`
  return (
    <Link
      to={paths.notices()}
      className={buttonStyle({ kind: 'quiet', iconOnly: true, className: 'relative' })}
    >
      <Icon name="bell" className="size-5" />
      <span className="sr-only" aria-live="polite">
        {unread === 0 ? 'Notices' : `Notices, ${words} unread`}
      </span>
      {unread > 0 && (
        <span
          aria-hidden
          className="figures absolute top-1 right-0.5 grid min-h-4.5 min-w-4.5 place-items-center rounded-full bg-rust px-1 text-[0.6875rem] leading-none font-semibold text-on-rust"
        >
          {words}
        </span>
      )}
    </Link>
  )
}
