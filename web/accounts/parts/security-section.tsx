import { Icon } from '#web/ui/icon.tsx'
import { Link, useNavigate } from 'react-router'
import type { Account } from '#contract/accounts.ts'
import { signOutAndLeave } from '#web/layout/navigation.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** Links to the security settings and the data export, and signs out. */
export function SecuritySection({ account }: { account: Account }) {
  const navigate = useNavigate()
  return (
    <Card as="section" aria-labelledby="security" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="security" className="text-xl">
          Security
        </h2>
        <p className="text-sm text-ink-2">
          Your password and address, other ways to sign in, your devices, and deleting your account. You sign
          in as <span className="wrap-anywhere">{account.email}</span>.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Link to={paths.security()} className={buttonStyle()}>
          Security and sign-in
        </Link>
        <Link to={paths.ownData()} className={buttonStyle()}>
          A copy of your data
        </Link>
        <Button icon={<Icon name="log-out" size={18} />} onClick={() => void signOutAndLeave(navigate)}>
          Sign out
        </Button>
      </div>
    </Card>
  )
}
