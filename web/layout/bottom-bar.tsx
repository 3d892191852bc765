import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Link, useLocation } from 'react-router'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'

const places: { to: string; label: string; icon: IconName; slot?: string }[] = [
  { to: paths.sitters(), label: 'Search', icon: 'search' },
  { to: paths.keptFavourites(), label: 'Favourites', icon: 'heart' },
  { to: paths.bookings(), label: 'Bookings', icon: 'calendar-check' },
  { to: paths.messages(), label: 'Messages', icon: 'message-circle', slot: 'bar-messages' },
  // The other places are before it, because the addresses of most of them are below it.
  { to: paths.account(), label: 'Account', icon: 'circle-user-round' },
]

/** With and without an account, the favourites have different addresses. */
const placeOf = (pathname: string) =>
  places.find(({ to }) =>
    `${pathname.replace(paths.favourites(), paths.keptFavourites())}/`.startsWith(`${to}/`),
  )

/** The main navigation on phones. */
export function BottomBar() {
  const current = placeOf(useLocation().pathname)?.to
  return (
    <nav
      aria-label="Places"
      className="owner-only bottom-bar fixed inset-x-0 bottom-0 z-40 low:static border-t border-line bg-card md:hidden print:hidden"
    >
      <ul className="flex">
        {places.map(({ to, label, icon, slot }) => (
          <li key={to} className="flex-1">
            <Link
              to={to}
              aria-current={to === current ? 'page' : undefined}
              className={cx(
                'relative flex min-h-14 flex-col items-center justify-center gap-0.5 pb-0.5 text-xs no-underline',
                to === current ? 'font-semibold text-green' : 'text-ink-2',
              )}
            >
              <Icon name={icon} size={20} />
              {label}
              {slot && <span id={slot} className="contents" />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
