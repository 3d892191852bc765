import { useSearchParams } from 'react-router'
import { asOperator } from '#web/admin/operator.ts'
import { ChangeList } from '#web/admin/parts/change-list.tsx'
import { LookForm } from '#web/admin/parts/look-form.tsx'
import { VersionList } from '#web/admin/parts/version-list.tsx'
import { api } from '#web/api.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { Notice } from '#web/ui/notice.tsx'
import { TabLinks } from '#web/ui/tabs.tsx'
import type { Route } from './+types/look-page.ts'

const showsHistory = (address: URLSearchParams): boolean => address.get('view') === 'history'

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  asOperator(request, async () => {
    const isHistory = showsHistory(new URL(request.url).searchParams)
    const [look, versions] = await Promise.all([
      api('GET /v1/admin/look', {}),
      isHistory ? api('GET /v1/admin/look/versions', { query: {} }) : null,
    ])
    return { look, versions }
  })
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Name and look',
  description: 'What the site is called and how it looks.',
  path: paths.deskLook(),
})

export const HydrateFallback = () => <OwnPageLoading label="Loading the look" blocks={['h-12', 'h-96']} />

/** Loads the whole page again, because the name and the colours are part of the document. */
const openAgain = (): void => location.assign(paths.deskLook('saved'))

export default function LookPage({ loaderData: { look, versions } }: Route.ComponentProps) {
  const [address] = useSearchParams()
  const isHistory = showsHistory(address)
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <header className="grid gap-2">
        <h1>Name and look</h1>
        <p className="max-w-measure text-ink-2">
          What the site is called and how it looks, on every page, in e-mails and on papers. A change is
          visible at once.
        </p>
      </header>
      <TabLinks
        label="Name and look"
        links={[
          { href: paths.deskLook(), label: 'Name and look', current: !isHistory },
          { href: paths.deskLook('history'), label: 'History', current: isHistory },
        ]}
        renderLink={routerLink}
      />
      {address.get('view') === 'saved' && (
        <Notice kind="success" announced>
          Version {look.version} is saved and in force.
        </Notice>
      )}
      {versions && isHistory ? (
        <VersionList
          key={look.version}
          first={versions}
          inForce={look.version}
          empty="The site looks as it did at first."
          original="the original look"
          loadMore={(cursor) => api('GET /v1/admin/look/versions', { query: { cursor } })}
          renderChanges={({ changes }) => <ChangeList changes={changes} />}
          restore={async (body) => {
            await api('POST /v1/admin/look/restore', { body })
            openAgain()
          }}
        />
      ) : (
        <LookForm key={look.version} {...look} onSaved={openAgain} />
      )}
    </main>
  )
}
