import { asOperator } from '#web/admin/operator.ts'
import { api } from '#web/api.ts'
import { Paper } from '#web/bookings/papers/paper.tsx'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { OwnPageLoading } from '#web/layout/own-page.tsx'
import { checkId } from '#web/layout/page-check.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import type { Route } from './+types/fee-invoice-page.ts'

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const sent = { params: { invoiceId: checkId(params.invoiceId, request) } }
  return {
    sent,
    invoice: await asOperator(request, () => api('GET /v1/admin/fee-invoices/:invoiceId', sent)),
  }
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) =>
  pageMeta(configOf(matches), {
    title: loaderData ? `${loaderData.invoice.title} ${loaderData.invoice.number}` : 'Fee invoice',
    description: 'What one sitter owes for the bookings of one month.',
    path: location.pathname,
    noindex: true,
  })

export const HydrateFallback = () => <OwnPageLoading label="Loading the invoice" blocks={['h-96']} />

export default function FeeInvoicePage({ loaderData: { sent, invoice } }: Route.ComponentProps) {
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8 print:py-0">
      <div className="print:hidden">
        <Breadcrumbs
          crumbs={[{ label: 'Fee invoices', href: paths.adminFeeInvoices() }, { label: invoice.number }]}
          renderLink={routerLink}
        />
      </div>
      <Paper
        receipt={invoice}
        readFile={() => api('GET /v1/admin/fee-invoices/:invoiceId/invoice.pdf', sent)}
      />
    </main>
  )
}
