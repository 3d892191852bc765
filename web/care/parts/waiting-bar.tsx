import { Icon } from '#web/ui/icon.tsx'
import { Link, useLocation } from 'react-router'
import type { Queued } from '#web/care/care-db.ts'
import { entryWords } from '#web/care/entry-words.ts'
import { careQueue, drop, sync } from '#web/care/sync.ts'
import { useReachable } from '#web/care/use-online.ts'
import { deviceZone } from '#web/clock.ts'
import { formatInstant, plural } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

type WaitingBarProps = {
  /** All bookings if omitted. */
  bookingId?: string
  /** When the data shown was stored on this device; null if it was just loaded. */
  savedAt: number | null
}

/** Shows whether the device is offline, what is queued, and what the server has refused. */
export function WaitingBar({ bookingId, savedAt }: WaitingBarProps) {
  const isOnline = useReachable(savedAt)
  const { queue, sending, trouble } = careQueue()
  const own = (queue ?? []).filter((row) => bookingId === undefined || row.bookingId === bookingId)
  const waiting = own.filter(({ refusal }) => refusal === null)
  const refused = own.filter(({ refusal }) => refusal !== null)
  return (
    <div className="grid gap-3 print:hidden">
      <div role="status" className="grid gap-3 empty:hidden">
        {!isOnline && <NoNetwork savedAt={savedAt} />}
        {waiting.length > 0 && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
            {waitingWords(waiting.length, sending)}
            {trouble === 'busy' && ' The server is busy; we try again every 30 seconds.'}
            {isOnline && !sending && trouble !== 'signed_out' && (
              <Button size="small" onClick={() => void sync()}>
                Send now
              </Button>
            )}
          </p>
        )}
      </div>
      {trouble === 'signed_out' && waiting.length > 0 && <SignInAgain />}
      {trouble === 'not_kept' && (
        <Notice kind="error" title="This device could not save the last entry" announced>
          Its storage is full, or turned off as in a private window. Free up space, or write the entry down
          and try again.
        </Notice>
      )}
      {refused.length > 0 && <Refused rows={refused} />}
    </div>
  )
}

const waitingWords = (count: number, isSending: boolean): string =>
  isSending
    ? `Sending ${plural(count, 'entry', 'entries')}…`
    : `${plural(count, 'entry is waiting', 'entries are waiting')} for the network.`

function NoNetwork({ savedAt }: Pick<WaitingBarProps, 'savedAt'>) {
  return (
    <p className="flex items-start gap-3 rounded-card bg-gold-soft px-4 py-3">
      <Icon name="cloud-off" size={20} className="mt-0.5 shrink-0 text-gold-ink" />
      <span>
        <strong>No network.</strong> Carry on as usual: everything is saved on this device and sent later
        {savedAt
          ? `. What you see is from ${formatInstant(new Date(savedAt).toISOString(), deviceZone())}`
          : ''}
        .
      </span>
    </p>
  )
}

function SignInAgain() {
  const { pathname, search } = useLocation()
  return (
    <Notice
      kind="warning"
      title="Your sign-in has ended"
      announced
      action={
        <Link
          to={paths.signIn(`${pathname}${search}`)}
          className={buttonStyle({ kind: 'primary', size: 'small' })}
        >
          Sign in again
        </Link>
      }
    >
      Unsent entries are saved here and sent once you are signed in.
    </Notice>
  )
}

function Refused({ rows }: { rows: readonly Queued[] }) {
  return (
    <Notice
      kind="error"
      title={`${plural(rows.length, 'entry was', 'entries were')} not accepted`}
      announced
      action={
        <Button size="small" onClick={() => void drop(rows.map(({ id }) => id))}>
          {rows.length === 1 ? 'Remove it' : 'Remove them'}
        </Button>
      }
    >
      <ul className="grid gap-1">
        {rows.map(({ id, entry, refusal }) => (
          <li key={id}>
            {entryWords(entry)} ({formatInstant(entry.happenedAt, deviceZone())}): {refusal}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
