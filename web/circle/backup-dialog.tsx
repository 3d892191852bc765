import { useEffect, useState } from 'react'
import type { OwnBackup } from '#contract/backups.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import { loadFavourites } from '#web/favourites/favourites.ts'
import { readHint } from '#web/persisted.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { RadioGroup, type RadioOption } from '#web/ui/forms/radio-group.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type BackupDialogProps = { booking: Booking; onClose: () => void; onRequested: (own: OwnBackup) => void }

const most = 8

/** Lists favourites who offer this service first, then sitters near the place who are free on these days. */
async function candidatesFor({ service, placeId, startOn, endOn, pets, sitter }: Booking) {
  const accountId = readHint()
  const wanted = pets.map(({ species, weightKg }) => [species, weightKg].filter(Boolean).join(':')).join(',')
  const [favourites, found] = await Promise.all([
    accountId === null ? [] : loadFavourites(accountId),
    placeId === null
      ? { items: [] }
      : api('GET /v1/sitters', {
          query: { service, place: placeId, start: startOn, end: endOn, pets: wanted, limit: most + 1 },
        }),
  ])
  const fromFavourites = favourites.flatMap(({ sitter: one }) =>
    one?.services.some((offered) => offered.service === service)
      ? [{ id: one.id, name: one.name, hint: `One of your favourites. ${one.headline}` }]
      : [],
  )
  const known = new Set(fromFavourites.map(({ id }) => id))
  const free = found.items
    .filter(({ id }) => !known.has(id))
    .map(({ id, name, headline }) => ({ id, name, hint: `Free on these days. ${headline}` }))
  return [...fromFavourites, ...free].filter(({ id }) => id !== sitter.id).slice(0, most)
}

/** The sitters who could be asked; null until they are loaded. */
function useOptions(booking: Booking) {
  const [options, setOptions] = useState<RadioOption[] | null>(null)
  const { run: load, errors: loadErrors, attempt: loads } = useSaving()
  useEffect(() => {
    void load(async () => {
      const found = await candidatesFor(booking)
      setOptions(found.map(({ id, name, hint }) => ({ value: id, label: name, hint })))
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `load` changes with every render
  }, [booking.id])
  return { options, loadErrors, loads }
}

type SitterFieldProps = {
  options: readonly RadioOption[]
  value: string | undefined
  error: string | undefined
  onChange: (sitterId: string) => void
}

function SitterField(props: SitterFieldProps) {
  if (props.options.length === 0)
    return (
      <p>
        Nobody else near your sitter is free on these days. Add somebody to your favourites, and you can ask
        them here.
      </p>
    )
  return <RadioGroup label="Who do you want to ask?" name="second" variant="list" {...props} />
}

/** Asks another sitter to be the backup. */
export function BackupDialog({ booking, onClose, onRequested }: BackupDialogProps) {
  const { options, loadErrors, loads } = useOptions(booking)
  const [sitterId, setSitterId] = useState<string>()
  const [note, setNote] = useState('')
  const { pending, errors, attempt, run, refuse, errorFor } = useSaving()

  const requestBackup = async () => {
    if (!sitterId) {
      refuse([{ name: 'second', message: 'Choose who to ask' }])
      return
    }
    const params = { bookingId: booking.id }
    await run(async () =>
      onRequested(
        await api('PUT /v1/bookings/:bookingId/backup', {
          params,
          body: { sitterId, note: note.trim() || null },
        }),
      ),
    )
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Who could step in?"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" pending={pending && 'Asking…'} onClick={() => void requestBackup()}>
            Ask
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <ErrorSummary errors={loadErrors} attempt={loads} />
        <ErrorSummary errors={errors} attempt={attempt} />
        {options === null && loadErrors.length === 0 && <Skeleton className="h-40 w-full rounded-card" />}
        {options && (
          <SitterField options={options} value={sitterId} error={errorFor('second')} onChange={setSitterId} />
        )}
        <TextArea
          label="A few words to them"
          name="backup-note"
          optional
          rows={2}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
    </Dialog>
  )
}
