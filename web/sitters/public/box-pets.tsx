import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { maxPetsPerBooking } from '#contract/codes.ts'
import type { Pet } from '#contract/pets.ts'
import { listWords } from '#contract/words.ts'
import { formatKilograms } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { PetRows, petsOf, rowOf } from '#web/search/pet-rows.tsx'
import { petsText, namesText } from '#web/search/search-state.ts'
import { isWholePet } from '#web/sitters/public/keep-pets.ts'
import { petPrefill } from '#web/sitters/public/pet-prefill.ts'
import type { AnyBookingFormState } from '#web/sitters/public/use-booking.ts'
import type { Day } from '#web/ui/dates/days.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { FieldGroup } from '#web/ui/forms/field-group.tsx'
import { Portrait } from '#web/ui/portrait/portrait.tsx'
import { speciesWord } from '#web/words.ts'

type BoxPetsProps = { booking: AnyBookingFormState; today: Day; error: string | undefined }

/** The user's saved pets when signed in, described pets otherwise. */
export function BoxPets({ booking, today, error }: BoxPetsProps) {
  const { saved, state } = booking
  const usesSaved = saved.status === 'ready' && saved.pets.length > 0 && state.pets.length === 0
  return (
    <FieldGroup label="Pets" name="box-pets" error={error}>
      {usesSaved ? (
        <SavedChoice booking={booking} pets={saved.pets} />
      ) : (
        <DescribedPets booking={booking} today={today} />
      )}
    </FieldGroup>
  )
}

function SavedChoice({ booking, pets }: { booking: AnyBookingFormState; pets: readonly Pet[] }) {
  const { state, change, addressOf } = booking
  const toggle = (id: string, on: boolean) =>
    change({ petIds: on ? [...state.petIds, id] : state.petIds.filter((other) => other !== id) })
  return (
    <div className="grid gap-2">
      {pets.map(({ id, name, species, coat, weightKg }) => (
        <Checkbox
          key={id}
          id={`box-pet-${id}`}
          checked={state.petIds.includes(id)}
          onChange={(event) => toggle(id, event.target.checked)}
          className="rounded-control border border-line px-3 py-2 has-checked:border-green-line has-checked:bg-green-soft"
          label={
            <span className="flex items-center gap-2.5">
              <Portrait
                seed={{ id, species, ...(coat && { coat }) }}
                fit="fill"
                className="size-7 shrink-0 rounded-lg"
              />
              <span className="font-medium">{name}</span>
              <span className="text-sm text-ink-2">
                {weightKg ? formatKilograms(weightKg) : speciesWord(species)}
              </span>
            </span>
          }
        />
      ))}
      <Link to={paths.newPet(addressOf(state))} className="link w-fit text-sm">
        Add another pet
      </Link>
    </div>
  )
}

function DescribedPets({ booking, today }: { booking: AnyBookingFormState; today: Day }) {
  const { state, change, service, saved, addressOf } = booking
  const [rows, setRows] = useState(() => (state.pets.length > 0 ? state.pets.map(rowOf) : [rowOf()]))
  const text = (pets: typeof state.pets) => `${petsText(pets)} ${namesText(pets)}`
  const inState = text(state.pets)
  const own = useRef(inState)
  // After going back, or a link with other pets, the rows follow the URL; changes made by the rows themselves are
  // ignored.
  useEffect(() => {
    if (inState === own.current) return
    own.current = inState
    setRows(state.pets.length > 0 ? state.pets.map(rowOf) : [rowOf()])
  }, [inState, state.pets])
  const { keepingFailed } = booking
  const unsaved =
    saved.status === 'ready' ? state.pets.filter((pet) => keepingFailed || !isWholePet(pet)) : []
  return (
    <>
      <PetRows
        id="box"
        rows={rows}
        today={today}
        most={Math.min(maxPetsPerBooking, service?.maxPets ?? maxPetsPerBooking)}
        onChange={(next) => {
          setRows(next)
          const pets = petsOf(next)
          own.current = text(pets)
          change({ pets, petIds: [] })
        }}
      />
      {unsaved.length > 0 && (
        <p className="text-sm text-ink-2">
          {`The sitter needs to know more about ${listWords(unsaved.map(({ name, species }) => name || `your ${speciesWord(species)}`))}. `}
          <Link to={paths.newPet(addressOf(state), petPrefill(unsaved[0]))} className="link">
            Add the pet to your account
          </Link>
          {saved.pets.length > 0 && (
            <>
              {' or '}
              <button
                type="button"
                className="link"
                onClick={() => change({ pets: [], petIds: saved.pets[0] ? [saved.pets[0].id] : [] })}
              >
                choose a saved pet
              </button>
            </>
          )}
        </p>
      )}
    </>
  )
}
