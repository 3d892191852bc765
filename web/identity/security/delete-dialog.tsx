import { type FormEvent, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { OpenMatter } from '#contract/accounts.ts'
import { clearAccount } from '#web/accounts/account-store.ts'
import { api, ApiProblem } from '#web/api.ts'
import { formatDay } from '#web/format.ts'
import { deleteAccount } from '#web/identity/security/calls.ts'
import type { Person } from '#web/identity/security/person.ts'
import { useProtectedForm } from '#web/identity/security/use-protected-form.tsx'
import { markSessionEnded } from '#web/identity/session-started.ts'
import { readForm } from '#web/identity/use-identity-form.ts'
import { paths } from '#web/paths.ts'
import { clearSavedForms } from '#web/persisted.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'
import { Loading, SkeletonText } from '#web/ui/skeleton.tsx'

const consequences = [
  'Nobody can sign in to it from now on, your profile is hidden, and you are signed out everywhere.',
  'For 14 days the link in the mail that we send you brings everything back. After that it is gone for good:',
  'Your name and addresses, your profile, your pets with their care sheets, your photos, your messages and the words of your reviews are erased.',
  'Stars, dates and payments of past bookings stay, because the other side and the law need them, under the name “Former member”.',
]

const deletionWords = (deletesAt: string) =>
  `Your account will be deleted on ${formatDay(deletesAt.slice(0, 10), 'long')}. Until then the link in our e-mail brings it back.`

type DeleteDialogProps = { person: Person; accountId: string; onClose: () => void }

/**
 * Explains the consequences and asks the user to type their address. Open matters that block the deletion are listed
 * first, each with a link.
 */
export function DeleteDialog({ person, accountId, onClose }: DeleteDialogProps) {
  const [openMatters, setOpenMatters] = useState<readonly OpenMatter[] | null>(null)
  useOpenMatters(accountId, setOpenMatters)
  const { pending, errors, attempt, run, refuse, errorFor, dialog } = useProtectedForm(person)
  const navigate = useNavigate()
  const confirmationText = person.email ?? 'delete'

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = readForm(event.currentTarget)('confirmation').trim()
    if (typed.toLowerCase() !== confirmationText.toLowerCase())
      return refuse([{ name: 'confirmation', message: `Type ${confirmationText} to confirm` }])
    void run(async () => {
      const { deletesAt } = await deleteAccount(accountId).catch((error: unknown) => {
        setOpenMatters(openMattersIn(error) ?? openMatters)
        throw error
      })
      clearSavedForms()
      clearAccount()
      markSessionEnded(false)
      await navigate(paths.home(), { replace: true })
      const toast = await loadToast()
      toast.success(deletionWords(deletesAt), { duration: 30_000 })
    })
  }

  return (
    <>
      <Dialog open onClose={onClose} title="Delete your account?">
        {openMatters === null ? (
          <Loading label="Checking for open matters">
            <SkeletonText lines={4} />
          </Loading>
        ) : openMatters.length > 0 ? (
          <OpenMatters open={openMatters} />
        ) : (
          <form noValidate onSubmit={submit} className="grid gap-5 wrap-anywhere">
            <Consequences />
            <ErrorSummary errors={errors} attempt={attempt} />
            <TextField
              label={`Type ${confirmationText} to confirm`}
              name="confirmation"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              error={errorFor('confirmation')}
            />
            <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col">
              <Button onClick={onClose}>Keep my account</Button>
              <Button type="submit" kind="danger" pending={pending && 'Deleting…'}>
                Delete my account
              </Button>
            </div>
          </form>
        )}
      </Dialog>
      {dialog}
    </>
  )
}

function Consequences() {
  return (
    <ul className="grid list-disc gap-2 pl-5 text-ink-2">
      {consequences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

function OpenMatters({ open }: { open: readonly OpenMatter[] }) {
  return (
    <Notice kind="warning" title="Something has to end first">
      <p>Other people count on these. End each one or wait until it ends, then come back.</p>
      <ul className="mt-3 grid list-disc gap-2 pl-5">
        {open.map(({ kind, id, text }) => (
          <li key={`${kind} ${id}`}>
            <Link to={kind === 'invoice' ? paths.feeInvoice(id) : paths.booking(id)} className="link">
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** Reads the open matters that block the deletion. */
function useOpenMatters(accountId: string, onLoaded: (open: readonly OpenMatter[]) => void): void {
  const [, setFault] = useState(null)
  useEffect(() => {
    const abort = new AbortController()
    api('GET /v1/accounts/:accountId/deletion', { params: { accountId } }, { signal: abort.signal }).then(
      ({ open }) => onLoaded(open),
      (error: unknown) =>
        !abort.signal.aborted &&
        setFault(() => {
          throw error
        }),
    )
    return () => abort.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each account
  }, [accountId])
}

const isOpenMatter = (value: unknown): value is OpenMatter =>
  typeof value === 'object' && value !== null && 'kind' in value && 'id' in value && 'text' in value

/** A further open matter has arisen since the list was read. */
function openMattersIn(error: unknown): readonly OpenMatter[] | undefined {
  if (!(error instanceof ApiProblem) || error.problem.code !== 'account-in-use') return undefined
  const { open } = error.problem
  return Array.isArray(open) ? open.filter(isOpenMatter) : undefined
}
