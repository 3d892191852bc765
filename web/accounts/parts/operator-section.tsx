import { Link } from 'react-router'
import type { Account } from '#contract/accounts.ts'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

const places = [
  { to: paths.waitingSitters(), label: 'Profiles to check' },
  { to: paths.adminBookings(), label: 'All bookings' },
  { to: paths.cases(), label: 'Cases' },
  { to: paths.adminReports(), label: 'Reports' },
  { to: paths.disputes(), label: 'Disputes with banks' },
  { to: paths.adminFeeInvoices(), label: 'Fee invoices' },
  { to: paths.promoCodes(), label: 'Promo codes' },
  { to: paths.editHolidays(), label: 'Holidays' },
]

/** Links to the operator's pages. */
export function OperatorSection({ roles }: Pick<Account, 'roles'>) {
  if (!roles.includes('operator')) return null
  return (
    <Card as="section" aria-labelledby="operating" className="grid gap-4">
      <h2 id="operating" className="text-xl">
        Running this site
      </h2>
      <ul className="flex flex-wrap gap-3">
        {places.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={buttonStyle()}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
