import { Icon } from '#web/ui/icon.tsx'
import { exportDays } from '#contract/exports/codes.ts'
import type { DataExport } from '#contract/exports/exports.ts'
import { formatZone } from '#contract/words.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { useNow } from '#web/accounts/use-now.ts'
import { api } from '#web/api.ts'
import { type Copies, useCopies } from '#web/exports/use-copies.ts'
import { formatFileSize, formatInstant } from '#web/format.ts'
import type { Person } from '#web/identity/security/person.ts'
import { useProtectedForm } from '#web/identity/security/use-protected-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { Notice } from '#web/ui/notice.tsx'

type CopyCardProps = { accountId: string; person: Person; initial: Copies }

/** The last copy, and what can be done. Requesting and downloading each need a recent sign-in. */
function useCopy({ accountId, person, initial }: CopyCardProps) {
  const { copies, isAway, readAgain } = useCopies(accountId, initial)
  const { run, ...form } = useProtectedForm(person)
  const now = useNow()
  const params = { accountId }

  const ask = () =>
    run(
      async () => {
        try {
          await api('POST /v1/accounts/:accountId/exports', { params, body: {} })
        } finally {
          await readAgain()
        }
      },
      { what: 'ask' },
    )
  const download = (copy: DataExport) =>
    run(
      async () => {
        const { url } = await api('POST /v1/accounts/:accountId/exports/:exportId/address', {
          params: { ...params, exportId: copy.id },
          body: {},
        })
        // The response is a download, so the page stays open.
        location.assign(url)
      },
      { what: 'download' },
    )

  const [last] = copies.items
  const isPast = (at: string | null | undefined) => at != null && Date.parse(at) <= now
  const hasEnded = last?.state === 'ended' || (last?.state === 'ready' && isPast(last.endsAt))
  // Another copy can be requested only from then on.
  const nextAt = isPast(copies.nextAt) ? null : copies.nextAt
  return { last, hasEnded, nextAt, isAway, ask, download, ...form }
}
type OwnCopy = ReturnType<typeof useCopy>

/** Requests a data export, shows its progress and offers the download. */
export function CopyCard(props: CopyCardProps) {
  const own = useCopy(props)
  return (
    <Card as="section" aria-labelledby="copy-title" className="grid gap-5">
      <div className="grid gap-2">
        <h2 id="copy-title" className="text-xl">
          A copy of your data
        </h2>
        <p className="max-w-measure text-ink-2">
          One ZIP file with everything that is stored about you: as tables that any spreadsheet opens (CSV),
          and as JSON for other software. A text file in it explains each file.
        </p>
      </div>
      <ErrorSummary errors={own.errors} attempt={own.attempt} />
      <CopyState person={props.person} own={own} />
      <Contents />
      {own.dialog}
    </Card>
  )
}

const contents = [
  'Your account, your sign-ins and your settings',
  'Pets with their care sheets, your home with its codes, your sitter profile and calendar',
  'Bookings as owner and as sitter, with their history, report cards, routes and payments',
  'Messages, reviews, favourites, saved searches and reports',
  'Photos and documents, and invoices and receipts as PDF',
]

function Contents() {
  return (
    <details>
      <summary className="link w-fit py-2 text-sm">What is in it</summary>
      <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-ink-2">
        {contents.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-2">
        What other people wrote to you or showed you is in it as far as you could see it here. Secrets, such
        as your password, are not.
      </p>
    </details>
  )
}

function CopyState({ person, own }: { person: Person; own: OwnCopy }) {
  const zone = useViewerZone()
  const { last, hasEnded } = own
  if (last === undefined)
    return (
      <>
        <p className="wrap-anywhere">
          We make it in the background and write to {person.email ?? 'you'} when it is ready. It stays here
          for {exportDays} days.
        </p>
        <AskButton label="Ask for a copy" own={own} />
      </>
    )
  if (last.state === 'preparing')
    return (
      <>
        <Meter
          label="Your copy is being made"
          value={last.percent}
          text={`${last.percent} %`}
          kind="progress"
        />
        <p className="wrap-anywhere text-ink-2">
          You can leave this page: we carry on, and write to {person.email ?? 'you'} when it is ready.
        </p>
        {own.isAway && (
          <Notice kind="warning" announced>
            We cannot be reached at the moment, so the figure may be out of date. Your copy is still being
            made.
          </Notice>
        )}
      </>
    )
  if (last.state === 'failed')
    return (
      <>
        <Notice kind="error" title="Your last copy could not be made">
          We tried several times. None of your data is lost. Please ask again.
        </Notice>
        <AskButton label="Ask again" own={own} />
      </>
    )
  if (!last.endsAt) return null
  if (!hasEnded) return <Ready copy={{ ...last, endsAt: last.endsAt }} own={own} />
  return (
    <>
      <p>
        Your last copy was deleted on {formatInstant(last.endsAt, zone)}. You can ask for a new one, which
        contains what is stored now.
      </p>
      <AskButton label="Ask for a new copy" own={own} />
    </>
  )
}

function Ready({ copy, own }: { copy: DataExport & { endsAt: string }; own: OwnCopy }) {
  const zone = useViewerZone()
  const { pending, download } = own
  return (
    <>
      <p role="status">
        It is ready ({formatFileSize(copy.bytes ?? 0)}). It contains what was stored on{' '}
        {formatInstant(copy.finishedAt ?? copy.askedAt, zone)}, and is deleted on{' '}
        <strong>{formatInstant(copy.endsAt, zone)}</strong> ({formatZone(zone)} time).
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          kind="primary"
          icon={<Icon name="download" size={18} />}
          pending={pending === 'download' && 'Opening…'}
          disabled={pending !== false && pending !== 'download'}
          onClick={() => void download(copy)}
        >
          Download
        </Button>
        <AskButton label="Ask for a new copy" kind="secondary" own={own} />
      </div>
      <p className="text-sm text-ink-2">
        It can contain your address, door codes and messages: keep it where nobody else can read it.
      </p>
    </>
  )
}

type AskButtonProps = { label: string; kind?: 'primary' | 'secondary'; own: OwnCopy }

function AskButton({ label, kind = 'primary', own: { nextAt, pending, ask } }: AskButtonProps) {
  const zone = useViewerZone()
  if (nextAt !== null)
    return (
      <p className="text-sm text-ink-2">
        You can ask for another copy from {formatInstant(nextAt, zone)} ({formatZone(zone)} time).
      </p>
    )
  return (
    <Button
      kind={kind}
      className="justify-self-start"
      icon={<Icon name="archive" size={18} />}
      pending={pending === 'ask' && 'Asking…'}
      disabled={pending !== false && pending !== 'ask'}
      onClick={() => void ask()}
    >
      {label}
    </Button>
  )
}
