import { useState } from 'react'
import { Link } from 'react-router'
import type { OpenMatter } from '#contract/accounts.ts'
import type { Person } from '#contract/staff/people.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { ReasonDialog } from '#web/admin/parts/reason-dialog.tsx'
import { api } from '#web/api.ts'
import { plural } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Blocking = { open: readonly OpenMatter[]; undoDays: number }

/** Has a copy of the person's data made, or deletes the account unless something is open, after asking why. */
export function ErasureButtons({ person }: { person: Person }) {
  const [isCopying, setIsCopying] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  const [blocking, setBlocking] = useState<Blocking | null>(null)
  const { pending, errors, attempt, run } = useSaving()
  const { accountId, suspended } = person
  const readOpen = () =>
    run(async () => {
      const found = await api('GET /v1/admin/people/:accountId/deletion', { params: { accountId } })
      setBlocking(found)
      setIsDeleting(found.open.length === 0)
    })
  return (
    <>
      <ErrorSummary errors={errors} attempt={attempt} />
      <div className="flex flex-wrap gap-3">
        {!suspended && <Button onClick={() => setIsCopying(true)}>Prepare a data copy</Button>}
        <Button pending={pending && 'Looking…'} onClick={() => void readOpen()}>
          Delete the account
        </Button>
      </div>
      {blocking && blocking.open.length > 0 && <OpenMatters open={blocking.open} />}
      {isCopying && <CopyDialog person={person} onClose={() => setIsCopying(false)} />}
      {blocking && isDeleting && (
        <DeleteDialog person={person} undoDays={blocking.undoDays} onClose={() => setIsDeleting(false)} />
      )}
    </>
  )
}

const OpenMatters = ({ open }: { open: readonly OpenMatter[] }) => (
  <Notice kind="warning" title="This account cannot be deleted yet">
    <p>Other people still depend on it. Settle this first, then delete the account.</p>
    <ul className="mt-3 grid list-disc gap-2 pl-5">
      {open.map(({ kind, id, text }) => (
        <li key={`${kind} ${id}`}>
          <Link to={kind === 'invoice' ? paths.adminFeeInvoice(id) : paths.adminBooking(id)} className="link">
            {text}
          </Link>
        </li>
      ))}
    </ul>
  </Notice>
)

type DialogProps = { person: Person; onClose: () => void }

const CopyDialog = ({ person: { accountId, name }, onClose }: DialogProps) => (
  <ReasonDialog
    title={`Prepare a copy of the data of ${name}?`}
    label="Why do you prepare it?"
    confirmLabel="Prepare it"
    sending="Preparing…"
    danger={false}
    send={(reason) =>
      api('POST /v1/admin/people/:accountId/exports', { params: { accountId }, body: { reason } })
    }
    done={`The copy for ${name} is being prepared`}
    onClose={onClose}
  >
    <p>
      The person gets an e-mail as soon as it is ready and downloads it from their account. You do not see it.
    </p>
  </ReasonDialog>
)

const DeleteDialog = ({
  person: { accountId, name },
  undoDays,
  onClose,
}: DialogProps & { undoDays: number }) => (
  <ReasonDialog
    title={`Delete the account of ${name}?`}
    label="Why do you delete this account?"
    confirmLabel="Delete the account"
    sending="Deleting…"
    send={(reason) =>
      api('POST /v1/admin/people/:accountId/delete', { params: { accountId }, body: { reason } })
    }
    done={`The account of ${name} will be deleted`}
    onClose={onClose}
  >
    <p>
      All devices are signed out at once, and the profile is hidden. After {plural(undoDays, 'day')}{' '}
      everything is erased that the law does not require to keep. Until then the person can keep the account
      with the link in the e-mail that they get now.
    </p>
  </ReasonDialog>
)

/** Takes the deletion of the account back, after asking why. */
export function KeepButton({ person: { accountId, name } }: { person: Person }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button className="justify-self-start" onClick={() => setIsAsking(true)}>
        Keep the account
      </Button>
      {isAsking && (
        <ReasonDialog
          title={`Keep the account of ${name}?`}
          label="Why do you keep this account?"
          confirmLabel="Keep it"
          sending="Saving…"
          danger={false}
          send={(reason) =>
            api('POST /v1/admin/people/:accountId/keep', { params: { accountId }, body: { reason } })
          }
          done={`The account of ${name} is kept`}
          onClose={() => setIsAsking(false)}
        >
          <p>Nothing is erased. The person can sign in again, and the profile is as it was.</p>
        </ReasonDialog>
      )}
    </>
  )
}
