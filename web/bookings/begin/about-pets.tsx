import { type FormEvent, useState } from 'react'
import { sizedSpecies } from '#contract/codes.ts'
import { useToday } from '#web/accounts/own-account.ts'
import { birthMonths } from '#web/search/pet-rows.tsx'
import { petIn, type SearchPet } from '#web/search/search-state.ts'
import { wishToKeep } from '#web/sitters/public/keep-pets.ts'
import type { BookingFormState } from '#web/sitters/public/use-booking.ts'
import { ErrorSummary, type FormError } from '#web/ui/forms/error-summary.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { capitalised, speciesWord } from '#web/words.ts'

/** The button that submits the form is outside it, in the footer of the dialog. */
export const aboutPetsForm = 'about-pets'

type Answers = { name: string; born: string; weight: string }
const answersOf = ({ name, bornOn, weightKg }: SearchPet): Answers => ({
  name,
  born: bornOn?.replace(/-01$/, '') ?? '',
  weight: weightKg ? `${weightKg}` : '',
})
const hasSize = ({ species }: SearchPet): boolean => sizedSpecies.includes(species)

function missingIn(pet: SearchPet, index: number): FormError[] {
  const who = `your ${speciesWord(pet.species)}`
  return [
    ...(pet.name ? [] : [{ name: `name-${index}`, message: `Say what ${who} is called` }]),
    ...(!hasSize(pet) || pet.bornOn
      ? []
      : [{ name: `born-${index}`, message: `Choose when ${who} was born` }]),
    ...(!hasSize(pet) || pet.weightKg
      ? []
      : [{ name: `weight-${index}`, message: `Enter how much ${who} weighs, in kilograms` }]),
  ]
}

/** Asks for what an account needs to know about the pets that were described for the price, and saves them. */
export function AboutPets({ booking, first }: { booking: BookingFormState; first: string }) {
  const { pets } = booking.state
  const today = useToday()
  const [answers, setAnswers] = useState<readonly Answers[]>(() => pets.map(answersOf))
  const [errors, setErrors] = useState<FormError[]>([])
  const [attempt, setAttempt] = useState(0)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const whole = pets.flatMap(({ species, neutered, medication }, index) => {
      const { name, born, weight } = answers[index]!
      return petIn(species, weight, born, name, neutered, medication)
    })
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
      {pets.map((pet, index) => {
        const field = (name: keyof Answers) => ({
          name: `${name}-${index}`,
          value: answers[index]![name],
          error: errors.find((one) => one.name === `${name}-${index}`)?.message,
          onChange: ({ target }: { target: { value: string } }) =>
            setAnswers(answers.map((one, at) => (at === index ? { ...one, [name]: target.value } : one))),
        })
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the described pets have no id, and stay in order
          <fieldset key={index} className="grid gap-4 sm:grid-cols-2">
            <legend className="mb-2 font-semibold">{capitalised(speciesWord(pet.species))}</legend>
            <TextField label="Name" {...field('name')} autoComplete="off" maxLength={20} />
            {hasSize(pet) && (
              <>
                <Select
                  label="Born"
                  {...field('born')}
                  options={birthMonths(today, answers[index]!.born)}
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
