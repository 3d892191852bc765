import { Icon, type IconName } from '#web/ui/icon.tsx'
import { NavLink } from 'react-router'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'

const places: { to: string; label: string; icon: IconName; slot?: string }[] = [
  { to: paths.sitters(), label: 'Search', icon: 'search' },
  { to: paths.keptFavourites(), label: 'Favourites', icon: 'heart' },
  { to: paths.bookings(), label: 'Bookings', icon: 'calendar-check' },
  { to: paths.messages(), label: 'Messages', icon: 'message-circle', slot: 'bar-messages' },
  { to: paths.account(), label: 'Account', icon: 'circle-user-round' },
]

/** The main navigation on phones. */
export function BottomBar() {
  return (
    <nav
      aria-label="Places"
      className="owner-only bottom-bar fixed inset-x-0 bottom-0 z-40 low:static border-t border-line bg-card md:hidden print:hidden"
    >
      <ul className="flex">
        {places.map(({ to, label, icon, slot }) => (
          <li key={to} className="flex-1">
            <NavLink
              to={to}
              end={to === paths.account()}
              className={({ isActive }) =>
                cx(
                  'relative flex min-h-14 flex-col items-center justify-center gap-0.5 pb-0.5 text-xs no-underline',
                  isActive ? 'font-semibold text-green' : 'text-ink-2',
                )
              }
            >
              <Icon name={icon} size={20} />
              {label}
              {slot && <span id={slot} className="contents" />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
