import { useState } from 'react'
import type { BackupAsked } from '#contract/backups.ts'
import { listWords, serviceNames } from '#contract/words.ts'
import { ownAccountId, whileSignedIn } from '#web/accounts/own-account.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { formatDayRange } from '#web/format.ts'
import { OwnPageLoading, ownMeta } from '#web/layout/own-page.tsx'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { speciesWord } from '#web/words.ts'
import type { Route } from './+types/backups-page.ts'

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  ownAccountId(request)
  return whileSignedIn(request, api('GET /v1/backups', {}))
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ownMeta({
  title: 'Stepping in',
  description: 'Stays where you would step in for another sitter.',
  path: paths.backups(),
})

export const HydrateFallback = () => (
  <OwnPageLoading label="Loading the stays" blocks={['h-40', 'h-40']} narrow />
)

export default function BackupsPage({ loaderData }: Route.ComponentProps) {
  return (
    <main className="page grid max-w-[56rem] gap-6 py-8">
      <Breadcrumbs
        crumbs={[
          { label: 'Your account', href: paths.account() },
          { label: 'Sitting', href: paths.sitting() },
          { label: 'Stepping in' },
        ]}
        renderLink={routerLink}
      />
      <h1>Stepping in</h1>
      {loaderData.items.length === 0 ? (
        <EmptyState>
          Nobody has asked you to step in. Owners with a long stay can ask a backup sitter, in case theirs
          falls ill.
        </EmptyState>
      ) : (
        <>
          <p className="max-w-measure text-ink-2">
            Saying yes reserves nothing in your calendar. If you are needed, the owner sends you a request, at
            your own prices.
          </p>
          <ul className="grid gap-4">
            {loaderData.items.map((backup) => (
              <BackupItem key={backup.bookingId} first={backup} />
            ))}
          </ul>
        </>
      )}
    </main>
  )
}

function BackupItem({ first }: { first: BackupAsked }) {
  const [backup, setBackup] = useState(first)
  const { pending, errors, attempt, run } = useSaving()
  const { bookingId, owner, service, startOn, endOn, pets, note, status, called } = backup
  const answer = (agree: boolean) =>
    run(async () =>
      setBackup(
        await api('POST /v1/bookings/:bookingId/backup/answer', { params: { bookingId }, body: { agree } }),
      ),
    )
  return (
    <Card as="li" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-lg">{`${serviceNames[service]} for ${owner}`}</h2>
        {status === 'agreed' && <Badge tone="green">You would step in</Badge>}
        {status === 'declined' && <Badge>You said no</Badge>}
        {called && <Badge tone="rust">The sitter can no longer come</Badge>}
      </div>
      <p className="dots text-[0.9375rem] text-ink-2">
        <span>{formatDayRange(startOn, endOn)}</span>
        <span>{listWords(pets.map(({ name, species }) => `${name}, a ${speciesWord(species)}`))}</span>
      </p>
      {note && <p className="max-w-measure whitespace-pre-line">{note}</p>}
      <ErrorSummary errors={errors} attempt={attempt} />
      <div className="flex flex-wrap gap-3">
        {status !== 'agreed' && (
          <Button kind="primary" pending={pending && 'Saving…'} onClick={() => void answer(true)}>
            I would step in
          </Button>
        )}
        {status !== 'declined' && (
          <Button pending={pending && 'Saving…'} onClick={() => void answer(false)}>
            {status === 'agreed' ? 'I no longer can' : 'I cannot'}
          </Button>
        )}
      </div>
    </Card>
  )
}
