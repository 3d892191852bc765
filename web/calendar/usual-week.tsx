import { useState } from 'react'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { useLeaveGuard } from '#web/accounts/leave-guard.tsx'
import { useSaving } from '#web/accounts/use-saving.ts'
import { api } from '#web/api.ts'
import type { SitterFields } from '#web/sitters/own/fields-props.ts'
import { fieldOfSitter, sitterFormOf, sitterInputOf } from '#web/sitters/own/sitter-form.ts'
import { WeekdayFields } from '#web/sitters/own/weekday-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { loadToast } from '#web/ui/overlay/toast.ts'

type UsualWeekProps = {
  sitter: Sitter
  defaults: SitterFields['defaults']
  onSaved: (sitter: Sitter) => void
}

/** The usual capacity of each weekday, saved together with the unchanged rest of the profile. */
export function UsualWeek({ sitter, defaults, onSaved }: UsualWeekProps) {
  const [form, setForm] = useState(() => sitterFormOf(sitter))
  const [changed, setChanged] = useState(false)
  const saving = useSaving(fieldOfSitter(form))
  const guard = useLeaveGuard(changed)
  const save = () =>
    saving.run(async () => {
      const status = sitter.status === 'in_review' ? 'published' : sitter.status
      const saved = await api('PUT /v1/sitters/:sitterId', {
        params: { sitterId: sitter.id },
        body: sitterInputOf(form, status, sitter),
      })
      setChanged(false)
      onSaved(saved)
      const toast = await loadToast()
      toast.success('Your usual week is saved')
    })
  return (
    <form
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <ErrorSummary errors={saving.errors} attempt={saving.attempt} title="Your usual week was not saved" />
      <WeekdayFields
        form={form}
        change={(part) => {
          setChanged(true)
          setForm((before) => ({ ...before, ...part }))
        }}
        defaults={defaults}
        errorFor={saving.errorFor}
      />
      <Button
        type="submit"
        kind="primary"
        pending={saving.pending && 'Saving…'}
        className="justify-self-start"
      >
        Save the usual week
      </Button>
      {guard.dialog}
    </form>
  )
}
