import { useSearchParams } from 'react-router'
import { asOperator } from '#web/admin/operator.ts'
import { SettingForm } from '#web/admin/parts/setting-form.tsx'
import { SettingVersions } from '#web/admin/parts/setting-versions.tsx'
import { api } from '#web/api.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { TabLinks } from '#web/ui/tabs.tsx'
import type { Route } from './+types/settings-page.ts'

const showsHistory = (address: URLSearchParams): boolean => address.get('view') === 'history'

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  asOperator(request, async () => {
    const isHistory = showsHistory(new URL(request.url).searchParams)
    const [settings, versions] = await Promise.all([
      api('GET /v1/admin/settings', {}),
      isHistory ? api('GET /v1/admin/settings/versions', { query: {} }) : null,
    ])
    return { settings, versions }
  })
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Settings',
  description: 'Fees, policies, deadlines and limits of the site.',
  path: paths.deskSettings(),
})

export const HydrateFallback = () => <OwnPageLoading label="Loading the settings" blocks={['h-12', 'h-96']} />

export default function SettingsPage({ loaderData: { settings, versions } }: Route.ComponentProps) {
  const [address] = useSearchParams()
  const isHistory = showsHistory(address)
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <header className="grid gap-2">
        <h1>Settings</h1>
        <p className="max-w-measure text-ink-2">
          What was agreed in a booking keeps the settings of its day. Everything else follows a change at
          once.
        </p>
      </header>
      <TabLinks
        label="Settings"
        links={[
          { href: paths.deskSettings(), label: 'Settings', current: !isHistory },
          { href: paths.deskSettings('history'), label: 'History', current: isHistory },
        ]}
        renderLink={routerLink}
      />
      {versions && isHistory ? (
        <SettingVersions
          key={settings.version}
          first={versions}
          version={settings.version}
          fields={settings.fields}
          currency={settings.currency}
        />
      ) : (
        <SettingForm {...settings} />
      )}
    </main>
  )
}
