import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { WaitingSitter } from '#contract/sitters/checks.ts'
import { listWords, serviceNames } from '#contract/words.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { asOperator } from '#web/admin/operator.ts'
import { Decision } from '#web/admin/parts/decision.tsx'
import { More, usePages } from '#web/admin/parts/pages.tsx'
import { api } from '#web/api.ts'
import { formatInstant } from '#web/format.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Switch } from '#web/ui/forms/switch.tsx'
import type { Route } from './+types/sitters-page.ts'

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  asOperator(request, async () => {
    const [waiting, { settings, settingsVersion }] = await Promise.all([
      api('GET /v1/admin/sitters', { query: {} }),
      api('GET /v1/settings', {}),
    ])
    return { waiting, review: { enabled: settings.sitterReview, version: settingsVersion } }
  })
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Profiles to check',
  description: 'New sitter profiles waiting to be published.',
  path: paths.waitingSitters(),
})

export const HydrateFallback = () => <OwnPageLoading label="Loading the profiles" blocks={['h-24', 'h-64']} />

export default function SittersPage({ loaderData: { waiting, review } }: Route.ComponentProps) {
  return (
    <main className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
      <h1>Profiles to check</h1>
      <ReviewSwitch {...review} />
      <PendingSitters
        key={waiting.items.map(({ sitter }) => sitter.version + sitter.id).join()}
        first={waiting}
      />
    </main>
  )
}

/** Takes effect at once, for profiles published from then on. */
function ReviewSwitch(loaded: { enabled: boolean; version: number }) {
  const [changed, setChanged] = useState(loaded)
  const [wanted, setWanted] = useState<boolean | null>(null)
  const { errors, attempt, run } = useSaving()
  const { revalidate } = useRevalidator()
  const review = changed.version > loaded.version ? changed : loaded
  const change = async (enabled: boolean) => {
    setWanted(enabled)
    const body = { enabled, version: review.version }
    const done = await run(async () => setChanged(await api('PUT /v1/admin/sitter-review', { body })))
    if (!done) await revalidate()
    setWanted(null)
  }
  return (
    <Card className="grid gap-4">
      <ErrorSummary errors={errors} attempt={attempt} />
      <Switch
        label="New profiles wait here before they are published"
        hint="If switched off, a new profile is public at once. Profiles already waiting keep waiting."
        name="sitter-review"
        checked={wanted ?? review.enabled}
        disabled={wanted !== null}
        onChange={(event) => void change(event.target.checked)}
      />
    </Card>
  )
}

type Page = { items: WaitingSitter[]; nextCursor: string | null }

function PendingSitters({ first }: { first: Page }) {
  const { items, foot } = usePages(first, (cursor) => api('GET /v1/admin/sitters', { query: { cursor } }))
  if (items.length === 0)
    return (
      <Card>
        <EmptyState title="Nobody is waiting">
          A new sitter profile appears here as soon as it is sent, if the switch above is on.
        </EmptyState>
      </Card>
    )
  return (
    <section aria-labelledby="waiting" className="grid gap-4">
      <h2 id="waiting" className="text-xl">
        Longest wait first
      </h2>
      <ul className="grid gap-4">
        {items.map((item) => (
          <WaitingItem key={item.sitter.id} {...item} />
        ))}
      </ul>
      <More {...foot} nouns={['profile', 'profiles']} />
    </section>
  )
}

function WaitingItem({ sitter, submittedAt }: WaitingSitter) {
  const zone = useViewerZone()
  const offers = listWords(sitter.services.map(({ service }) => serviceNames[service].toLowerCase()))
  return (
    <Card as="li" className="grid items-center gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid gap-1">
        <Link
          to={paths.waitingSitter(sitter.id)}
          className="link inline-flex min-h-8 w-fit items-center font-semibold"
        >
          {sitter.name}
        </Link>
        <p>{sitter.headline}</p>
        <p className="text-sm text-ink-2">
          {[sitter.place?.name, offers].filter(Boolean).join(', ')}. Waiting since{' '}
          <time dateTime={submittedAt}>{formatInstant(submittedAt, zone)}</time>.
        </p>
      </div>
      <Decision sitter={sitter} />
    </Card>
  )
}
