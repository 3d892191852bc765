import type { LostState } from '#contract/lost.ts'
import { formatZone } from '#contract/words.ts'
import type { useSaving } from '#web/accounts/use-saving.ts'
import type { LostValues } from '#web/lost/lost-values.ts'
import { Button } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/dates/date-picker.tsx'
import { TimeSelect } from '#web/ui/dates/time-select.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'

type LostFormProps = {
  state: LostState
  values: LostValues
  change: (next: Partial<LostValues>) => void
  saving: ReturnType<typeof useSaving>
  submitLabel: string
  onSave: () => void
}

export function LostForm({ state, values, change, saving, submitLabel, onSave }: LostFormProps) {
  const { pending, errorFor } = saving
  const facts = { state, values, change, errorFor }
  const submit = (
    <Button
      type="submit"
      kind="primary"
      size="large"
      className="max-sm:w-full sm:justify-self-start"
      pending={pending && 'One moment…'}
    >
      {submitLabel}
    </Button>
  )
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      {!state.page && submit}
      <LastSeen {...facts} />
      <Appearance {...facts} />
      <TextField
        label="Reward"
        name="reward"
        optional
        hint="In your own words. Do not name a sum that could tempt somebody to lie."
        maxLength={60}
        value={values.reward}
        error={errorFor('reward')}
        onChange={({ target }) => change({ reward: target.value })}
      />
      <Reachability {...facts} />
      {state.page && submit}
    </form>
  )
}

type FactsProps = Pick<LostFormProps, 'state' | 'values' | 'change'> & {
  errorFor: (name: string) => string | undefined
}

function LastSeen({ state: { timeZone, today }, values, change, errorFor }: FactsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <DatePicker
          label="Last seen on"
          name="lostOn"
          value={values.lostOn}
          max={today}
          error={errorFor('lostOn')}
          onChange={(lostOn) => change({ lostOn })}
        />
        <TimeSelect
          label="At about"
          name="lostTime"
          hint={`${formatZone(timeZone)} time`}
          from="00:00"
          to="23:30"
          value={values.lostTime}
          error={errorFor('lostTime')}
          onChange={(lostTime) => change({ lostTime })}
        />
      </div>
      <TextField
        label="Roughly where"
        name="place"
        optional
        hint="A street corner, a park, a bus stop. Not your house number."
        maxLength={200}
        value={values.place}
        error={errorFor('place')}
        onChange={({ target }) => change({ place: target.value })}
      />
    </>
  )
}

function Appearance({ state: { pet }, values, change, errorFor }: FactsProps) {
  return (
    <>
      <TextArea
        label="Distinguishing marks"
        name="marks"
        optional
        hint="Collar, scars, one white paw."
        rows={2}
        maxLength={600}
        value={values.marks}
        error={errorFor('marks')}
        onChange={({ target }) => change({ marks: target.value })}
      />
      <Checkbox
        label={`Ask people not to chase or call ${pet.name}`}
        hint="A frightened animal runs from strangers, often into traffic."
        name="doNotChase"
        checked={values.doNotChase}
        onChange={({ target }) => change({ doNotChase: target.checked })}
      />
      <TextArea
        label="How to behave"
        name="behaviour"
        optional
        hint="Friendly or shy, what attracts it, what frightens it."
        rows={2}
        maxLength={600}
        value={values.behaviour}
        error={errorFor('behaviour')}
        onChange={({ target }) => change({ behaviour: target.value })}
      />
    </>
  )
}

/** Whether the telephone number is shown, if there is one. */
function Reachability({ state: { ownPhoneNumber, role }, values, change }: FactsProps) {
  return ownPhoneNumber ? (
    <Checkbox
      label={`Show my telephone number, ${ownPhoneNumber}`}
      hint="Otherwise finders write through a form, and nobody sees how to reach you."
      name="showsPhone"
      checked={values.showsPhone}
      onChange={({ target }) => change({ showsPhone: target.checked })}
    />
  ) : (
    <p className="text-sm text-ink-2">
      {`Your account has no telephone number, so finders write through a form${role === 'owner' ? '' : ' that reaches you and the owner'}.`}
    </p>
  )
}
