import { type FormEvent, useState } from 'react'
import { useToday } from '#web/accounts/own-account.ts'
import { birthMonths, hasSize, type PetRow, petsOf, rowOf } from '#web/search/pet-rows.tsx'
import type { SearchPet } from '#web/search/search-state.ts'
import { wishToKeep } from '#web/sitters/public/keep-pets.ts'
import type { BookingFormState } from '#web/sitters/public/use-booking.ts'
import { ErrorSummary, type FormError } from '#web/ui/forms/error-summary.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { capitalised, speciesWord } from '#web/words.ts'

/** The button that submits the form is outside it, in the footer of the dialog. */
export const aboutPetsForm = 'about-pets'

function missingIn(pet: SearchPet, index: number): FormError[] {
  const who = `your ${speciesWord(pet.species)}`
  return [
    ...(pet.name ? [] : [{ name: `name-${index}`, message: `Say what ${who} is called` }]),
    ...(!hasSize(pet.species) || pet.bornOn
      ? []
      : [{ name: `born-${index}`, message: `Choose when ${who} was born` }]),
    ...(!hasSize(pet.species) || pet.weightKg
      ? []
      : [{ name: `weight-${index}`, message: `Enter how much ${who} weighs, in kilograms` }]),
  ]
}

/** Asks for what an account needs to know about the pets that were described for the price, and saves them. */
export function AboutPets({ booking, first }: { booking: BookingFormState; first: string }) {
  const { pets } = booking.state
  const today = useToday()
  const [rows, setRows] = useState<readonly PetRow[]>(() => pets.map(rowOf))
  const [errors, setErrors] = useState<FormError[]>([])
  const [attempt, setAttempt] = useState(0)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const whole = petsOf(rows)
    const missing = whole.flatMap(missingIn)
    setErrors(missing)
    setAttempt(attempt + 1)
    if (missing.length > 0) return
    wishToKeep(whole)
    booking.change({ pets: whole })
  }
  return (
    <form id={aboutPetsForm} noValidate onSubmit={submit} className="grid gap-5">
      <ErrorSummary errors={errors} attempt={attempt} />
      <p>{`${first} needs to know a little more about your ${pets.length > 1 ? 'pets' : speciesWord(pets[0]!.species)} before you ask. We keep it in your account for next time.`}</p>
      {rows.map((row, index) => {
        const field = (name: 'name' | 'born' | 'weight') => ({
          name: `${name}-${index}`,
          value: row[name],
          error: errors.find((one) => one.name === `${name}-${index}`)?.message,
          onChange: ({ target }: { target: { value: string } }) =>
            setRows(rows.map((one) => (one === row ? { ...one, [name]: target.value } : one))),
        })
        return (
          <fieldset key={row.key} className="grid gap-4 sm:grid-cols-2">
            <legend className="mb-2 font-semibold">{capitalised(speciesWord(pets[index]!.species))}</legend>
            <TextField label="Name" {...field('name')} autoComplete="off" maxLength={20} />
            {hasSize(row.kind) && (
              <>
                <Select
                  label="Born"
                  {...field('born')}
                  options={birthMonths(today, row.born)}
                  placeholder="Choose"
                />
                <TextField
                  label="Weight"
                  {...field('weight')}
                  inputMode="decimal"
                  autoComplete="off"
                  after="kg"
                />
              </>
            )}
          </fieldset>
        )
      })}
    </form>
  )
}
