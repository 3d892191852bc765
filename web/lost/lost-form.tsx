import type { LostState } from '#contract/lost.ts'
import type { useSaving } from '#web/accounts/use-saving.ts'
import { lostFields, type LostValues } from '#web/lost/lost-fields.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFields, type useFields } from '#web/ui/forms/form-fields.tsx'

type LostFormProps = Pick<ReturnType<typeof useFields<LostValues>>, 'values' | 'set'> & {
  state: LostState
  saving: ReturnType<typeof useSaving>
  submitLabel: string
  onSave: () => void
}

export function LostForm({ state, values, set, saving, submitLabel, onSave }: LostFormProps) {
  const { pending, errorFor } = saving
  const submit = (
    <Button
      type="submit"
      kind="primary"
      size="large"
      className="max-sm:w-full sm:col-span-2 sm:justify-self-start"
      pending={pending && 'One moment…'}
    >
      {submitLabel}
    </Button>
  )
  return (
    <form
      noValidate
      className="grid gap-5 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      {!state.page && submit}
      <FormFields fields={lostFields(state)} {...{ values, set, errorFor }} />
      {!state.ownPhoneNumber && <WithoutTelephone {...state} />}
      {state.page && submit}
    </form>
  )
}

const WithoutTelephone = ({ role }: LostState) => (
  <p className="text-sm text-ink-2 sm:col-span-2">
    {`Your account has no phone number, so finders write through a form${role === 'owner' ? '' : ' that reaches you and the owner'}.`}
  </p>
)
