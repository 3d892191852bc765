import { NavLink } from 'react-router'
import { unreadConversations } from '#web/messages/unread-count.ts'
import { paths } from '#web/paths.ts'
import href from '#web/ui/account-icons.css?url'
import { cx } from '#web/ui/cx.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'

const places: { to: string; label: string; icon: IconName }[] = [
  { to: paths.today(), label: 'Today', icon: 'clock' },
  { to: paths.requests(), label: 'Requests', icon: 'hourglass' },
  { to: paths.calendar(), label: 'Calendar', icon: 'calendar-days' },
  { to: paths.messages(), label: 'Messages', icon: 'message-circle' },
  { to: paths.earnings(), label: 'Earnings', icon: 'banknote' },
]

/** The navigation of sitters: a bar at the bottom on phones, at the side on wider screens. */
export function SitterBar() {
  const unread = unreadConversations()
  return (
    <nav
      aria-label="Sitting"
      className="sitter-bar fixed inset-x-0 bottom-0 z-40 max-md:low:static border-t border-line bg-card md:top-0 md:right-auto md:w-22 md:border-t-0 md:border-r md:pt-20 print:hidden"
    >
      {/* The pages outside the account do not load these icons. */}
      <link rel="stylesheet" href={href} precedence="icons" />
      <ul className="flex md:flex-col md:gap-2">
        {places.map(({ to, label, icon }) => (
          <li key={to} className="min-w-0 flex-1">
            <NavLink
              to={to}
              className={({ isActive }) =>
                cx(
                  'relative flex min-h-14 flex-col items-center justify-center gap-0.5 pb-0.5 text-xs no-underline md:min-h-16',
                  isActive ? 'font-semibold text-green' : 'text-ink-2 hover:text-ink',
                )
              }
            >
              <Icon name={icon} size={20} />
              {label}
              {to === paths.messages() && unread > 0 && (
                <>
                  <span className="sr-only">, {unread} unread</span>
                  <span
                    aria-hidden
                    className="absolute top-1.5 left-1/2 ml-2 size-2.5 rounded-full bg-rust"
                  />
                </>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
