import { type FormEvent, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { clearAccount } from '#web/accounts/account-store.ts'
import { api } from '#web/api.ts'
import { plural } from '#web/format.ts'
import { deleteSignIn } from '#web/identity/security/calls.ts'
import type { Person } from '#web/identity/security/person.ts'
import { useSecured } from '#web/identity/security/use-secured.tsx'
import { markSessionEnded } from '#web/identity/session-started.ts'
import { readForm } from '#web/identity/use-identity-form.ts'
import { paths } from '#web/paths.ts'
import { forgetKeptForms } from '#web/persisted.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading, SkeletonText } from '#web/ui/skeleton.tsx'
import { loadToast } from '#web/ui/toast.ts'

const consequences = [
  'Your profile, your pets with their care sheets and your address are deleted.',
  'A sitter profile of yours is emptied and can no longer be found.',
  'Past bookings, payments and reviews stay, because the other side and the law need them, under the name “Former member”.',
  'You are signed out everywhere. Signing up again later begins an empty account.',
]

type DeleteDialogProps = { person: Person; accountId: string; onClose: () => void }

/** Names what happens, and asks to type the address: there is no way back. Bookings that are open come first. */
export function DeleteDialog({ person, accountId, onClose }: DeleteDialogProps) {
  const open = useOpenBookings(accountId)
  const { pending, errors, attempt, run, refuse, errorFor, dialog } = useSecured(person)
  const navigate = useNavigate()
  const asked = person.email ?? 'delete'

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = readForm(event.currentTarget)('confirmation').trim()
    if (typed.toLowerCase() !== asked.toLowerCase())
      return refuse([{ name: 'confirmation', message: `Type ${asked} to confirm` }])
    void run(async (user) => {
      await deleteSignIn(user)
      forgetKeptForms()
      clearAccount()
      markSessionEnded(false)
      await navigate(paths.home(), { replace: true })
      const toast = await loadToast()
      toast.success('Your account is deleted. Thank you for having been here.')
    })
  }

  return (
    <>
      <Dialog open onClose={onClose} title="Delete your account?">
        {open === null ? (
          <Loading label="Looking for open bookings">
            <SkeletonText lines={4} />
          </Loading>
        ) : open > 0 ? (
          <Notice
            kind="warning"
            title={`You have ${plural(open, 'open booking')}`}
            action={
              <Link to={paths.bookings()} className={buttonStyle({ size: 'small' })}>
                Go to your bookings
              </Link>
            }
          >
            Somebody counts on them. Cancel them or let them end first, then delete your account.
          </Notice>
        ) : (
          <form noValidate onSubmit={submit} className="grid gap-5">
            <ul className="grid list-disc gap-2 pl-5 text-ink-2">
              {consequences.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            <ErrorSummary errors={errors} attempt={attempt} />
            <TextField
              label={`Type ${asked} to confirm`}
              name="confirmation"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              error={errorFor('confirmation')}
            />
            <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col">
              <Button onClick={onClose}>Keep my account</Button>
              <Button type="submit" kind="danger" pending={pending && 'Deleting…'}>
                Delete my account for good
              </Button>
            </div>
          </form>
        )}
      </Dialog>
      {dialog}
    </>
  )
}

/** How many bookings of either side have not ended; null while they are counted. */
function useOpenBookings(accountId: string): number | null {
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    const scopes = ['requests', 'upcoming'] as const
    Promise.all(
      scopes.map((scope) =>
        api(
          'GET /v1/accounts/:accountId/bookings',
          { params: { accountId }, query: { scope, limit: 100 } },
          { signal: abort.signal },
        ),
      ),
    ).then(
      (lists) => setCount(lists.reduce((sum, { items }) => sum + items.length, 0)),
      (error: unknown) =>
        !abort.signal.aborted &&
        setCount(() => {
          throw error
        }),
    )
    return () => abort.abort()
  }, [accountId])
  return count
}
