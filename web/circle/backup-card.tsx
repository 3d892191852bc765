import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { OwnBackup } from '#contract/backups.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { BackupStatus } from '#contract/codes.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { BackupDialog } from '#web/circle/backup-dialog.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'

const statusWords: Record<BackupStatus, { words: string; tone: 'gold' | 'green' | 'neutral' }> = {
  asked: { words: 'Has not answered yet', tone: 'gold' },
  agreed: { words: 'Would step in', tone: 'green' },
  declined: { words: 'Cannot step in', tone: 'neutral' },
}

function useBackup({ id: bookingId }: Booking) {
  const [own, setOwn] = useState<OwnBackup | null>(null)
  const { run, ...saving } = useSaving()
  useEffect(() => {
    let isGone = false
    api('GET /v1/bookings/:bookingId/backup', { params: { bookingId } }).then(
      (read) => !isGone && setOwn(read),
      (error: unknown) => console.error('The backup sitter could not be loaded.', error),
    )
    return () => {
      isGone = true
    }
  }, [bookingId])

  const remove = () =>
    run(async () => setOwn(await api('DELETE /v1/bookings/:bookingId/backup', { params: { bookingId } })))
  return { own, setOwn, remove, ...saving }
}

/** The backup sitter for a long stay. Only the owner sees it. */
export default function BackupCard({ booking }: { booking: Booking }) {
  const { own, setOwn, remove, pending, errors, attempt } = useBackup(booking)
  const [asking, setAsking] = useState(false)
  if (!own || (!own.possible && !own.backup)) return null
  const { backup, possible } = own
  return (
    <Card as="section" aria-labelledby="backup" className="grid gap-3 print:hidden">
      <h2 id="backup" className="text-xl">
        If your sitter falls ill
      </h2>
      <ErrorSummary errors={errors} attempt={attempt} />
      {backup ? (
        <Backup {...backup} />
      ) : (
        <p className="text-[0.9375rem]">
          On a stay of this length it helps to know who could step in. Ask somebody: it reserves nothing and
          costs nothing.
        </p>
      )}
      {possible && (
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setAsking(true)}>
            {backup ? 'Ask somebody else' : 'Ask a backup sitter'}
          </Button>
          {backup && (
            <Button kind="quiet" pending={pending && 'Removing…'} onClick={() => void remove()}>
              Remove
            </Button>
          )}
        </div>
      )}
      {asking && (
        <BackupDialog
          booking={booking}
          onClose={() => setAsking(false)}
          onRequested={(requested) => {
            setOwn(requested)
            setAsking(false)
          }}
        />
      )}
    </Card>
  )
}

function Backup({ sitter, status }: NonNullable<OwnBackup['backup']>) {
  const { words, tone } = statusWords[status]
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={paths.sitter(sitter.id)} className="link font-semibold">
          {sitter.name}
        </Link>
        <Badge tone={tone}>{words}</Badge>
      </p>
      {status === 'agreed' && (
        <p className="text-sm text-ink-2">Nothing is reserved. If you need them, we tell you both at once.</p>
      )}
    </>
  )
}
