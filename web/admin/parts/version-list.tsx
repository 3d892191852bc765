import { type FormEvent, type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { refuseStale, useSaving } from '#web/accounts/use-saving.ts'
import { More, usePages } from '#web/admin/parts/pages.tsx'
import { formatDatedInstant } from '#web/admin/parts/dated.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'

type Version = { version: number; at: string; by: string | null; reason: string | null }
type Page<V> = { items: V[]; nextCursor: string | null }
type Restore = (body: { version: number; to: number; reason: string }) => Promise<unknown>
type VersionListProps<V extends Version> = {
  first: Page<V>
  /** The version in force. */
  inForce: number
  /** What the list says if nothing was ever changed. */
  empty: string
  /** What was in force before the first change: "the defaults". */
  original: string
  loadMore: (cursor: string) => Promise<Page<V>>
  renderChanges: (one: V) => ReactNode
  /** Makes an earlier version the newest one. */
  restore: Restore
}

/** The versions of what staff change as a whole, newest first, with a way back to each. */
export function VersionList<V extends Version>(props: VersionListProps<V>) {
  const { first, inForce, empty, original, loadMore, renderChanges, restore } = props
  const { items, foot } = usePages(first, loadMore)
  if (items.length === 0)
    return (
      <Card>
        <EmptyState title="No changes so far">{empty}</EmptyState>
      </Card>
    )
  return (
    <section aria-label="Versions, newest first" className="grid gap-4">
      <ul className="grid gap-3">
        {items.map((one) => (
          <VersionCard key={one.version} {...{ one, inForce, restore }}>
            {renderChanges(one)}
          </VersionCard>
        ))}
        {foot.done && (
          <Card as="li" padding="small" className="grid gap-2">
            <h2 className="text-base font-semibold">Before the first change</h2>
            <GoBack to={0} name={original} {...{ inForce, restore }} />
          </Card>
        )}
      </ul>
      <More {...foot} nouns={['version', 'versions']} />
    </section>
  )
}

type VersionCardProps = { one: Version; inForce: number; restore: Restore; children: ReactNode }

function VersionCard({ one, inForce, restore, children }: VersionCardProps) {
  const zone = useViewerZone()
  return (
    <Card as="li" padding="small" className="grid gap-2">
      <h2 className="flex flex-wrap items-center gap-3 text-base font-semibold">
        Version {one.version}
        {one.version === inForce && <Badge tone="green">in force</Badge>}
      </h2>
      <p className="text-sm text-ink-2">
        {one.by ?? 'On the command line'}, <time dateTime={one.at}>{formatDatedInstant(one.at, zone)}</time>
      </p>
      {one.reason && <p className="whitespace-pre-line">{one.reason}</p>}
      {children}
      {one.version !== inForce && (
        <GoBack to={one.version} name={`version ${one.version}`} {...{ inForce, restore }} />
      )}
    </Card>
  )
}

type GoBackProps = { to: number; name: string; inForce: number; restore: Restore }

function GoBack({ to, name, inForce, restore }: GoBackProps) {
  const [reason, setReason] = useState('')
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const { revalidate } = useRevalidator()
  const goBack = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim().length < 10)
      return refuse([{ name: 'reason', message: 'Write at least 10 characters' }])
    void run(() =>
      restore({ version: inForce, to, reason }).catch((error: unknown) => refuseStale(error, revalidate)),
    )
  }
  return (
    <details>
      <summary className="link w-fit py-1">
        {to === 0 ? `Go back to ${name}` : 'Go back to this version'}
      </summary>
      <form noValidate onSubmit={goBack} className="mt-2 grid gap-4">
        <ErrorSummary errors={errors} attempt={attempt} />
        <TextArea
          name={`reason-${to}`}
          label="Why do you go back?"
          value={reason}
          error={errorFor('reason')}
          maxLength={1000}
          rows={2}
          onChange={(event) => setReason(event.target.value)}
        />
        <Button type="submit" className="justify-self-start" pending={pending && 'Saving…'}>
          Go back to {name}
        </Button>
      </form>
    </details>
  )
}
