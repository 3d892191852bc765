import CalendarCheck from 'lucide-react/icons/calendar-check'
import CircleUserRound from 'lucide-react/icons/circle-user-round'
import Heart from 'lucide-react/icons/heart'
import MessageCircle from 'lucide-react/icons/message-circle'
import Search from 'lucide-react/icons/search'
import { NavLink } from 'react-router'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'

const places = [
  { to: paths.sitters(), label: 'Search', icon: Search },
  { to: paths.keptFavourites(), label: 'Favourites', icon: Heart },
  { to: paths.bookings(), label: 'Bookings', icon: CalendarCheck },
  { to: paths.messages(), label: 'Messages', icon: MessageCircle, slot: 'bar-messages' },
  { to: paths.account(), label: 'Account', icon: CircleUserRound },
]

/** The main navigation on phones. */
export function BottomBar() {
  return (
    <nav
      aria-label="Places"
      className="bottom-bar fixed inset-x-0 bottom-0 z-40 border-t border-line bg-card md:hidden print:hidden"
    >
      <ul className="flex">
        {places.map(({ to, label, icon: Icon, slot }) => (
          <li key={to} className="flex-1">
            <NavLink
              to={to}
              end={to === paths.account()}
              className={({ isActive }) =>
                cx(
                  'relative flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs no-underline',
                  isActive ? 'font-semibold text-green' : 'text-ink-2',
                )
              }
            >
              <Icon aria-hidden className="size-5" />
              {label}
              <span id={slot} />
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
