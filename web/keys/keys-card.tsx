import { useState } from 'react'
import type { ApiKey } from '#contract/keys/keys.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { dayIn } from '#web/clock.ts'
import { formatDay, formatInstant } from '#web/format.ts'
import type { Person } from '#web/identity/security/person.ts'
import { scopeWords } from '#web/keys/key-words.ts'
import { NewKeyForm } from '#web/keys/new-key-form.tsx'
import { SecretOnce } from '#web/keys/secret-once.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

type Made = { apiKey: ApiKey; secret: string }

type KeysCardProps = { accountId: string; person: Person; initial: readonly ApiKey[] }

/** Lists, creates and deletes the person's API keys. */
export function KeysCard({ accountId, person, initial }: KeysCardProps) {
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
        <p className="max-w-measure text-ink-2">
          A program that has a key can act as you, within what you allow. No key can delete your account, pay,
          see codes of homes or help to run the site.
        </p>
        <p className="text-sm wrap-anywhere text-ink-2">
          The id of your account: <code>{accountId}</code>
        </p>
      </div>
      {typeof doing === 'object' && (
        <SecretOnce
          title={`The key “${doing.apiKey.name}”`}
          label="API key"
          secret={doing.secret}
          onClose={() => setDoing('nothing')}
        />
      )}
      {keys.length > 0 && <KeyList keys={keys} onChange={setKeys} />}
      {doing === 'creating' ? (
        <NewKeyForm person={person} onMade={onMade} onClose={() => setDoing('nothing')} />
      ) : (
        <Button className="justify-self-start" onClick={() => setDoing('creating')}>
          Create a key
        </Button>
      )}
    </Card>
  )
}

type KeyListProps = { keys: readonly ApiKey[]; onChange: (keys: readonly ApiKey[]) => void }

function KeyList({ keys, onChange }: KeyListProps) {
  const [deleting, setDeleting] = useState<ApiKey | null>(null)
  const { pending, errors, attempt, run } = useSaving()
  const remove = async ({ id: keyId, name }: ApiKey) => {
    const isDone = await run(async () =>
      onChange((await api('DELETE /v1/api-keys/:keyId', { params: { keyId } })).items),
    )
    setDeleting(null)
    if (isDone) (await loadToast()).success(`The key “${name}” is deleted`)
  }
  return (
    <>
      <ErrorSummary errors={errors} attempt={attempt} />
      <ul aria-label="Your API keys" className="grid divide-y divide-line">
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} onDelete={() => setDeleting(key)} />
        ))}
      </ul>
      <AlertDialog
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title={`Delete the key “${deleting?.name ?? ''}”?`}
        safeLabel="Keep it"
        confirmLabel="Delete it"
        pending={pending && 'Deleting…'}
        onConfirm={() => deleting && void remove(deleting)}
      >
        The program that uses it is refused at once. This cannot be undone, but you can create a new key.
      </AlertDialog>
    </>
  )
}

const stateBadges = {
  active: null,
  expired: <Badge tone="rust">Expired</Badge>,
  ended: <Badge tone="rust">Ended when you were signed out everywhere</Badge>,
} as const

function KeyRow({ apiKey, onDelete }: { apiKey: ApiKey; onDelete: () => void }) {
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
        <details>
          <summary className="link w-fit py-2 text-sm">
            What it may do<span className="sr-only">: {name}</span>
          </summary>
          <ul className="grid list-disc gap-1 pl-5 text-sm text-ink-2">
            {scopes.map((scope) => (
              <li key={scope}>
                {scopeWords[scope]} (<code>{scope}</code>)
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
