import { NavLink } from 'react-router'
import { cx } from '#web/ui/cx.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'

type SideMenuProps = { label: string; places: readonly { to: string; label: string; icon: IconName }[] }

/** The pages that belong together, at the side of each of them. Narrower screens list them on the first page instead. */
export function SideMenu({ label, places }: SideMenuProps) {
  return (
    <nav aria-label={label} className="sticky top-6 max-lg:hidden low:static print:hidden">
      <ul className="grid gap-1">
        {places.map((place) => (
          <li key={place.to}>
            <NavLink
              to={place.to}
              // The first page is at an address that the others begin with.
              end={places.some(({ to }) => to.startsWith(`${place.to}/`))}
              className={({ isActive }) =>
                cx(
                  'flex min-h-11 items-center gap-3 rounded-control px-3 text-[0.9375rem] no-underline',
                  isActive
                    ? 'bg-green-soft font-semibold text-green'
                    : 'text-ink-2 hover:bg-green-soft hover:text-ink',
                )
              }
            >
              <Icon name={place.icon} size={20} />
              {place.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
