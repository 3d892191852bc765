import { Link } from 'react-router'
import type { Receipt } from '#contract/ledger.ts'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { api, ApiProblem } from '#web/api.ts'
import { Paper } from '#web/bookings/papers/paper.tsx'
import { configOf, pageMeta } from '#web/layout/meta.ts'
import { checkId, orNotFound } from '#web/layout/page-check.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { Route } from './+types/receipt-page.ts'

/** Null before anything is paid. */
async function readReceipt(bookingId: string): Promise<Receipt | null> {
  try {
    return await api('GET /v1/bookings/:bookingId/receipt', { params: { bookingId } })
  } catch (error) {
    if (error instanceof ApiProblem && error.problem.code === 'receipt-not-ready') return null
    throw error
  }
}

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const bookingId = checkId(params.bookingId, request)
  ownAccountId(request)
  const receipt = await whileSignedIn(request, orNotFound(request, readReceipt(bookingId)))
  return { bookingId, receipt }
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) =>
  pageMeta(configOf(matches), {
    title: loaderData?.receipt ? `${loaderData.receipt.title} ${loaderData.receipt.number}` : 'Receipt',
    description: 'What was agreed, paid and refunded for one booking.',
    path: location.pathname,
    noindex: true,
  })

export function HydrateFallback() {
  return (
    <main className="page py-8">
      <Loading label="Loading the receipt" className="grid gap-6">
        <Skeleton className="h-10 w-2/3" />
        <Skeleton className="h-96 rounded-card" />
      </Loading>
    </main>
  )
}

export default function ReceiptPage({ loaderData: { bookingId, receipt } }: Route.ComponentProps) {
  return (
    <main className="page grid gap-6 py-8 print:py-0">
      <div className="print:hidden">
        <Breadcrumbs
          crumbs={[
            { label: 'Your account', href: paths.account() },
            { label: 'Bookings', href: paths.bookings() },
            { label: 'Booking', href: paths.booking(bookingId) },
            { label: receipt?.title ?? 'Receipt' },
          ]}
          renderLink={routerLink}
        />
      </div>
      {receipt ? (
        <Paper
          receipt={receipt}
          readFile={() => api('GET /v1/bookings/:bookingId/receipt.pdf', { params: { bookingId } })}
        />
      ) : (
        <>
          <h1 className="text-3xl">No receipt yet</h1>
          <EmptyState
            action={
              <Link to={paths.booking(bookingId)} className={buttonStyle({ kind: 'primary' })}>
                Back to the booking
              </Link>
            }
          >
            You find it here once the booking is confirmed, with everything paid and refunded.
          </EmptyState>
        </>
      )}
    </main>
  )
}
