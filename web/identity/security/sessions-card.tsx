import { Icon } from '#web/ui/icon.tsx'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Session } from '#contract/sessions.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { formatInstant } from '#web/format.ts'
import { signOutAndLeave } from '#web/layout/navigation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

const deviceName = ({ browser, system }: Session): string =>
  [browser ?? 'An unknown browser', system].filter(Boolean).join(' on ')

/** The devices on which the account is signed in; ending one takes effect at once. */
export function SessionsCard({ sessions: initial }: { sessions: readonly Session[] }) {
  const [sessions, setSessions] = useState(initial)
  const [ending, setEnding] = useState<string | null>(null)
  const { pending, errors, attempt, run } = useSaving()
  const navigate = useNavigate()
  const others = sessions.filter(({ isCurrent }) => !isCurrent)

  const end = async (what: string, body: { id: string } | { all: 'others' }, done: string) => {
    setEnding(what)
    const ended = await run(async () => {
      const { items } = await api('POST /v1/sessions/end', { body })
      setSessions(items)
    })
    if (ended) (await loadToast()).success(done)
  }
  const endAll = async () => {
    setEnding('all')
    const ended = await run(() => api('POST /v1/sessions/end', { body: { all: true } }))
    if (ended) await signOutAndLeave(navigate)
  }
  const busy = (what: string) => pending && ending === what && 'Signing out…'

  return (
    <Card as="section" aria-labelledby="sessions-title" className="grid gap-5">
      <div className="grid gap-1">
        <h2 id="sessions-title" className="text-xl">
          Where you are signed in
        </h2>
        <p className="text-sm text-ink-2">
          Sign out any device you do not recognise, then choose a new password: that signs out all others too.
        </p>
      </div>
      <ErrorSummary errors={errors} attempt={attempt} />
      <ul className="grid divide-y divide-line">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            pending={busy(session.id)}
            onEnd={() => void end(session.id, { id: session.id }, `${deviceName(session)} is signed out`)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {others.length > 0 && (
          <Button
            pending={busy('others')}
            onClick={() => void end('others', { all: 'others' }, 'Only this device is signed in now')}
          >
            Sign out everywhere else
          </Button>
        )}
        <Button pending={busy('all')} onClick={() => void endAll()}>
          Sign out everywhere
        </Button>
      </div>
    </Card>
  )
}

type SessionRowProps = { session: Session; pending: string | false; onEnd: () => void }

function SessionRow({ session, pending, onEnd }: SessionRowProps) {
  const zone = useViewerZone()
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 first:pt-0">
      <Icon name="monitor-smartphone" className="size-5 text-ink-2" />
      <span className="grid min-w-0 flex-1 basis-48">
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          {deviceName(session)}
          {session.isCurrent && <Badge tone="green">This device</Badge>}
        </span>
        <span className="text-sm text-ink-2">
          Last used {formatInstant(session.lastUsedAt, zone)} · Network {session.network}
        </span>
      </span>
      {!session.isCurrent && (
        <Button size="small" pending={pending} onClick={onEnd}>
          Sign out<span className="sr-only"> {deviceName(session)}</span>
        </Button>
      )}
    </li>
  )
}
