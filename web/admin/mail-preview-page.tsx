import { Link, useSearchParams } from 'react-router'
import type { EndpointResponse } from '#contract/endpoint.ts'
import type { MailPreviewLine, showMailPreview } from '#contract/mails/previews.ts'
import { mailPaths } from '#web/admin/mail-paths.ts'
import { asOperator } from '#web/admin/operator.ts'
import { BookingField, DeskSearch } from '#web/admin/parts/desk-search.tsx'
import { wordsIn } from '#web/admin/parts/filter.ts'
import { MailTabs } from '#web/admin/parts/mail-tabs.tsx'
import { api, ApiProblem } from '#web/api.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/mail-preview-page.ts'

/** `mail` is the event and the side, like `accept.owner`. */
const filterOf = (address: URLSearchParams) => ({
  booking: wordsIn(address, 'booking', 40),
  mail: /^(\w{1,60})\.(owner|sitter)$/.exec(address.get('mail') ?? '')?.[0],
})

async function readPreviews(booking: string | undefined, mail: string | undefined) {
  if (!booking) return null
  try {
    const query = { booking }
    const list = await api('GET /v1/admin/mail-previews', { query })
    const chosen = list.items.find(({ event, to }) => `${event}.${to}` === mail)
    const shown = chosen
      ? await api('GET /v1/admin/mail-previews/:event/:to', {
          params: { event: chosen.event, to: chosen.to },
          query,
        })
      : null
    return { ...list, shown }
  } catch (error) {
    if (error instanceof ApiProblem && error.problem.code === 'booking-not-found') return 'unknown' as const
    throw error
  }
}

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  const { booking, mail } = filterOf(new URL(request.url).searchParams)
  return asOperator(request, async () => ({ found: await readPreviews(booking, mail) }))
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Preview of mails',
  description: 'Every mail about a booking, as the site would send it now.',
  path: mailPaths.preview(),
})

export const HydrateFallback = () => <OwnPageLoading label="Loading the preview" blocks={['h-24', 'h-96']} />

export default function MailPreviewPage({ loaderData: { found } }: Route.ComponentProps) {
  const [address] = useSearchParams()
  const filter = filterOf(address)
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <header className="grid gap-2">
        <h1>Preview of mails</h1>
        <p className="max-w-measure text-ink-2">
          Every mail about a booking with the names, days and prices of a real one, as the site would send it
          now. Nothing is sent.
        </p>
      </header>
      <MailTabs current="preview" />
      <DeskSearch
        label="Preview"
        filter={filter}
        kept={[]}
        className="sm:grid-cols-[minmax(0,20rem)_auto] sm:justify-start"
      >
        <BookingField number={filter.booking} />
      </DeskSearch>
      {found === null && (
        <Card>
          <EmptyState title="Choose a booking">
            Its number is on its page, and in every mail about it.
          </EmptyState>
        </Card>
      )}
      {found === 'unknown' && (
        <Card>
          <EmptyState title="Nothing found">There is no booking with this number.</EmptyState>
        </Card>
      )}
      {found !== null && found !== 'unknown' && <Previews found={found} mail={filter.mail} />}
    </main>
  )
}

type Found = Exclude<Awaited<ReturnType<typeof readPreviews>>, null | 'unknown'>

function Previews({ found: { booking, items, shown }, mail }: { found: Found; mail: string | undefined }) {
  const list = (happened: boolean) => items.filter((one) => one.happened === happened)
  const lists = { booking: booking.number, mail }
  return (
    <>
      <p>
        <Link to={paths.adminBooking(booking.id)} className="link">
          {`Booking ${booking.number}`}
        </Link>
      </p>
      {shown && <Shown mail={shown} />}
      <Mails {...lists} title="Sent for this booking" items={list(true)} />
      <Mails {...lists} title="For events that have not happened" items={list(false)} />
    </>
  )
}

type MailsProps = {
  title: string
  items: readonly MailPreviewLine[]
  booking: string
  mail: string | undefined
}

function Mails({ title, items, booking, mail }: MailsProps) {
  if (items.length === 0) return null
  const id = items[0]?.happened ? 'sent' : 'possible'
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <ul className="grid gap-2">
        {items.map(({ event, to, subject }) => {
          const name = `${event}.${to}`
          return (
            <li key={name} className="flex flex-wrap items-center gap-x-3">
              <Badge>{to === 'owner' ? 'To the owner' : 'To the sitter'}</Badge>
              <Link
                to={mailPaths.preview({ booking, mail: name })}
                aria-current={name === mail ? 'true' : undefined}
                className="link inline-flex min-h-8 items-center wrap-anywhere aria-[current]:font-semibold"
              >
                {subject}
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

type Preview = EndpointResponse<typeof showMailPreview>

const Shown = ({ mail: { subject, text, html } }: { mail: Preview }) => (
  <section aria-labelledby="shown" className="grid grid-cols-[minmax(0,1fr)] gap-3">
    <h2 id="shown" className="text-xl wrap-anywhere">
      {subject}
    </h2>
    <iframe
      title="The mail as HTML"
      sandbox=""
      srcDoc={html}
      className="h-184 w-full rounded-card border border-line"
    />
    <details>
      <summary className="min-h-8 cursor-pointer">As plain text</summary>
      <pre className="mt-2 text-sm wrap-anywhere whitespace-pre-wrap">{text}</pre>
    </details>
  </section>
)
