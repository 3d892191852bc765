import { Link } from 'react-router'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { AccountFrame, AccountLoading } from '#web/accounts/parts/account-frame.tsx'
import { ownMeta } from '#web/layout/own-page.tsx'
import { Matrix } from '#web/notices/parts/matrix.tsx'
import { Pushes } from '#web/notices/parts/pushes.tsx'
import { Digests, QuietHours } from '#web/notices/parts/times.tsx'
import { readSettings, useNoticeSettings } from '#web/notices/use-settings.ts'
import { paths } from '#web/paths.ts'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import type { Route } from './+types/notice-settings-page.ts'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  ownAccountId(request)
  return whileSignedIn(request, readSettings())
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Notification settings',
  description: 'Which news we send by e-mail, as a push, or only here, and when.',
  path: paths.noticeSettings(),
})

export const HydrateFallback = () => (
  <AccountLoading section="notices" label="Loading your settings" blocks={['h-6 w-60', 'h-256']} />
)

export default function NoticeSettingsPage({ loaderData }: Route.ComponentProps) {
  const { settings, said, errors, attempt, change, take } = useNoticeSettings(loaderData)
  return (
    <AccountFrame section="notices">
      <div className="grid gap-1">
        <h1>Notification settings</h1>
        <p className="text-ink-2">
          Every change counts at once. <span aria-live="polite">{said}</span>
        </p>
        <Link to={paths.notices()} className="link inline-flex min-h-8 w-fit items-center">
          All your notices
        </Link>
      </div>
      <ErrorSummary errors={errors} attempt={attempt} />
      <Matrix topics={settings.topics} onChange={change} />
      <div className="grid gap-6 md:grid-cols-2">
        <QuietHours settings={settings} onChange={change} />
        <Digests settings={settings} onChange={change} />
      </div>
      <Pushes settings={settings} onChange={change} onDevices={(devices) => take({ devices })} />
    </AccountFrame>
  )
}
