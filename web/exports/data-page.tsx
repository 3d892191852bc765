import { redirect } from 'react-router'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { api } from '#web/api.ts'
import { CopyCard } from '#web/exports/copy-card.tsx'
import { personOf } from '#web/identity/security/person.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import type { Route } from './+types/data-page.ts'

async function load(request: Request, accountId: string) {
  const { freshUser } = await import('#web/identity/session.ts')
  const user = await freshUser()
  if (!user) throw redirect(paths.signIn(new URL(request.url).pathname))
  const copies = await api('GET /v1/accounts/:accountId/exports', { params: { accountId } })
  return { accountId, person: personOf(user), copies }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return whileSignedIn(request, load(request, ownAccountId(request)))
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'A copy of your data',
  description: 'Everything that is stored about you, as one file.',
  path: paths.ownData(),
})

export const HydrateFallback = () => (
  <OwnPageLoading label="Loading your copies" blocks={['h-32', 'h-48']} narrow />
)

const contents = [
  'Your account, your sign-ins and your settings',
  'Pets with their care sheets, your home with its codes, your sitter profile and calendar',
  'Bookings as owner and as sitter, with their history, report cards, routes and payments',
  'Messages, reviews, favourites, saved searches and reports',
  'Photos and documents, and invoices and receipts as PDF',
]

export default function DataPage({ loaderData: { accountId, person, copies } }: Route.ComponentProps) {
  return (
    <main className="page grid max-w-[46rem] gap-6 py-8">
      <Breadcrumbs
        crumbs={[{ label: 'Your account', href: paths.account() }, { label: 'A copy of your data' }]}
        renderLink={routerLink}
      />
      <header className="grid gap-3">
        <h1>A copy of your data</h1>
        <p className="text-ink-2">
          One ZIP file with everything that is stored about you: as tables that any spreadsheet opens (CSV),
          and as JSON for other software. A text file in it explains each file.
        </p>
      </header>
      <CopyCard accountId={accountId} person={person} initial={copies} />
      <section aria-labelledby="contents" className="grid gap-3">
        <h2 id="contents" className="text-xl">
          What is in it
        </h2>
        <ul className="grid list-disc gap-1.5 pl-5 text-ink-2">
          {contents.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        <p className="text-sm text-ink-2">
          What other people wrote to you or showed you is in it as far as you could see it here. Secrets, such
          as your password, are not.
        </p>
      </section>
    </main>
  )
}
