import { useEffect, useState } from 'react'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { AddOnCode } from '#contract/codes.ts'
import { firstName, formatMoney } from '#contract/words.ts'
import { api, ApiProblem, NetworkProblem } from '#web/api.ts'
import { DaysFields } from '#web/bookings/begin/days-fields.tsx'
import { type ChangeForm, draftOf, formOf, usePreview } from '#web/bookings/change/change-form.ts'
import { ChangeTerms, differenceWords } from '#web/bookings/change/change-terms.tsx'
import { ActionDialog } from '#web/bookings/life/action-dialog.tsx'
import { otherParty } from '#web/bookings/life/booking-words.ts'
import type { BookingInUse } from '#web/bookings/life/use-booking.ts'
import { WordsField } from '#web/bookings/life/words-field.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { FieldGroup } from '#web/ui/forms/field-group.tsx'
import { fieldId } from '#web/ui/forms/field.tsx'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { unitWord } from '#web/words.ts'

type ChangeDialogProps = { booking: Booking; move: BookingInUse['move']; onClose: () => void }
type PartProps = { booking: Booking; form: ChangeForm; change: (part: Partial<ChangeForm>) => void }

/** Proposes other dates, pets or extras to the other side, with the price before and after. */
export default function ChangeDialog({ booking, move, onClose }: ChangeDialogProps) {
  const [form, setForm] = useState(() => formOf(booking))
  const [note, setNote] = useState('')
  const draft = draftOf(booking, form)
  const { preview, refusal, pending } = usePreview(booking, draft)
  const other = firstName(otherParty(booking).name)
  const change = (part: Partial<ChangeForm>) => setForm((before) => ({ ...before, ...part }))
  const stepOf = () => {
    if (!draft) return [{ name: 'days', message: 'Choose the days' }]
    if (preview)
      return {
        event: 'propose_change' as const,
        ...draft,
        changeHash: preview.changeHash,
        note: note.trim() || null,
      }
    return [
      { message: refusal ?? (pending ? 'The price is still being worked out' : 'Change something first') },
    ]
  }
  return (
    <ActionDialog
      move={move}
      onClose={onClose}
      title={`Ask ${other} for a change`}
      safeLabel="Leave it as it is"
      confirmLabel={`Ask ${other}`}
      pendingLabel="Asking…"
      stepOf={stepOf}
    >
      {(errorFor) => (
        <>
          <p>
            The booking stays as it is until {other} accepts. The price follows the rates and the policy you
            agreed to.
          </p>
          <DaysFields
            state={form.days}
            timeZone={booking.timeZone}
            from={booking.startOn}
            error={errorFor('days')}
            onChange={(days) => change({ days })}
          />
          <Pets {...{ booking, form, change }} />
          <Extras {...{ booking, form, change }} />
          <WordsField name={other} value={note} error={errorFor('note')} onChange={setNote} />
          <div aria-live="polite" className="grid min-h-12 gap-3">
            <span className="sr-only">{preview && differenceWords(booking, preview.difference)}</span>
            {refusal && <Notice kind="warning">{refusal}</Notice>}
            {preview && <ChangeTerms booking={booking} change={preview} />}
          </div>
        </>
      )}
    </ActionDialog>
  )
}

type Choice = { id: string; name: string }

/** Returns the selectable pets. Only the owner can add another pet of the household. */
function usePets(booking: Booking): readonly Choice[] {
  const [pets, setPets] = useState<readonly Choice[]>(booking.pets)
  const { role, owner } = booking
  useEffect(() => {
    if (role !== 'owner') return
    const params = { accountId: owner.accountId }
    api('GET /v1/accounts/:accountId/pets', { params, query: {} }).then(
      ({ items }) =>
        setPets((known) => [...known, ...items.filter(({ id }) => known.every((pet) => pet.id !== id))]),
      (error: unknown) => {
        // The pets already in the booking can still be removed.
        if (!(error instanceof ApiProblem || error instanceof NetworkProblem)) throw error
      },
    )
  }, [role, owner.accountId])
  return pets
}

function Pets({ booking, form: { petIds, counts }, change }: PartProps) {
  const pets = usePets(booking)
  if (pets.length < 2) return null
  const toggle = (id: string, on: boolean) => {
    const next = on ? [...petIds, id] : petIds.filter((other) => other !== id)
    change({ petIds: next, counts: { ...counts, bathing: Math.min(counts.bathing, next.length) } })
  }
  return (
    <FieldGroup
      label="Pets"
      hint={
        booking.status === 'in_progress' &&
        `A change applies from the next ${unitWord(booking.service)} that has not begun.`
      }
    >
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {pets.map(({ id, name }) => (
          <Checkbox
            key={id}
            id={`${fieldId('change-pet')}-${id}`}
            label={name}
            checked={petIds.includes(id)}
            disabled={petIds.length === 1 && petIds.includes(id)}
            onChange={(event) => toggle(id, event.target.checked)}
          />
        ))}
      </div>
    </FieldGroup>
  )
}

const extraWords: Record<AddOnCode, { label: string; unit: string }> = {
  bathing: { label: 'Baths', unit: 'bath' },
  pickup_trip: { label: 'Trips to fetch or bring home', unit: 'trip' },
}

function Extras({ booking, form, change }: PartProps) {
  if (booking.extras.length === 0) return null
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {booking.extras.map(({ code, amount }) => (
        <NumberStepper
          key={code}
          label={`${extraWords[code].label}, ${formatMoney(amount, booking.quote.currency)} each`}
          name={`change-${code}`}
          unit={extraWords[code].unit}
          value={form.counts[code]}
          max={code === 'bathing' ? form.petIds.length : 2}
          onChange={(count) => change({ counts: { ...form.counts, [code]: count } })}
        />
      ))}
    </div>
  )
}
