import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { api } from '#web/api.ts'
import { Paper } from '#web/bookings/papers/paper.tsx'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { OwnPageLoading } from '#web/layout/own-page.tsx'
import { checkId, orNotFound } from '#web/layout/page-check.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import type { Route } from './+types/own-invoice-page.ts'

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const sent = { params: { invoiceId: checkId(params.invoiceId, request) } }
  ownAccountId(request)
  const read = api('GET /v1/fee-invoices/:invoiceId', sent)
  return { sent, invoice: await whileSignedIn(request, orNotFound(request, read)) }
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) =>
  pageMeta(configOf(matches), {
    title: loaderData ? `${loaderData.invoice.title} ${loaderData.invoice.number}` : 'Invoice',
    description: 'The service fees of one month, booking by booking.',
    path: location.pathname,
    noindex: true,
  })

export const HydrateFallback = () => <OwnPageLoading label="Loading the invoice" blocks={['h-96']} />

export default function OwnInvoicePage({ loaderData: { sent, invoice } }: Route.ComponentProps) {
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8 print:py-0">
      <div className="print:hidden">
        <Breadcrumbs
          crumbs={[
            { label: 'Your account', href: paths.account() },
            { label: 'Invoices', href: paths.feeInvoices() },
            { label: invoice.number },
          ]}
          renderLink={routerLink}
        />
      </div>
      <Paper receipt={invoice} readFile={() => api('GET /v1/fee-invoices/:invoiceId/invoice.pdf', sent)} />
    </main>
  )
}
