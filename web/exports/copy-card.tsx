import Archive from 'lucide-react/icons/archive'
import Download from 'lucide-react/icons/download'
import type { ReactNode } from 'react'
import { exportDays } from '#contract/exports/codes.ts'
import type { DataExport } from '#contract/exports/exports.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { useNow } from '#web/accounts/use-now.ts'
import { api } from '#web/api.ts'
import { type Copies, useCopies } from '#web/exports/use-copies.ts'
import { formatFileSize, formatInstant, formatZone } from '#web/format.ts'
import type { Person } from '#web/identity/security/person.ts'
import { useSecured } from '#web/identity/security/use-secured.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { Notice } from '#web/ui/notice.tsx'

type CopyCardProps = { accountId: string; person: Person; initial: Copies }

/**
 * Requests a data export, shows its progress and offers the download. Requesting and downloading each need a recent
 * sign-in.
 */
export function CopyCard({ accountId, person, initial }: CopyCardProps) {
  const { copies, isAway, readAgain } = useCopies(accountId, initial)
  const { pending, errors, attempt, run, dialog } = useSecured(person)
  const zone = useViewerZone()
  const now = useNow()
  const params = { accountId }
  const [last] = copies.items
  const isOver = last?.endsAt != null && Date.parse(last.endsAt) <= now
  const state = last && (last.state === 'ready' && isOver ? 'ended' : last.state)
  const isFull = copies.nextAt !== null && Date.parse(copies.nextAt) > now

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

  const askButton = (label: string, kind: 'primary' | 'secondary'): ReactNode =>
    isFull ? (
      <p className="text-sm text-ink-2">
        You can ask for another copy from {formatInstant(copies.nextAt ?? '', zone)} ({formatZone(zone)}{' '}
        time).
      </p>
    ) : (
      <Button
        kind={kind}
        className="justify-self-start"
        icon={<Archive size={18} aria-hidden />}
        pending={pending === 'ask' && 'Asking…'}
        disabled={pending !== false && pending !== 'ask'}
        onClick={() => void ask()}
      >
        {label}
      </Button>
    )

  return (
    <Card as="section" aria-labelledby="copy-title" className="grid gap-5">
      <h2 id="copy-title" className="text-xl">
        {last === undefined ? 'Ask for your copy' : 'Your copy'}
      </h2>
      <ErrorSummary errors={errors} attempt={attempt} />
      {state === undefined && (
        <>
          <p className="wrap-anywhere">
            We make it in the background and write to {person.email ?? 'you'} when it is ready. It stays here
            for {exportDays} days.
          </p>
          {askButton('Ask for a copy', 'primary')}
        </>
      )}
      {state === 'preparing' && last && (
        <>
          <Meter
            label="Your copy is being made"
            value={last.percent}
            text={`${last.percent} %`}
            kind="progress"
          />
          <p className="wrap-anywhere text-ink-2">
            You can leave this page: it goes on by itself, and we write to {person.email ?? 'you'} when it is
            ready.
          </p>
          {isAway && (
            <Notice kind="warning" announced>
              We cannot be reached at the moment, so the figure may be old. Your copy goes on being made.
            </Notice>
          )}
        </>
      )}
      {state === 'ready' && last?.endsAt && (
        <>
          <p role="status">
            It is ready ({formatFileSize(last.bytes ?? 0)}). It holds what was stored on{' '}
            {formatInstant(last.finishedAt ?? last.askedAt, zone)}, and is deleted on{' '}
            <strong>{formatInstant(last.endsAt, zone)}</strong> ({formatZone(zone)} time).
          </p>
          <div className="flex flex-wrap items-center gap-3">
            <Button
              kind="primary"
              icon={<Download size={18} aria-hidden />}
              pending={pending === 'download' && 'Opening…'}
              disabled={pending !== false && pending !== 'download'}
              onClick={() => void download(last)}
            >
              Download
            </Button>
            {askButton('Ask for a new copy', 'secondary')}
          </div>
          <p className="text-sm text-ink-2">
            It can hold your address, door codes and messages: keep it where nobody else reads it.
          </p>
        </>
      )}
      {state === 'failed' && (
        <>
          <Notice kind="error" title="Your last copy could not be made">
            We tried several times. Nothing of your data is lost. Please ask again.
          </Notice>
          {askButton('Ask again', 'primary')}
        </>
      )}
      {state === 'ended' && last?.endsAt && (
        <>
          <p>
            Your last copy was deleted on {formatInstant(last.endsAt, zone)}. You can ask for a new one, which
            holds what is stored now.
          </p>
          {askButton('Ask for a new copy', 'primary')}
        </>
      )}
      {dialog}
    </Card>
  )
}
