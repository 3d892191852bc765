import { type ReactNode, useState } from 'react'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { dayIn } from '#web/clock.ts'
import { formatDay, formatInstant } from '#web/format.ts'
import type { Person } from '#web/identity/security/person.ts'
import { useProtectedForm } from '#web/identity/security/use-protected-form.tsx'
import type { AnyKey, KeyKind } from '#web/keys/key-kind.ts'
import { NewKeyForm } from '#web/keys/new-key-form.tsx'
import { SecretOnce } from '#web/keys/secret-once.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

type KeysCardProps<S extends string, K extends AnyKey<S>> = {
  person: Person
  initial: readonly K[]
  kind: KeyKind<S, K>
  /** What a program with a key can do. */
  children: ReactNode
}

/** Lists, creates and deletes the API keys of the person or of the site. */
export function KeysCard<S extends string, K extends AnyKey<S>>({
  person,
  initial,
  kind,
  children,
}: KeysCardProps<S, K>) {
  type Made = { apiKey: K; secret: string }
  const [keys, setKeys] = useState(initial)
  const [doing, setDoing] = useState<'nothing' | 'creating' | Made>('nothing')
  const onMade = (made: Made) => {
    setKeys((before) => [made.apiKey, ...before])
    setDoing(made)
  }
  return (
    <Card as="section" aria-labelledby="keys-title" className="grid gap-5">
      <div className="grid gap-2">
        <h2 id="keys-title" className="text-xl">
          API keys
        </h2>
        {children}
      </div>
      {typeof doing === 'object' && (
        <SecretOnce
          title={`The key “${doing.apiKey.name}”`}
          label="API key"
          secret={doing.secret}
          onClose={() => setDoing('nothing')}
        />
      )}
      {keys.length > 0 && <KeyList keys={keys} person={person} kind={kind} onChange={setKeys} />}
      {doing === 'creating' ? (
        <NewKeyForm person={person} kind={kind} onMade={onMade} onClose={() => setDoing('nothing')} />
      ) : (
        <Button className="justify-self-start" onClick={() => setDoing('creating')}>
          Create a key
        </Button>
      )}
    </Card>
  )
}

type KeyListProps<S extends string, K extends AnyKey<S>> = {
  keys: readonly K[]
  person: Person
  kind: KeyKind<S, K>
  onChange: (keys: readonly K[]) => void
}

function KeyList<S extends string, K extends AnyKey<S>>({
  keys,
  person,
  kind,
  onChange,
}: KeyListProps<S, K>) {
  const [deleting, setDeleting] = useState<K | null>(null)
  const saving = useSaving()
  const { dialog, ...confirmed } = useProtectedForm(person)
  const { errors, attempt, run } = kind.protectsRemoval ? confirmed : saving
  const remove = ({ id, name }: K) => {
    setDeleting(null)
    return run(async () => {
      onChange((await kind.remove(id)).items)
      ;(await loadToast()).success(`The key “${name}” is deleted`)
    })
  }
  return (
    <>
      <ErrorSummary errors={errors} attempt={attempt} />
      <ul aria-label={kind.label} className="grid divide-y divide-line">
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} kind={kind} onDelete={() => setDeleting(key)} />
        ))}
      </ul>
      <AlertDialog
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title={`Delete the key “${deleting?.name ?? ''}”?`}
        safeLabel="Keep it"
        confirmLabel="Delete it"
        onConfirm={() => deleting && void remove(deleting)}
      >
        The program that uses it is refused at once. This cannot be undone, but you can create a new key.
      </AlertDialog>
      {dialog}
    </>
  )
}

const stateBadges = {
  active: null,
  expired: <Badge tone="rust">Expired</Badge>,
  ended: <Badge tone="rust">Ended when you were signed out everywhere</Badge>,
} as const

type KeyRowProps<S extends string, K extends AnyKey<S>> = {
  apiKey: K
  kind: KeyKind<S, K>
  onDelete: () => void
}

function KeyRow<S extends string, K extends AnyKey<S>>({ apiKey, kind, onDelete }: KeyRowProps<S, K>) {
  const { name, ending, scopes, createdAt, expiresAt, usedAt, state } = apiKey
  const zone = useViewerZone()
  return (
    <li className="flex flex-wrap items-start gap-3 py-4 first:pt-0">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <span className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {name}
          {stateBadges[state]}
        </span>
        <span className="text-sm text-ink-2">
          {`Ends in ${ending} · created ${formatInstant(createdAt, zone)}`}
        </span>
        <span className="text-sm text-ink-2">
          {usedAt ? `Last used in the hour from ${formatInstant(usedAt, zone)}` : 'Never used'}
          {expiresAt ? ` · expires ${formatDay(dayIn(expiresAt, zone), 'long')}` : ' · does not expire'}
        </span>
        {kind.more?.(apiKey)}
        <details>
          <summary className="link w-fit py-2 text-sm">
            What it may do<span className="sr-only">: {name}</span>
          </summary>
          <ul className="grid list-disc gap-1 pl-5 text-sm text-ink-2">
            {scopes.map((scope) => (
              <li key={scope}>
                {kind.words[scope]} (<code>{scope}</code>)
              </li>
            ))}
          </ul>
        </details>
      </div>
      <Button size="small" onClick={onDelete}>
        Delete<span className="sr-only"> {name}</span>
      </Button>
    </li>
  )
}
