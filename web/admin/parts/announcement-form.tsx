import { type FormEvent, useState } from 'react'
import type { WrittenAnnouncement } from '#contract/announcements.ts'
import {
  announcementFields,
  announcementOf,
  announcementValues,
  canBeLocal,
} from '#web/admin/parts/announcement-words.ts'
import { useDecision } from '#web/admin/parts/use-decision.ts'
import { api } from '#web/api.ts'
import { PlaceField } from '#web/places/place-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { faultsIn } from '#web/ui/forms/field-table.ts'
import { FormFields, useFields } from '#web/ui/forms/form-fields.tsx'

type AnnouncementFormProps = {
  /** The one that is changed; absent for a new one. */
  announcement?: WrittenAnnouncement
  onClose: () => void
}

export function AnnouncementForm({ announcement, onClose }: AnnouncementFormProps) {
  const fields = announcementFields()
  const { values, set } = useFields(() => announcementValues(announcement))
  const [place, setPlace] = useState<{ id: number; name: string } | null>(announcement?.place ?? null)
  const { pending, errors, attempt, refuse, errorFor, decide } = useDecision(onClose)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const faults = faultsIn(fields, values)
    if (faults.length > 0) return refuse(faults)
    const body = {
      announcement: announcementOf(values, place && place.id, announcement),
      reason: values.reason.trim(),
    }
    void decide(
      () =>
        announcement
          ? api('PUT /v1/admin/announcements/:announcementId', {
              params: { announcementId: announcement.id },
              body: { ...body, version: announcement.version },
            })
          : api('POST /v1/admin/announcements', { body }),
      values.when === 'later' ? 'The announcement is planned' : 'The announcement is shown',
    )
  }
  return (
    <form noValidate onSubmit={send} className="grid gap-5">
      <ErrorSummary errors={errors} attempt={attempt} />
      <div className="grid gap-5 sm:grid-cols-2">
        <FormFields {...{ fields, values, set, errorFor }} />
      </div>
      {canBeLocal(values) && (
        <PlaceField
          label="Only those with something to do with this town"
          hint="Sitters who live there, and owners with a booking there that is not over. Leave it empty for all towns."
          optional
          defaultPlace={place}
          onChoose={setPlace}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="primary" pending={pending && 'Saving…'}>
          {announcement ? 'Save the announcement' : 'Announce it'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
