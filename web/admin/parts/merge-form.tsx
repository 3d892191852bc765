import { type FormEvent, useState } from 'react'
import type { MergePreview } from '#contract/staff/merging.ts'
import type { Person } from '#contract/staff/people.ts'
import { FormRefusal } from '#web/accounts/call-errors.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { ReasonDialog } from '#web/admin/parts/reason-dialog.tsx'
import { api } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Returns the id of the account with this address or id. */
async function findAccount(words: string): Promise<string | undefined> {
  const { items } = await api('GET /v1/admin/people', { query: { q: words } })
  const isMeant = ({ accountId, email }: (typeof items)[number]) =>
    [accountId, email.toLowerCase()].includes(words.toLowerCase())
  return items.find(isMeant)?.accountId
}

/** Merges another account of the same person into this one, after showing what that would do. */
export function MergeForm({ person }: { person: Person }) {
  const [words, setWords] = useState('')
  const [preview, setPreview] = useState<MergePreview | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()
  const { accountId } = person
  const look = (event: FormEvent) => {
    event.preventDefault()
    setPreview(null)
    const meant = words.trim()
    if (!meant) return refuse([{ name: 'other', message: 'Write the address of the other account' }])
    void run(async () => {
      const fromAccountId = await findAccount(meant)
      if (!fromAccountId)
        throw new FormRefusal([{ name: 'other', message: 'There is no account with this address or id' }])
      setPreview(
        await api('GET /v1/admin/people/:accountId/merge', {
          params: { accountId },
          query: { fromAccountId },
        }),
      )
    })
  }
  return (
    <>
      <ErrorSummary errors={errors} attempt={attempt} />
      <form className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]" onSubmit={look} noValidate>
        <TextField
          name="other"
          label="E-mail address or id of the account that goes"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          error={errorFor('other')}
          maxLength={100}
        />
        <Button type="submit" pending={pending && 'Looking…'}>
          See what a merge would do
        </Button>
      </form>
      {preview && <Preview preview={preview} onMerge={() => setIsAsking(true)} />}
      {preview && isAsking && (
        <MergeDialog
          person={person}
          preview={preview}
          onClose={() => setIsAsking(false)}
          onMerged={() => setPreview(null)}
        />
      )}
    </>
  )
}

const Lines = ({ title, lines }: { title: string; lines: readonly string[] }) =>
  lines.length > 0 && (
    <div className="grid gap-2">
      <h3 className="text-lg">{title}</h3>
      <ul className="grid list-disc gap-1 pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )

function Preview({ preview, onMerge }: { preview: MergePreview; onMerge: () => void }) {
  const { from, obstacles, moves, ends } = preview
  const whose = `${from.name || 'Without a name'} (${from.email})`
  if (obstacles.length > 0)
    return (
      <Notice kind="warning" title={`The account of ${whose} cannot be merged yet`}>
        <ul className="grid list-disc gap-2 pl-5">
          {obstacles.map((obstacle) => (
            <li key={obstacle}>{obstacle}</li>
          ))}
        </ul>
      </Notice>
    )
  return (
    <section aria-label="What a merge would do" className="grid gap-4">
      <p className="wrap-anywhere">The account of {whose} would be closed for good.</p>
      <Lines title="This moves into this account" lines={moves} />
      <Lines title="This ends" lines={ends} />
      <div>
        <Button onClick={onMerge}>Merge it into this account</Button>
      </div>
    </section>
  )
}

type DialogProps = { person: Person; preview: MergePreview; onClose: () => void; onMerged: () => void }

const MergeDialog = ({ person: { accountId, email }, preview: { from }, onClose, onMerged }: DialogProps) => (
  <ReasonDialog
    title={`Merge ${from.email} into ${email}?`}
    label="Why do you merge them?"
    hint="We send these words to both addresses."
    confirmLabel="Merge them"
    sending="Merging…"
    send={(reason) =>
      api('POST /v1/admin/people/:accountId/merge', {
        params: { accountId },
        body: { fromAccountId: from.accountId, reason },
      }).then(onMerged)
    }
    done="The two accounts are one now"
    onClose={onClose}
  >
    <p>
      This cannot be undone. Be sure that both belong to the same person: have them write to you from both
      addresses.
    </p>
  </ReasonDialog>
)
