import { Link } from 'react-router'
import { mayDo, type Permission } from '#contract/staff/codes.ts'
import { useAccount } from '#web/accounts/account-layout.tsx'

type LinkElsewhere = { label: string; to: string; permission?: Permission }

/** Links to other pages about the same thing, of which only those are shown that the viewer's roles may open. */
export function Elsewhere({ links }: { links: readonly LinkElsewhere[] }) {
  const roles = useAccount()?.roles ?? []
  const shown = links.filter(({ permission }) => !permission || mayDo(roles, permission))
  if (shown.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-2">
      {shown.map(({ label, to }) => (
        <li key={label}>
          <Link to={to} className="link">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
