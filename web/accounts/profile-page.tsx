import { useAccount } from '#web/accounts/account-layout.tsx'
import { loadInBrowser, loadOnServer, type Own, OwnData } from '#web/accounts/own-data.tsx'
import { AccountFrame, AccountLoading } from '#web/accounts/parts/account-frame.tsx'
import { ProfileForm } from '#web/accounts/parts/profile-form.tsx'
import { ownMeta } from '#web/layout/own-page.tsx'
import { paths } from '#web/paths.ts'
import type { Route } from './+types/profile-page.ts'

const load = async ({ readAccount }: Own) => ({ account: await readAccount() })

export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

export const meta: Route.MetaFunction = ownMeta({
  title: 'Profile',
  description: 'Your name, your photo, your phone number and where you live.',
  path: paths.profile(),
})

const loading = <AccountLoading section="profile" label="Loading your profile" blocks={['h-144']} />

export default function ProfilePage({ loaderData }: Route.ComponentProps) {
  return (
    <OwnData loaded={loaderData} loading={loading}>
      {({ account }) => <Profile loaded={account} />}
    </OwnData>
  )
}

function Profile({ loaded }: { loaded: Awaited<ReturnType<typeof load>>['account'] }) {
  const account = useAccount() ?? loaded
  return (
    <AccountFrame section="profile">
      <header className="grid gap-2">
        <h1>Profile</h1>
        <p className="max-w-measure text-ink-2">
          Others see your first name and its initial. The number and the town are shown to the other side of a
          confirmed booking, and only until it ends.
        </p>
      </header>
      <ProfileForm account={account} />
    </AccountFrame>
  )
}
