import type { FormEvent, ReactNode } from 'react'
import { sizedSpecies } from '#contract/codes.ts'
import type { StoredDocument } from '#contract/files/files.ts'
import { AgeField } from '#web/pets/age-field.tsx'
import type { PetForm } from '#web/pets/pet-form-state.ts'
import { PetGroups } from '#web/pets/pet-groups.tsx'
import { speciesOptions } from '#web/pets/pet-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary, type FormError } from '#web/ui/forms/error-summary.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { RadioGroup } from '#web/ui/forms/radio-group.tsx'
import { Portrait } from '#web/ui/portrait/portrait.tsx'

type PetFormProps = {
  form: PetForm
  change: (next: (before: PetForm) => PetForm) => void
  onSave: () => Promise<unknown>
  saving: {
    pending: boolean
    errors: readonly FormError[]
    attempt: number
    errorFor: (name: string) => string | undefined
  }
  currency: string
  seedId: string
  submitLabel: string
  openGroup?: string | undefined
  documents?: readonly StoredDocument[]
  /** Shown beside the button. */
  children?: ReactNode
}

const speciesTiles = () =>
  speciesOptions.map(({ value, label }) => ({
    value,
    label,
    picture: (
      <Portrait
        seed={{ id: `kind-${value}`, species: value }}
        fit="fill"
        className="aspect-square w-full max-w-16 rounded-lg"
      />
    ),
  }))

type FactsProps = {
  form: PetForm
  set: (part: Partial<PetForm>) => void
  errorFor: (name: string) => string | undefined
}

function NameAgeAndWeight({ form, set, errorFor }: FactsProps) {
  const { name, species, birthOn, weight } = form
  const mustHaveSize = species !== '' && sizedSpecies.includes(species)
  return (
    <div className="grid gap-5">
      <TextField
        label="Name"
        name="name"
        autoComplete="off"
        maxLength={60}
        value={name}
        error={errorFor('name')}
        onChange={(event) => set({ name: event.target.value })}
      />
      <AgeField
        value={birthOn}
        optional={!mustHaveSize}
        error={errorFor('birthOn')}
        onChange={(next) => set({ birthOn: next })}
      />
      <TextField
        label="Weight"
        name="weightKg"
        inputMode="decimal"
        autoComplete="off"
        after="kg"
        optional={!mustHaveSize}
        hint="Sitters set the largest size of pet they take."
        value={weight}
        error={errorFor('weightKg')}
        onChange={(event) => set({ weight: event.target.value })}
        className="max-w-80"
      />
    </div>
  )
}

/** The form for all species: the species first, then the fields that apply to it. */
export function PetFormView(props: PetFormProps) {
  const { form, change, onSave, saving, currency, seedId, submitLabel, openGroup, children, documents } =
    props
  const { pending, errors, attempt, errorFor } = saving
  const { species } = form
  const set = (part: Partial<PetForm>) => change((before) => ({ ...before, ...part }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void onSave()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <ErrorSummary errors={errors} attempt={attempt} />
      <Card className="grid gap-6">
        <RadioGroup
          label="Kind"
          name="species"
          variant="tiles"
          value={species}
          error={errorFor('species')}
          onChange={(value) => set({ species: value })}
          options={speciesTiles()}
        />
        <div className="grid items-start gap-6 sm:grid-cols-[11rem_1fr]">
          <Portrait
            seed={{ id: seedId, species: species || 'dog', coat: form.fields.coat || undefined }}
            label={form.name ? `Drawing of ${form.name}` : undefined}
            className="aspect-[10/9] w-44 rounded-picture"
          />
          <NameAgeAndWeight {...{ form, set, errorFor }} />
        </div>
      </Card>
      {species !== '' && (
        <section aria-labelledby="care" className="grid gap-4">
          <div>
            <h2 id="care" className="text-xl">
              For the care sheet
            </h2>
            <p className="mt-1 max-w-measure text-[0.9375rem] text-ink-2">
              Only you and the sitters you ask or book can read it. You can fill it in later; each answer
              saves a question.
            </p>
          </div>
          <PetGroups
            {...{ form, change, errorFor, currency, species, errors, openGroup }}
            {...(documents ? { documents } : {})}
          />
        </section>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" kind="primary" size="large" pending={pending && 'Saving…'}>
          {submitLabel}
        </Button>
        {children}
      </div>
    </form>
  )
}
