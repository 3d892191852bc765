import { Link } from 'react-router'
import { Card, coverLink } from '#web/ui/card.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'

/** `state` says in a line how things are there, or what is there. */
export type Row = { to: string; label: string; icon: IconName; state: string }

/** Links to other pages, one in each row. */
export function RowList({ rows }: { rows: readonly Row[] }) {
  return (
    <Card padding="none">
      <ul className="divide-y">
        {rows.map(({ to, label, icon, state }) => (
          <li key={to} className="relative flex items-center gap-4 px-4 py-3.5 hover:bg-green-soft">
            <Icon name={icon} size={22} className="shrink-0 text-green" />
            <div className="grid min-w-0 flex-1 gap-0.5">
              <Link to={to} className={`${coverLink} font-semibold`}>
                {label}
              </Link>
              <p className="text-sm wrap-anywhere text-ink-2">{state}</p>
            </div>
            <Icon name="chevron-right" size={18} className="shrink-0 text-ink-3" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
