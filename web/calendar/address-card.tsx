import { useState } from 'react'
import type { CalendarAddress } from '#contract/bookings/calendar.ts'
import { useViewerZone } from '#web/accounts/own-account.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { formatInstant } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { AlertDialog } from '#web/ui/overlay/dialog.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

type AddressCardProps = { accountId: string; loaded: CalendarAddress }

function useAddress({ accountId, loaded }: AddressCardProps) {
  const [own, setOwn] = useState(loaded)
  const { run, ...saving } = useSaving()
  const params = { accountId }
  const make = () =>
    run(async () => setOwn(await api('POST /v1/accounts/:accountId/calendar-address', { params, body: {} })))
  const revoke = () =>
    run(async () => setOwn(await api('DELETE /v1/accounts/:accountId/calendar-address', { params })))
  return { own, make, revoke, ...saving }
}

const copy = async (address: string) => {
  await navigator.clipboard.writeText(address)
  const toast = await loadToast()
  toast.success('Address copied')
}

/** The secret address at which another calendar can read the person's bookings. */
export function AddressCard(props: AddressCardProps) {
  const { own, make, revoke, pending, errors, attempt } = useAddress(props)
  const [openDialog, setOpenDialog] = useState<'renew' | 'revoke' | null>(null)
  const confirm = async () => {
    if (await (openDialog === 'renew' ? make() : revoke())) setOpenDialog(null)
  }

  return (
    <div className="grid gap-5">
      <p className="max-w-measure text-ink-2">
        See your bookings, as owner and as sitter, in the calendar you already use: add this address there as
        a calendar by URL. It shows pets, names and times, but never where anybody lives. Anyone who has the
        address can read it.
      </p>
      <ErrorSummary errors={errors} attempt={attempt} title="That did not work" />
      {own.address === null ? (
        <Button
          className="justify-self-start"
          pending={pending && 'Making the address…'}
          onClick={() => void make()}
        >
          Make a secret address
        </Button>
      ) : (
        <>
          <Address address={own.address} readAt={own.readAt} />
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => setOpenDialog('renew')}>Make a new one</Button>
            <Button kind="quiet" onClick={() => setOpenDialog('revoke')}>
              Revoke it
            </Button>
          </div>
        </>
      )}
      <AlertDialog
        open={openDialog !== null}
        onClose={() => setOpenDialog(null)}
        title={openDialog === 'renew' ? 'Make a new address?' : 'Revoke the address?'}
        safeLabel="Keep it as it is"
        confirmLabel={openDialog === 'renew' ? 'Make a new one' : 'Revoke it'}
        pending={pending && 'One moment…'}
        onConfirm={() => void confirm()}
      >
        The current address stops working at once, in every calendar that reads it.
      </AlertDialog>
    </div>
  )
}

function Address({ address, readAt }: { address: string; readAt: CalendarAddress['readAt'] }) {
  const zone = useViewerZone()
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="Secret address"
          readOnly
          value={address}
          className="min-w-0 flex-1 basis-64"
          onFocus={(event) => event.target.select()}
        />
        <Button onClick={() => void copy(address)}>Copy</Button>
      </div>
      <p className="text-sm text-ink-2">
        {readAt
          ? `A calendar last read it on ${formatInstant(readAt, zone)}.`
          : 'No calendar has read it yet.'}
      </p>
    </>
  )
}
